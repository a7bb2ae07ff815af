"""The console as each role of the vendor's own people sees it: its places, and no more."""

import pytest
from playwright.async_api import Page, expect

from tests.e2e.api import join
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import give_code, give_password
from tests.e2e.factors import Vendor, add_mail, sent_code
from tests.e2e.test_console import SECTIONS
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

SEES = {
    "finance": {
        "overview", "tenants", "people", "connections", "licenses", "plans", "features", "flags",
        "entitlements", "audits",
    },
    "support": {*SECTIONS},
    "read-only": {*SECTIONS},
}  # fmt: skip


@pytest.mark.parametrize("role", list(SEES))
async def test_each_role_finds_the_places_that_it_may_see(
    new_window: NewWindow, vendor: Vendor, role: str
):
    """A window complains of whatever is refused. What each place offers is told in test_console_offers.py."""
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, role)
    await is_calm(page)
    places = page.get_by_role("navigation").get_by_role("link")
    addresses = [await one.get_attribute("href") or "" for one in await places.all()]
    seen = {address.removeprefix("/console/") for address in addresses}
    assert seen == {path for path in SEES[role] if "/" not in path}


async def enter_as(window: Window, vendor: Vendor, role: str) -> str:
    """A new member of the staff, with codes by mail; their address."""
    email, token = await join(window)
    await add_mail(window, email, token)
    await vendor.database.execute(
        "insert into staff (user_id, role, created_at) select id, $2, now() from users where email = $1",
        email,
        role,
    )
    await window.context.clear_cookies()
    await give_password(window.page, email, "/console")
    await give_code(window.page, await sent_code(window, email, 2))
    await titled(window.page, "Overview")
    return email


async def visit(page: Page, path: str) -> None:
    await page.goto(f"/console/{path}")
    await titled(page, SECTIONS[path])
    await is_calm(page)


async def is_calm(page: Page) -> None:
    """All is there, and nothing went wrong."""
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
