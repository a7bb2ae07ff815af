"""Dialogs of the portal as a browser and its keyboard use them: a date of which a part is typed, and two
administrators who edit one user."""

import re
from typing import Any
from uuid import uuid4

import pytest
from playwright.async_api import Locator, Page, Request, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import post, sign_in, signed_in
from tests.e2e.browser import PHONE
from tests.e2e.conftest import NewWindow
from tests.e2e.test_colleagues import USERS, find
from tests.process.server import Server

pytestmark = pytest.mark.browser

INVITE = "/identity/resources/users/v2"
MEMBERS = "/team/resources/members/v1"
ROLES = "/identity/resources/roles/v2"


@pytest.mark.parametrize("look", [{}, {"size": PHONE}], ids=["desktop", "phone"])
async def test_a_partly_typed_last_day_sends_no_invitation(new_window: NewWindow, look):
    """Chromium itself says that the date is incomplete; jsdom cannot."""
    window = await new_window(ADMINISTRATOR, **look)
    page = window.page
    sent: list[Any] = []

    def keep_invitation(request: Request) -> None:
        if request.method == "POST" and request.url.endswith(INVITE):
            sent.append(request.post_data_json)

    page.on("request", keep_invitation)
    await page.goto(USERS)
    await page.get_by_role("button", name="Invite users").click()
    dialog = page.get_by_role("dialog", name="Invite users")
    email = f"{uuid4().hex[:10]}@example.test"
    await dialog.get_by_label("Email addresses").fill(email)
    day = dialog.get_by_label("Last day of access")
    await day.focus()
    await page.keyboard.type("12")
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_text("Enter a complete date")).to_be_visible()
    assert sent == []

    await day.focus()
    await page.keyboard.type("312030")
    await expect(day).to_have_value("2030-12-31")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text(f"Invitation sent to {email}").first).to_be_visible()
    [body] = sent
    assert body["expirationInSeconds"]


async def test_two_administrators_edit_the_roles_of_one_user(new_window: NewWindow, server: Server):
    first, second = await new_window(ADMINISTRATOR), await new_window()
    token = await sign_in(second, ADMINISTRATOR)
    email = f"{uuid4().hex[:10]}@example.test"
    async with signed_in(server.url, ADMINISTRATOR) as api:
        roles = {one["name"]: one["id"] for one in (await api.get(ROLES)).json()["items"]}
        await post(second, INVITE, {"email": email, "roleIds": [roles["Admin"]]}, token)
        here, there = [await edit_dialog(one.page, email) for one in (first, second)]
        await pick(second.page, there, "Admin", "ReadOnly")
        async with second.page.expect_response(lambda one: one.url.endswith(MEMBERS)) as saved:
            await there.get_by_role("button", name="Save changes").click()
        assert (await saved.value).ok
        await expect(there).to_have_count(0)
        await expect(second.page.get_by_role("row", name=email)).to_contain_text("ReadOnly")

        await pick(first.page, here, "Editor")
        # The dialog closes before the server has answered.
        async with first.page.expect_response(lambda one: one.url.endswith(MEMBERS)) as saved:
            await here.get_by_role("button", name="Save changes").click()
        assert (await saved.value).ok
        await expect(here).to_have_count(0)
        row = first.page.get_by_role("row", name=email)
        await expect(row).to_contain_text(re.compile("Editor.*ReadOnly|ReadOnly.*Editor"))
        await expect(row).not_to_contain_text("Admin")
        found = (await api.get("/identity/resources/users/v3", params={"_email": email})).json()
        held = found["items"][0]["tenants"][0]["roles"]
        assert {one["name"] for one in held} == {"Editor", "ReadOnly"}


async def edit_dialog(page: Page, email: str) -> Locator:
    await page.goto(USERS)
    row = await find(page, email)
    await row.get_by_role("button", name="Actions for").click()
    await page.get_by_role("menuitem", name="Edit").click()
    dialog = page.get_by_role("dialog", name="Edit ")
    await expect(dialog.get_by_text("Admin", exact=True)).to_be_visible()
    return dialog


async def pick(page: Page, dialog: Locator, *names: str) -> None:
    """Each is taken or left."""
    await dialog.get_by_role("combobox", name="Roles").press("ArrowDown")
    for name in names:
        await page.get_by_role("option", name=re.compile(f"^{name}")).click()
    await page.keyboard.press("Tab")
