"""The console with the longest names there can be."""

import pytest
from playwright.async_api import expect

from tests.e2e.browser import DESKTOP, PHONE
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console import search
from tests.e2e.test_console_roles import enter_as, visit

pytestmark = pytest.mark.browser

# As long as the name of a tenant may be: from right to left, a picture, and then no place to break a line at.
LONGEST = "שלום🚀".ljust(100, "W")


async def test_a_question_shows_all_of_a_name_that_breaks_nowhere(
    new_window: NewWindow, vendor: Vendor
):
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, "owner")
    await visit(page, "tenants")
    await page.get_by_role("button", name="Create tenant").click()
    await page.get_by_role("dialog").get_by_label("Name").fill(LONGEST)
    await page.get_by_role("dialog").get_by_role("button", name="Create tenant").click()
    await search(page, "Search tenants", LONGEST)
    await page.get_by_role("button", name=f"Actions for {LONGEST}").click()
    await page.get_by_role("menuitem", name="Delete").click()
    question = page.get_by_role("dialog", name=f"Delete {LONGEST}?")
    await expect(question.get_by_text("are signed out and lose access immediately")).to_be_visible()
    for size in (DESKTOP, PHONE, (320, 640)):
        await window.look(size, "light")
        assert await question.evaluate("one => one.scrollWidth - one.clientWidth") == 0

    await question.get_by_role("textbox").fill(LONGEST)
    await question.get_by_role("button", name="Delete").click()
    await expect(question).to_be_hidden()
