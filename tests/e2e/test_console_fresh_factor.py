"""The console asks for a fresh second factor in the middle of a dialog: nothing that was typed is lost."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.api import join
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import give_code
from tests.e2e.factors import Vendor, sent_code
from tests.e2e.test_console_roles import enter_as
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

AGO = """
update sessions set auth_time = auth_time - interval '16 minutes'
where user_id = (select id from users where email = $1)
"""


def question(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Confirm your identity")


async def test_who_cancels_and_who_comes_back_finds_what_was_typed(
    new_window: NewWindow, vendor: Vendor
):
    customer, _ = await join(await new_window())
    window = await new_window()
    page = window.page
    email = await enter_as(window, vendor, "owner")
    # Not by the clock of the server, which others use, too.
    await vendor.database.execute(AGO, email)
    await page.goto(f"/console/people?filter={customer}")
    await page.get_by_role("button", name="Actions for Nora Newcomer").click()
    await page.get_by_role("menuitem", name="Change email address").click()
    typed = page.get_by_role("dialog", name="Change the email address for").get_by_label("Email")
    await typed.fill(f"new-{customer}")

    person = await vendor.database.fetchval("select id from users where email = $1", customer)
    window.allow(f"/identity/resources/users/v1/{person}/email", 403)
    # The list is of users with this address; at the end no user has it.
    window.allow("/identity/resources/users/v1/email", 404)
    await page.keyboard.press("Enter")
    await question(page).get_by_role("button", name="Cancel").click()
    await expect(typed).to_have_value(f"new-{customer}")
    await typed.press("Enter")
    await question(page).get_by_role("button", name="Continue").click()
    await titled(page, "Confirm it’s you")
    await give_code(page, await sent_code(window, email, 3))

    await expect(typed).to_have_value(f"new-{customer}")
    await typed.press("Enter")
    await expect(page.get_by_text(f"changed to new-{customer}")).to_be_visible()
