"""What the console offers each role of the vendor's own people: every button and menu, in one table.

`make test` looks for each role at one place in three, not the same for all, by commit: see tests/sample.py.
"""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.browser import KEYS_IN_MENU
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console import SECTIONS
from tests.e2e.test_console_roles import SEES, enter_as, visit
from tests.sample import VISITS, Sample

pytestmark = pytest.mark.browser

ROLES = {"o": "owner", "s": "support", "f": "finance", "r": "read-only"}
EDITS = {"Edit": "o", "Delete": "o"}
TENANT = {
    "Edit": "os", "Invite user": "os", "Impersonate a user": "os", "Move": "os", "Export data": "osfr",
    "Change audit log retention": "o", "End all sessions": "os", "Suspend": "os", "Delete": "os",
}  # fmt: skip
PERSON = {
    "Impersonate": "os", "Change email address": "os", "Create password reset link": "os",
    "Export data": "osfr", "Merge into another account": "os", "Sign out everywhere": "os", "Lock": "os",
    "Erase user data": "os",
}  # fmt: skip
LICENSE = dict.fromkeys(["Extend", "Edit", "Rotate key", "Suspend", "Revoke"], "osf")
ISSUING = {"Import CSV": "osf", "Issue license": "osf"}
AS_DOCUMENT = {"View as code": "osr"}
# By place, what is offered to which role. `row` is the menu of the row that is named below, `details`
# what opens beside the table, `fields` whether anything can be switched or typed.
OFFERED: dict[str, dict[str, str]] = {
    "tenants": {"Create tenant": "os"},
    "tenants row": TENANT,
    "tenants details": TENANT
    | {"Grant plan": "of", "Revoke Business": "of", "Issue license": "osf", "Add entry": "os"},
    "tenants/deleted": {"Create tenant": "os"},
    "people": {"View erased users": "osfr"},
    "people row": PERSON,
    "people details": PERSON | {"Add email address": "os", "Add phone number": "os"},
    "licenses": ISSUING,
    "licenses row": LICENSE,
    "licenses details": LICENSE,
    "licenses/differences": ISSUING,
    "applications": AS_DOCUMENT | {"Create application": "o"},
    "applications row": EDITS,
    "applications/mobile": AS_DOCUMENT | {"Create application": "o", "Add app": "o"},
    "tokens": {"Create template": "o"},
    "tokens/rules": {"Create template": "o"}
    | dict.fromkeys(["Add rule", "Move rule 1 up", "Move rule 1 down", "Remove rule 1"], "o")
    | dict.fromkeys(["Add condition", "Remove condition 1"], "o"),
    "roles": AS_DOCUMENT | {"Create role": "o"},
    "roles row": EDITS,
    "roles details": EDITS,
    "permissions": AS_DOCUMENT | {"Create permission": "o", "Create category": "o"},
    "permissions row": {"Edit": "o"},
    "permissions fields": {"change": "o"},
    "plans": AS_DOCUMENT | {"Create plan": "of"},
    "plans row": {"Edit": "of", "Delete": "of"},
    "plans/billing": AS_DOCUMENT | {"Create plan": "of"},
    "plans/billing fields": {"change": "o"},
    "features": AS_DOCUMENT | {"Create feature": "of"},
    "flags": AS_DOCUMENT | {"Create feature flag": "of"},
    "flags/client": AS_DOCUMENT | {"Create feature flag": "of", "Add client flag": "o"},
    "flags/client fields": {"change": "o"},
    "entitlements": {"Grant plan": "of"},
    "sign-in": AS_DOCUMENT,
    "sign-in fields": {"change": "o"},
    "messages": AS_DOCUMENT | {"Edit": "o", "Show": "sr"},
    "brand": AS_DOCUMENT,
    "brand fields": {"change": "o"},
    "portal": AS_DOCUMENT,
    "portal fields": {"change": "o"},
    "portal/audit-log": AS_DOCUMENT,
    "portal/audit-log fields": {"change": "o"},
    "portal/entries": AS_DOCUMENT | {"Add entry": "o"},
    "portal/entries row": {"Edit": "o", "Remove": "o"},
    "events": AS_DOCUMENT | {"Create event": "o"},
    "webhooks": {"Add webhook": "o"},
    "prehooks": AS_DOCUMENT | {"Add prehook": "o"},
    "configuration": {"Review changes": "o"},
    "configuration fields": {"change": "o"},
    "configuration/workspace": AS_DOCUMENT,
    "configuration/workspace fields": {"change": "o"},
    "staff": {"Add staff member": "o"},
    "staff row": {"Change role": "o", "Remove": "o"},
    "system": {"Rotate key": "o"},
}
ROWS = {
    "tenants": "Acme Labs",
    "people": "Ada Admin",
    "licenses": "Acme Labs",
    "applications": "Academy",
    "roles": "Editor",
    "permissions": "Delete sub account",
    "plans": "Team",
    "portal/entries": "adminBox",
    "staff": "Odile Owner",
}
DETAILS = ("tenants", "people", "licenses", "roles", "audits")
# What only shows, and what opens what the table lists by itself.
READS = re.compile(r"^(Next page|Previous page|Close|More actions|Actions for .*|Copy .*)$")
# Neither tabs nor what narrows a table, nor the rows and heads of one.
BUTTONS = "button:not([role=tab], [aria-haspopup], [aria-hidden=true], tbody *, thead *)"
FIELDS = "input[role=switch]:enabled, tbody input[type=checkbox]:enabled, textarea:not([readonly])"
ON_ITS_WAY = "[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root"


@pytest.mark.parametrize("letter", ROLES)
async def test_each_role_is_offered_what_the_table_says(
    new_window: NewWindow, vendor: Vendor, chosen: Sample, letter: str
):
    """A window complains of whatever is refused: nothing there asks for what the role may not see."""
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, ROLES[letter])
    seen = [path for path in SECTIONS if path in SEES.get(ROLES[letter], SECTIONS)]
    looked_at = chosen.pick(f"offers {letter}", seen, VISITS)
    found: dict[str, set[str]] = {}
    for path in looked_at:
        await visit(page, path)
        found |= await offered_at(page, path)
    expected = {
        place: {name for name, who in offers.items() if letter in who}
        for place, offers in OFFERED.items()
        if place.split()[0] in looked_at
    }
    assert found == {place: names for place, names in expected.items() if names}


async def offered_at(page: Page, path: str) -> dict[str, set[str]]:
    main = page.get_by_role("main")
    await expect(main.locator(ON_ITS_WAY)).to_have_count(0)
    found = {path: await names_of(main.locator(BUTTONS))}
    if await main.locator(FIELDS).count():
        found[f"{path} fields"] = {"change"}
    if path in ROWS:
        menu = main.get_by_role("button", name=f"Actions for {ROWS[path]}", exact=True)
        found[f"{path} row"] = await menu_of(page, menu)
    if path in DETAILS:
        row = main.locator("tbody").get_by_role("button", name=re.compile(f"^{ROWS.get(path, '')}"))
        await row.first.click()
        details = page.get_by_role("dialog")
        await expect(details.get_by_role("button", name=re.compile("^Copy ")).first).to_be_visible()
        await expect(details.locator(ON_ITS_WAY)).to_have_count(0)
        found[f"{path} details"] = await names_of(details.get_by_role("button")) | await menu_of(
            page, details.get_by_role("button", name="More actions")
        )
    return {place: names for place, names in found.items() if names}


async def names_of(buttons: Locator) -> set[str]:
    """One for each template, of which there are many."""
    found: list[str] = await buttons.evaluate_all(
        "all => all.filter((one) => one.checkVisibility())"
        ".map((one) => one.getAttribute('aria-label') ?? one.innerText.trim())"
    )
    return {re.sub(r"^(Edit|Show) [A-Z].*", r"\1", name) for name in found if not READS.match(name)}


async def menu_of(page: Page, button: Locator) -> set[str]:
    if not await button.count():
        return set()
    await button.click()
    items = page.get_by_role("menuitem")
    await expect(items.first).to_be_visible()
    await expect(page.locator(KEYS_IN_MENU)).to_have_count(1)
    found = await names_of(items)
    await page.keyboard.press("Escape")
    await expect(items).to_have_count(0)
    return found
