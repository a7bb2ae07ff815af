"""The console, as one of the vendor's own people works in it."""

import re
from uuid import uuid4

import pytest
from playwright.async_api import Locator, Page, expect

from gatehouse.demo.names import ADMINISTRATOR, AUTHENTICATOR, OWNER, PASSWORD
from tests.e2e.api import join
from tests.e2e.browser import DESKTOP, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import app_code
from tests.e2e.test_every_page import LOOKS, RULES_OF, faults, too_wide
from tests.e2e.tour import titled
from tests.sample import VISITS, Sample

pytestmark = pytest.mark.browser

SECTIONS = {
    "overview": "Overview",
    "tenants": "Tenants",
    "tenants/deleted": "Tenants",
    "people": "Users",
    "people/merges": "Users",
    "connections": "Connections",
    "licenses": "Licenses",
    "licenses/differences": "Licenses",
    "applications": "Applications",
    "applications/mobile": "Applications",
    "tokens": "Token templates",
    "tokens/rules": "Token templates",
    "roles": "Roles",
    "permissions": "Permissions",
    "plans": "Plans",
    "plans/billing": "Plans",
    "features": "Features",
    "flags": "Feature flags",
    "flags/client": "Feature flags",
    "entitlements": "Entitlements",
    "sign-in": "Sign-in",
    "messages": "Messages",
    "brand": "Brand",
    "portal": "Portal",
    "portal/audit-log": "Portal",
    "portal/entries": "Portal",
    "events": "Events",
    "webhooks": "Webhooks",
    "prehooks": "Prehooks",
    "configuration": "Configuration",
    "configuration/workspace": "Configuration",
    "staff": "Staff",
    "audits": "Audit log",
    "system": "System",
}


async def enter(window: Window) -> None:
    """Through the sign-in page, with the second factor; codes count once, so it is the only entrance here."""
    page = window.page
    await page.goto("/console")
    await page.get_by_label("Email").fill(OWNER)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("Enter the code from your authenticator app.")).to_be_visible()
    code = await app_code(window, AUTHENTICATOR)
    await page.get_by_label("Six-digit code").press_sequentially(code)
    await titled(page, "Overview")


async def go(page: Page, name: str) -> None:
    await page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
    await titled(page, name)


async def search(page: Page, label: str, text: str) -> None:
    await page.get_by_role("searchbox", name=label).fill(text)


async def test_an_owner_works_in_it(new_window: NewWindow, chosen: Sample):
    customer = await new_window()
    email, _ = await join(customer)
    colleague, _ = await join(await new_window())

    window = await new_window()
    page = window.page
    await enter(window)

    await go(page, "Tenants")
    await search(page, "Search tenants", "Acme Eu")
    await page.get_by_role("button", name=re.compile("^Acme Europe")).click()
    details = page.get_by_role("dialog", name="Acme Europe")
    await expect(details.get_by_role("link", name=re.compile("users"))).to_be_visible()
    await expect(details.get_by_role("link", name="Acme Germany")).to_be_visible()
    await page.keyboard.press("Escape")

    await deletes_and_restores(page)

    await go(page, "Users")
    await search(page, "Search by name or email", email)
    row = page.get_by_role("row", name=re.compile(re.escape(email)))
    await row.get_by_role("button", name=re.compile("^Nora Newcomer")).click()
    person = page.get_by_role("dialog", name="Nora Newcomer")
    await person.get_by_role("button", name="More actions").click()
    await page.get_by_role("menuitem", name="Lock").click()
    await page.get_by_role("button", name="Lock Nora Newcomer").click()
    await expect(person.get_by_text("Locked")).to_be_visible()
    await person.get_by_role("button", name="Unlock").click()
    await expect(person.get_by_text("Active", exact=True)).to_be_visible()
    await acts_for(page, person, await new_window())
    await page.keyboard.press("Escape")

    await names_an_app(page)

    await go(page, "Staff")
    await page.get_by_role("button", name="Add staff member").click()
    dialog = page.get_by_role("dialog", name="Add staff member")
    await dialog.get_by_label("Email").fill(colleague)
    await dialog.get_by_role("button", name="Add staff member").click()
    await expect(page.get_by_role("row", name=re.compile(colleague))).to_be_visible()

    await go(page, "Audit log")
    await search(page, "Search the log", colleague)
    await expect(page.get_by_text(f"Added {colleague} to staff")).to_be_visible()

    await go(page, "System")
    await expect(page.get_by_role("table", name="Signing keys")).to_be_visible()

    found: dict[str, list[str]] = {}
    for path in chosen.pick("console", list(SECTIONS), VISITS):
        await window.look(DESKTOP, "light")
        await page.goto(f"/console/{path}")
        await titled(page, SECTIONS[path])
        await page.wait_for_load_state("networkidle")
        for look, (size, scheme) in LOOKS.items():
            await window.look(size, scheme)
            found[f"{path} {look}"] = await faults(page, RULES_OF[scheme])
        # As wide as a desktop's window at 400 %.
        await window.look((320, 640), "light")
        found[f"{path} width"] = await too_wide(page, 320)
    assert {name: faults for name, faults in found.items() if faults} == {}


async def deletes_and_restores(page: Page) -> None:
    """One is left deleted, so that the list is not empty."""
    for name in ("Umbrella", "Initech"):
        await go(page, "Tenants")
        await page.get_by_role("button", name="Create tenant").click()
        creating = page.get_by_role("dialog", name="Create tenant")
        await creating.get_by_label("Name").fill(name)
        await creating.get_by_role("button", name="Create tenant").click()
        await search(page, "Search tenants", name)
        await page.get_by_role("button", name=f"Actions for {name}").click()
        await page.get_by_role("menuitem", name="Delete").click()
        question = page.get_by_role("dialog", name=f"Delete {name}?")
        await expect(question.get_by_text("You can restore the tenant until")).to_be_visible()
        async with page.expect_download() as download:
            await question.get_by_role("button", name="Export data first").click()
        assert (await download.value).suggested_filename == f"{name}.jsonl"
        await question.get_by_role("textbox").fill(name)
        await question.get_by_role("button", name=f"Delete {name}").click()
        await page.get_by_role("tab", name="Deleted").click()
        row = page.get_by_role("row", name=re.compile(name))
        await expect(row).to_be_visible()
        await expect(row).to_contain_text(OWNER)
    await page.get_by_role("button", name="Actions for Umbrella").click()
    await page.get_by_role("menuitem", name="Restore").click()
    await expect(page.get_by_role("row", name=re.compile("Umbrella"))).to_be_hidden()
    await page.get_by_role("tab", name="All tenants").click()
    await search(page, "Search tenants", "Umbrella")
    await expect(page.get_by_role("row", name=re.compile("Umbrella"))).to_be_visible()


async def names_an_app(page: Page) -> None:
    """What phones are told has it; nothing is left of it."""
    name = "ABCDE12345.com.umbrella.app"
    await go(page, "Applications")
    await page.get_by_role("tab", name="Mobile apps").click()
    await page.get_by_role("button", name="Add app").click()
    dialog = page.get_by_role("dialog", name="Add app")
    await dialog.get_by_label("App ID", exact=True).fill(name)
    await dialog.get_by_role("button", name="Add app").click()
    told = page.get_by_role("region", name="Association file for iOS")
    await expect(told).to_contain_text(f'"{name}"')
    await page.get_by_role("button", name=f"Actions for {name}").click()
    await page.get_by_role("menuitem", name="Remove").click()
    await page.get_by_role("button", name=f"Remove {name}").click()
    await expect(told).not_to_contain_text(name)
    await expect(page.get_by_text("No apps yet")).to_be_visible()


async def acts_for(page: Page, person: Locator, private: Window) -> None:
    """By a link, in a window without a session."""
    await person.get_by_role("button", name="Impersonate").click()
    dialog = page.get_by_role("dialog", name="Impersonate Nora Newcomer")
    await dialog.get_by_label("Reason").fill("Ticket 4711")
    await dialog.get_by_role("button", name="Create link").click()
    ready = page.get_by_role("dialog", name="Open the link within two minutes")
    link = await ready.get_by_label("Link", exact=True).input_value()
    await ready.get_by_role("button", name="Done").click()
    await private.page.goto(link)
    await private.page.get_by_role("button", name="Start").click()
    await expect(private.page.get_by_text("You are impersonating Nora Newcomer")).to_be_visible()


async def test_a_customers_administrator_finds_nothing_there(new_window: NewWindow):
    window = await new_window(ADMINISTRATOR)
    window.allow("/vendor/resources/staff/v1/token", 403)
    await window.page.goto(f"/console/people/{uuid4()}")
    await expect(window.page.get_by_text("You do not have access to the console")).to_be_visible()
