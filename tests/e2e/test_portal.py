"""The portal by keyboard, with the back button, and on a slow network."""

import asyncio
import re
from datetime import UTC, datetime

import pytest
from playwright.async_api import Page, Route, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

USERS = "/oauth/portal/users"


async def users_page(new_window: NewWindow, query: str = "") -> Page:
    window = await new_window(ADMINISTRATOR)
    await window.page.goto(USERS + query)
    await titled(window.page, "Users")
    # What is loaded after the heading draws the table anew.
    await window.page.wait_for_load_state("networkidle")
    return window.page


async def test_a_keyboard_opens_closes_and_never_loses_its_place(new_window: NewWindow):
    page = await users_page(new_window, "?filter=keiko")
    keys = page.keyboard
    menu = page.get_by_role("button", name="Actions for Keiko Tanaka")
    await menu.focus()
    await keys.press("Enter")
    await expect(page.get_by_role("menuitem", name="Edit")).to_be_focused()
    await keys.press("Escape")
    await expect(menu).to_be_focused()

    await keys.press("Enter")
    await page.get_by_role("menuitem", name="Edit").press("Enter")
    name = page.get_by_role("dialog", name="Edit Keiko Tanaka").get_by_label("Name")
    await expect(name).to_be_focused()
    await keys.type(" (away)")
    await keys.press("Escape")
    question = page.get_by_role("dialog", name="Discard your changes?")
    await expect(question.get_by_role("button", name="Keep editing")).to_be_focused()
    await keys.press("Escape")
    await expect(question).to_have_count(0)
    await expect(name).to_be_focused()
    await keys.press("Escape")
    await question.get_by_role("button", name="Discard changes").press("Enter")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(menu).to_be_focused()


async def test_tab_stays_in_a_dialog(new_window: NewWindow):
    page = await users_page(new_window, "?filter=keiko")
    await page.get_by_role("button", name="Actions for Keiko Tanaka").press("Enter")
    await page.get_by_role("menuitem", name="Remove").press("Enter")
    dialog = page.get_by_role("dialog", name="Remove Keiko Tanaka?")
    await expect(dialog.get_by_role("textbox")).to_be_focused()
    for _ in range(5):
        await page.keyboard.press("Tab")
        assert await dialog.evaluate("one => one.contains(document.activeElement)")


async def test_back_and_forward_walk_through_pages_and_details(new_window: NewWindow):
    page = await users_page(new_window, "?pageSize=10")
    await page.get_by_role("button", name="Next page").click()
    await expect(page).to_have_url(re.compile(r"page=2"))
    first = page.get_by_role("row").nth(1).get_by_role("button").first
    await expect(page.get_by_text("11–20 of")).to_be_visible()
    await first.click()
    details = page.get_by_role("dialog")
    await expect(details).to_be_visible()
    await page.go_back()
    await expect(details).to_have_count(0)
    await expect(page.get_by_text("11–20 of")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_text("1–10 of")).to_be_visible()
    await page.go_forward()
    await page.go_forward()
    await expect(details).to_be_visible()


async def test_an_answer_that_comes_late_never_replaces_a_newer_one(new_window: NewWindow):
    page = await users_page(new_window)
    await expect(page.get_by_role("row")).to_have_count(21)
    late = asyncio.Event()

    async def hold(route: Route) -> None:
        await late.wait()
        await route.continue_()

    await page.route(re.compile(r"users/v2\?.*_filter=am(&|$)"), hold)
    search = page.get_by_label("Search by name or email")
    await search.fill("am")
    await expect(page).to_have_url(re.compile(r"filter=am$"))
    await search.fill("keiko")
    await expect(page.get_by_role("row", name="Keiko Tanaka")).to_be_visible()
    late.set()
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_role("row")).to_have_count(2)
    await expect(page.get_by_role("row", name="Keiko Tanaka")).to_be_visible()


async def test_a_double_click_asks_once(new_window: NewWindow):
    page = await users_page(new_window, "?filter=tara")
    year = datetime.now(UTC).year + 2
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    await page.get_by_role("button", name="Actions for Tara Singh").click()
    await page.get_by_role("menuitem", name="Set access expiry").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Last day of access").fill(f"{year}-01-31")
    await dialog.get_by_role("button", name="Save last day").dblclick()
    await expect(page.get_by_text(f"until Jan 31, {year}")).to_be_visible()
    assert len([url for url in sent if "/temporary/v1/" in url and "configuration" not in url]) == 1
