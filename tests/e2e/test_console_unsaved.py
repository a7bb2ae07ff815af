"""Unsaved input in the console is asked about on every way off its page."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console import go
from tests.e2e.test_console_roles import enter_as
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

BACK, FORWARD = "history.back()", "history.forward()"


def question(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Leave without saving?")


async def stays(page: Page, path: str) -> None:
    """Asked, and answered with no; the address is that of the page before and after."""
    await expect(question(page)).to_be_visible()
    await page.wait_for_url(f"**{path}")
    await question(page).get_by_role("button", name="Stay on page").click()
    await expect(question(page)).to_be_hidden()
    await page.wait_for_url(f"**{path}")


async def log_out(page: Page) -> None:
    await page.get_by_role("button", name="Account of").click()
    await page.get_by_role("menuitem", name="Sign out").click()


async def between_two(window: Window, vendor: Vendor) -> Page:
    """On Brand, with Features before and behind it."""
    await enter_as(window, vendor, "owner")
    page = window.page
    for name in ("Features", "Brand", "Features"):
        await go(page, name)
    await page.evaluate(BACK)
    await titled(page, "Brand")
    return page


async def test_settings_that_are_not_saved(new_window: NewWindow, vendor: Vendor):
    page = await between_two(await new_window(), vendor)
    field = page.get_by_role("textbox", name="Name")
    await field.fill("Typed")
    for way in (BACK, FORWARD):
        await page.evaluate(way)
        await stays(page, "/console/brand")
    # A user who presses Back once more sees the same question.
    await page.evaluate(BACK)
    await expect(question(page)).to_be_visible()
    await page.evaluate(BACK)
    await stays(page, "/console/brand")
    await page.get_by_role("navigation").get_by_role("link", name="Plans", exact=True).click()
    await stays(page, "/console/brand")
    await log_out(page)
    await stays(page, "/console/brand")
    await expect(field).to_have_value("Typed")

    await page.evaluate(BACK)
    await question(page).get_by_role("button", name="Leave page").click()
    await titled(page, "Features")
    await page.evaluate(FORWARD)
    await titled(page, "Brand")
    await expect(question(page)).to_be_hidden()


async def test_another_tab_of_a_section(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    await enter_as(window, vendor, "owner")
    page = window.page
    await go(page, "Sign-in")
    await page.get_by_role("switch").first.click(force=True)
    at = page.url.rpartition("/console")[2]
    await page.get_by_role("tab", selected=False).first.click()
    await stays(page, f"/console{at}")


async def test_a_dialog_outlives_what_only_narrows_the_list(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    await enter_as(window, vendor, "owner")
    page = window.page
    await go(page, "Roles")
    await page.get_by_role("columnheader", name="Role").get_by_role("button").click()
    await page.wait_for_url("**/roles?**")
    await page.get_by_role("button", name="Create role").click()
    name = page.get_by_role("dialog").get_by_label("Name")
    await name.fill("Typed")
    await page.evaluate(BACK)
    await page.wait_for_url("**/roles")
    await expect(name).to_have_value("Typed")
    await expect(question(page)).to_be_hidden()
    await page.evaluate(BACK)
    await stays(page, "/console/roles")
