"""The frame around every page of both portals."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import CHOSEN, USERS, join, post, signed_in
from tests.e2e.browser import PHONE, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.outbox import mailed_links
from tests.e2e.tour import titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

PROFILE = "/oauth/portal/profile"
PORTALS = pytest.mark.parametrize(
    ("path", "title"), [("/general", "General"), (PROFILE, "Profile")], ids=["licensing", "admin"]
)


@PORTALS
async def test_the_sheet_keeps_focus_and_gives_it_back(new_window: NewWindow, path, title):
    window = await new_window(ADMINISTRATOR, size=PHONE)
    page = window.page
    await page.goto(path)
    await titled(page, title)
    opener = page.get_by_role("button", name="Open navigation")
    await opener.press("Enter")
    sheet = page.get_by_role("dialog")
    await expect(sheet.get_by_role("navigation")).to_be_visible()
    for _ in range(12):
        await page.keyboard.press("Tab")
        assert await sheet.evaluate("one => one.contains(document.activeElement)")
    assert await page.evaluate("() => getComputedStyle(document.body).overflowY") == "hidden"
    await page.keyboard.press("Escape")
    await expect(sheet).to_have_count(0)
    await expect(opener).to_be_focused()


@PORTALS
async def test_a_link_of_the_sheet_leads_to_the_page(new_window: NewWindow, path, title):
    window = await new_window(ADMINISTRATOR, size=PHONE)
    page = window.page
    await page.goto(path)
    await titled(page, title)
    await page.get_by_role("button", name="Open navigation").click()
    sheet = page.get_by_role("dialog")
    await expect(page.get_by_role("link", name="Docs")).to_have_count(0)
    await sheet.get_by_role("link").last.click()
    await expect(sheet).to_have_count(0)
    await expect(page.get_by_role("main")).to_be_focused()
    await expect(page.get_by_role("heading", name=title, level=1)).to_have_count(0)


async def test_the_window_decides_between_side_and_sheet(new_window: NewWindow):
    for width, opens in [(1024, "Open navigation"), (1025, "Close navigation")]:
        window = await new_window(ADMINISTRATOR, size=(width, 800))
        for path, title in [("/general", "General"), (PROFILE, "Profile")]:
            await window.page.goto(path)
            await titled(window.page, title)
            await expect(window.page.get_by_role("button", name=opens)).to_be_visible()
            await expect(window.page.get_by_role("navigation")).to_have_count(int(width > 1024))


async def test_a_switch_in_one_tab_is_the_new_tenant_in_the_other(
    new_window: NewWindow, server: Server
):
    window = await new_window()
    await belong_to_two(window, server)
    page, other = window.page, await window.context.new_page()
    await page.goto("/billing")
    await expect(page.get_by_role("article", name="Newcomers")).to_be_visible()
    await page.evaluate(WATCH_FOR_A_MIX)
    await other.goto("/general")
    await expect(other.get_by_text("Newcomers").first).to_be_visible()

    await switch(other, "Acme")
    await expect(page.get_by_role("article", name="Acme Labs")).to_be_visible()
    await expect(page.get_by_text("Newcomers")).to_have_count(0)
    await switch(other, "Newcomers")
    await expect(page.get_by_role("article", name="Newcomers")).to_be_visible()
    await expect(page.get_by_role("article")).to_have_count(1)
    assert await page.evaluate("() => window.mixes") == []


# Looks at every state that the page goes through, also those too short for a person to see.
WATCH_FOR_A_MIX = """() => {
  window.mixes = []
  new MutationObserver(() => {
    const { textContent } = document.body
    if (textContent.includes('Newcomers') && textContent.includes('Acme')) window.mixes.push(textContent)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""


async def test_typed_work_survives_a_switch_in_another_tab(new_window: NewWindow, server: Server):
    window = await new_window()
    await belong_to_two(window, server)
    page, other = window.page, await window.context.new_page()
    await page.goto(PROFILE)
    name = page.get_by_label("Name", exact=True)
    await name.fill("Nora Halfway")
    await other.goto("/general")
    await switch(other, "Acme")
    question = page.get_by_role("dialog", name="You switched to Acme in another tab")
    await question.get_by_role("button", name="Go back to Newcomers").click()
    await expect(question).to_have_count(0)
    await expect(name).to_have_value("Nora Halfway")
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_role("button", name="Account of Nora Halfway")).to_be_visible()


async def test_typed_work_survives_the_end_of_the_session(new_window: NewWindow):
    window = await new_window()
    window.allow("/identity/resources/auth/v1/user/token/refresh", 401)
    email, _ = await join(window)
    page, other = window.page, await window.context.new_page()
    await page.goto(PROFILE)
    name = page.get_by_label("Name", exact=True)
    await name.fill("Nora Halfway")
    await other.goto(PROFILE)
    await other.get_by_role("button", name="Account of Nora Newcomer").click()
    await other.get_by_role("menuitem", name="Sign out").click()
    question = page.get_by_role("dialog", name="Your session has ended")
    # Who goes on typing as it opens does not leave by that.
    await expect(question.get_by_role("link", name="Sign in again")).to_be_focused()
    async with window.context.expect_page() as opened:
        await question.get_by_role("link", name="Sign in again").click()
    tab = await opened.value
    await sign_in_by_hand(tab, email)
    await expect(tab).to_have_url(re.compile(f"{PROFILE}$"))
    await expect(question).to_have_count(0)
    await expect(name).to_have_value("Nora Halfway")


async def test_logging_out_asks_about_typed_work(new_window: NewWindow):
    window = await new_window()
    await join(window)
    page = window.page
    await page.goto(PROFILE)
    await page.get_by_label("Name", exact=True).fill("Nora Halfway")
    await page.get_by_role("button", name="Account of Nora Newcomer").click()
    await page.get_by_role("menuitem", name="Sign out").click()
    question = page.get_by_role("dialog", name="Leave without saving?")
    await question.get_by_role("button", name="Stay on page").click()
    await expect(page.get_by_label("Name", exact=True)).to_have_value("Nora Halfway")
    await page.get_by_role("button", name="Account of Nora Newcomer").click()
    await page.get_by_role("menuitem", name="Sign out").click()
    await question.get_by_role("button", name="Leave page").click()
    await expect(page).to_have_url(re.compile("/account/login"))


@PORTALS
async def test_without_a_network_the_page_says_that_it_is_old(new_window: NewWindow, path, title):
    window = await new_window(ADMINISTRATOR)
    page = window.page
    await page.goto(path)
    await titled(page, title)
    await page.wait_for_load_state("networkidle")
    notice = page.get_by_text("You are offline.")
    await expect(notice).to_have_count(0)
    await window.context.set_offline(True)
    await expect(notice).to_be_visible()
    async with page.expect_response(lambda answer: answer.status == 200) as fresh:
        await window.context.set_offline(False)
    await fresh.value
    await expect(notice).to_have_count(0)


async def test_focus_stays_near_what_is_gone(new_window: NewWindow):
    """After saving its bar leaves; on the last page "Next page" cannot be pressed any more."""
    window = await new_window()
    await join(window)
    page = window.page
    await page.goto(PROFILE)
    await page.get_by_label("Name", exact=True).fill("Nora Saved")
    await page.get_by_role("button", name="Save changes").press("Enter")
    await expect(page.get_by_role("button", name="Save changes")).to_have_count(0)
    await expect(page.locator("main :focus")).to_have_count(1)


async def test_focus_stays_in_the_table_on_its_last_page(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR)
    page = window.page
    await page.goto("/oauth/portal/users?pageSize=10")
    await titled(page, "Users")
    onwards = page.get_by_role("button", name="Next page")
    await expect(page.get_by_role("row").nth(1).get_by_text("@acme.test")).to_be_visible()
    while await onwards.is_enabled():
        shown = await page.get_by_text(re.compile(r"\d+–\d+ of")).inner_text()
        await onwards.press("Enter")
        await expect(page.get_by_text(shown, exact=True)).to_have_count(0)
    await expect(page.locator("main :focus")).to_have_count(1)
    await expect(page.locator("main :focus")).not_to_be_disabled()


async def switch(page: Page, organization: str) -> None:
    await page.get_by_role("button", name="Account of").click()
    await page.get_by_role("menuitem", name=organization, exact=True).click()
    await expect(page.get_by_role("button", name="Account of")).to_contain_text(organization)


async def sign_in_by_hand(page: Page, email: str) -> None:
    await page.get_by_label("Email").fill(email)
    await page.get_by_label("Password", exact=True).fill(CHOSEN)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page).not_to_have_url(re.compile("/account/login"))


async def belong_to_two(window: Window, server: Server) -> None:
    """A user of the company Newcomers, which has a license, who administers Acme as well."""
    email, token = await join(window)
    await post(window, "/api/v1/organization", {"name": "Newcomers", "billingEmail": email}, token)
    async with signed_in(server.url, ADMINISTRATOR) as api:
        roles = (await api.get("/team/resources/roles/v1")).raise_for_status().json()["items"]
        role = next(one["id"] for one in roles if one["key"] == "Admin")
        invited = await api.post(
            "/identity/resources/users/v2", json={"email": email, "roleIds": [role]}
        )
        invited.raise_for_status()
    [link] = (await mailed_links(window, email, "You have been invited"))[:1]
    query = parse_qs(urlsplit(link).query)
    await post(window, f"{USERS}/invitation/accept",
               {"userId": query["userId"][0], "token": query["token"][0]})  # fmt: skip
