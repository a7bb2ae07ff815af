"""People in the portal: what they use and did, how they leave, where they are signed in, and the bell."""

import re
from uuid import uuid4

import pytest
from playwright.async_api import Locator, Page, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import CHOSEN, join, post, sign_in, signed_in
from tests.e2e.browser import PHONE
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

USERS = "/oauth/portal/users"
INVITE = "/identity/resources/users/v2"
BACKGROUND = "one => getComputedStyle(one).backgroundColor"


async def details_of(page: Page, email: str) -> Locator:
    """The drawer of the user that the search finds."""
    await page.goto(f"{USERS}?filter={email}")
    await titled(page, "Users")
    await page.get_by_role("row", name=email).get_by_role("button").first.click()
    drawer = page.get_by_role("dialog")
    await expect(drawer.get_by_text("User ID")).to_be_visible()
    return drawer


async def test_a_user_is_assigned_an_application(new_window: NewWindow):
    window = await new_window()
    token = await sign_in(window, ADMINISTRATOR)
    name = uuid4().hex[:10]
    email = f"{name}@example.test"
    await post(window, INVITE, {"email": email}, token)
    page = window.page
    drawer = await details_of(page, email)
    await expect(drawer.get_by_text("All users").first).to_be_visible()
    await expect(drawer.get_by_text("Assigned", exact=True)).to_have_count(0)

    await drawer.get_by_role("button", name="Change applications").click()
    dialog = page.get_by_role("dialog", name=f"Applications for {name}")
    await dialog.get_by_role("combobox", name="Applications").click()
    await page.get_by_role("option", name="Analytics").click()
    await page.keyboard.press("Tab")
    await dialog.get_by_role("button", name="Save applications").click()
    await expect(dialog).to_have_count(0)
    await expect(drawer.get_by_text("Assigned", exact=True)).to_have_count(1)

    kept = await details_of(page, email)
    await expect(kept.get_by_text("Assigned", exact=True)).to_have_count(1)


async def test_who_leaves_is_named_first(new_window: NewWindow):
    window = await new_window()
    token = await sign_in(window, ADMINISTRATOR)
    name = uuid4().hex[:10]
    email = f"{name}@example.test"
    await post(window, INVITE, {"email": email}, token)
    drawer = await details_of(window.page, email)
    await drawer.get_by_role("button", name="Remove").click()
    dialog = window.page.get_by_role("dialog", name=f"Remove {name}?")
    verb = dialog.get_by_role("button", name="Remove")
    await expect(verb).to_be_disabled()
    await dialog.get_by_role("textbox").fill(name)
    await verb.click()
    await expect(window.page.get_by_text(f"{name} removed")).to_be_visible()
    await expect(window.page.get_by_role("row", name=email)).to_have_count(0)


async def test_the_details_show_recent_activity_and_link_to_the_rest(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR)
    drawer = await details_of(window.page, ADMINISTRATOR)
    activity = drawer.locator("section", has=window.page.get_by_role("heading", name="Activity"))
    await expect(activity.get_by_role("listitem")).to_have_count(5)
    await activity.get_by_role("link", name="Show all").click()
    await titled(window.page, "Audit log")
    await expect(window.page).to_have_url(re.compile(r"email=admin"))


async def test_a_device_is_named_with_its_place_and_signed_out(
    new_window: NewWindow, server: Server
):
    window = await new_window()
    email, _ = await join(window)
    async with signed_in(server.url, email, CHOSEN):
        await window.page.goto("/oauth/portal/privacy")
        await titled(window.page, "Privacy and sign-in")
        other = window.page.get_by_role("button", name=re.compile(r"^Sign out .*, 127\.0\.0\.1$"))
        await expect(other).to_have_count(1)
        await other.click()
        dialog = window.page.get_by_role("dialog", name=re.compile(r", 127\.0\.0\.1\?$"))
        await dialog.get_by_role("button", name=re.compile("^Sign out")).click()
        await expect(dialog).to_have_count(0)
        await expect(other).to_have_count(0)


async def test_the_bell_keeps_what_was_read(new_window: NewWindow):
    window = await new_window("readonly@acme.test")
    page = window.page
    await page.goto("/oauth/portal/profile")
    bell = page.get_by_role("button", name=re.compile("^Notifications"))
    await bell.click()
    panel = page.get_by_role("dialog", name="Notifications")
    await expect(panel.get_by_role("listitem")).to_have_count(3)
    read_all = panel.get_by_role("button", name="Mark all as read")
    if await read_all.count():
        await read_all.click()
    await expect(bell).to_have_accessible_name("Notifications")
    await panel.get_by_role("button", name=re.compile("^Mark “Maintenance.* as unread")).click()
    await expect(bell).to_have_accessible_name("Notifications, 1 unread")
    await page.keyboard.press("Escape")
    await expect(panel).to_have_count(0)
    await page.reload()
    await expect(bell).to_have_accessible_name("Notifications, 1 unread")
    await bell.click()
    await read_all.click()
    await expect(bell).to_have_accessible_name("Notifications")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_picture_of_letters_is_seen_on_its_row_and_in_the_drawer(
    new_window: NewWindow, scheme: str
):
    window = await new_window(ADMINISTRATOR, scheme=scheme)
    page = window.page
    await page.goto(f"{USERS}?filter=keiko")
    row = page.get_by_role("row", name="Keiko Tanaka")
    await row.hover()
    letters = row.locator(".mantine-Avatar-placeholder")
    on_row = await letters.evaluate(BACKGROUND)
    assert on_row != await row.get_by_role("cell").nth(1).evaluate(BACKGROUND)
    await row.get_by_role("button").first.click()
    drawer = page.get_by_role("dialog", name="Keiko Tanaka")
    in_drawer = drawer.locator(".mantine-Avatar-placeholder").first
    assert await in_drawer.evaluate(BACKGROUND) != await drawer.evaluate(BACKGROUND)


async def test_fingers_hit_what_is_small(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR, size=PHONE)
    page = window.page
    await page.goto(f"{USERS}?filter=keiko")
    box = page.get_by_role("checkbox", name="Select Keiko Tanaka")
    await expect(box).to_be_visible()
    at = await box.bounding_box()
    assert at
    await page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] + 10)
    await expect(box).to_be_checked()
    menu = await page.get_by_role("button", name="Open navigation").bounding_box()
    assert menu
    assert min(menu["width"], menu["height"]) >= 40
