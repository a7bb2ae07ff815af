"""The console by keyboard alone: focus is never lost where a button waits, goes, or opens something."""

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.browser import KEYS_IN_MENU
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console_roles import enter_as, visit

pytestmark = pytest.mark.browser

FEATURES = "**/entitlements/resources/features/v1"


async def refuse(route: Route) -> None:
    body = '{"errors": ["Not today"], "errorCode": "tests.not_today"}'
    if route.request.method == "POST":
        await route.fulfill(status=409, content_type="application/json", body=body)
    else:
        await route.fallback()


async def open_form(page: Page) -> None:
    await page.get_by_role("button", name="Create feature").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog").get_by_label("Name")).to_be_focused()


async def test_a_refused_form_keeps_its_place(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    await enter_as(window, vendor, "owner")
    page = window.page
    window.allow("/entitlements/resources/features/v1", 409)
    await page.route(FEATURES, refuse)
    await visit(page, "features")
    await open_form(page)
    dialog = page.get_by_role("dialog", name="Create feature")
    await page.keyboard.type("Exports")
    await page.keyboard.press("Tab")
    await page.keyboard.type("exports")
    send = dialog.get_by_role("button", name="Create feature")
    for _ in range(6):
        await page.keyboard.press("Tab")
        if await send.evaluate("one => one === document.activeElement"):
            break
    await page.keyboard.press("Enter")
    await expect(dialog.get_by_text("Not today")).to_be_visible()
    await expect(send).to_be_focused()

    await page.keyboard.press("Escape")
    question = page.get_by_role("dialog", name="Discard your changes?")
    await expect(question).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(question).to_be_hidden()
    await expect(dialog).to_be_visible()
    await expect(send).to_be_focused()


async def open_menu(page: Page) -> None:
    await page.keyboard.press("Enter")
    await expect(page.locator(KEYS_IN_MENU)).to_have_count(1)


async def test_a_menu_by_arrows_gives_focus_back(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    await enter_as(window, vendor, "owner")
    page = window.page
    await visit(page, "roles")
    menu = page.get_by_role("button", name="Actions for Editor")
    await menu.focus()
    await open_menu(page)
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("menu")).to_have_count(0)
    await expect(menu).to_be_focused()
    await open_menu(page)
    await page.keyboard.press("ArrowDown")
    await expect(page.locator("[role=menuitem]:focus")).to_have_count(1)
    await page.keyboard.press("Home")
    await expect(page.get_by_role("menuitem", name="Edit")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_be_hidden()
    await expect(menu).to_be_focused()
