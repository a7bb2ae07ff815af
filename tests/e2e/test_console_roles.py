"""The console as each role of the vendor's own people sees it: what they may do, and no more."""

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

# What makes something new, where it is offered.
MAKING = {
    "tenants": "Create tenant",
    "licenses": "Issue license",
    "applications": "Create application",
    "roles": "Create role",
    "permissions": "Create permission",
    "plans": "Create plan",
    "features": "Create feature",
    "flags": "Create flag",
    "entitlements": "Give a plan",
    "staff": "Add colleague",
    "webhooks": "Add webhook",
}
SEES = {
    "finance": {
        "overview", "tenants", "people", "connections", "licenses", "plans", "features", "flags",
        "entitlements", "audits",
    },
    "support": {*SECTIONS},
    "read-only": {*SECTIONS},
}  # fmt: skip
MAKES = {
    "finance": {"licenses", "plans", "features", "flags", "entitlements"},
    "support": {"tenants", "licenses"},
    "read-only": set(),
}


@pytest.mark.parametrize("role", list(SEES))
async def test_each_place_offers_what_the_role_may(
    new_window: NewWindow, vendor: Vendor, role: str
):
    """A window complains of whatever is refused: no screen asks for what its person may not see."""
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, role)
    places = page.get_by_role("navigation").get_by_role("link")
    addresses = [await one.get_attribute("href") or "" for one in await places.all()]
    seen = {address.removeprefix("/console/") for address in addresses}
    assert seen == {path for path in SEES[role] if "/" not in path}

    made = set()
    for path in sorted(seen):
        await visit(page, path)
        if path in MAKING and await page.get_by_role("button", name=MAKING[path]).count():
            made.add(path)
    assert made == MAKES[role]

    for path in ("tenants", "people"):
        await visit(page, path)
        await page.locator("tbody").get_by_role("button").first.click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await is_calm(page)


async def enter_as(window: Window, vendor: Vendor, role: str) -> str:
    """Somebody new of the staff, with codes by mail; their address."""
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
