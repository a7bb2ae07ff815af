"""The console while its scripts come late, or not at all."""

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_broken_network import OFFLINE, SCRIPTS, forgive
from tests.e2e.test_console_roles import enter_as, visit
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser


async def test_a_row_that_opens_without_a_network_says_so_in_its_place(
    new_window: NewWindow, vendor: Vendor
):
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, "read-only")
    await visit(page, "tenants")
    row = page.get_by_role("button", name="Acme Labs", exact=True)
    await window.context.set_offline(True)
    await row.click()
    details = page.get_by_role("dialog", name="Details")
    await expect(details).to_contain_text(OFFLINE)
    await page.keyboard.press("Escape")
    await expect(details).to_be_hidden()
    await page.wait_for_url("**/console/tenants")
    await row.click()
    await expect(details).to_contain_text(OFFLINE)
    await window.context.set_offline(False)
    await expect(page.get_by_role("dialog", name="Acme Labs")).to_contain_text("Tenant ID")
    forgive(window)


async def test_scripts_that_are_long_on_their_way_are_waited_for_in_sight(
    new_window: NewWindow, vendor: Vendor
):
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, "read-only")
    arrives = asyncio.Event()

    async def late(route: Route) -> None:
        await arrives.wait()
        await route.continue_()

    await page.route(SCRIPTS, late)
    await page.get_by_role("navigation").get_by_role("link", name="Tenants", exact=True).click()
    await expect(
        page.get_by_role("main").get_by_role("status").filter(has_text="Loading")
    ).to_be_visible()
    arrives.set()
    await titled(page, "Tenants")

    arrives.clear()
    await page.get_by_role("button", name=re.compile("^Acme Labs")).click()
    await expect(page.get_by_role("dialog", name="Details").get_by_text("Loading")).to_be_attached()
    arrives.set()
    await expect(page.get_by_role("dialog", name="Acme Labs")).to_contain_text("Tenant ID")
