"""The console in German: nothing stays English, is cut off, or is wider than a desktop or a phone."""

import re

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.browser import DESKTOP, PHONE, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console_roles import enter_as
from tests.e2e.test_every_page import cut_off, too_wide
from tests.e2e.test_languages import english_on

pytestmark = pytest.mark.browser

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmütze" * 4
# Those in which the demo has the words of people, or none that English has too.
PATHS = [
    "overview", "connections", "licenses/all", "licenses/differences", "licenses/payment-events",
    "applications/mobile", "tokens", "tokens/rules", "roles", "permissions", "plans/billing", "features",
    "flags", "flags/client", "entitlements", "sign-in/ways", "sign-in/passwords", "sign-in/factors",
    "sign-in/sso", "sign-in/social", "messages/mail", "messages/sms", "brand", "portal",
    "portal/audit-log", "portal/entries", "events", "webhooks", "prehooks", "configuration",
    "configuration/workspace", "system",
]  # fmt: skip
NARROW = (320, 640)  # a desktop's window at 400 %


async def in_german(window: Window, vendor: Vendor) -> Page:
    await enter_as(window, vendor, "owner")
    await window.page.evaluate("localStorage.setItem('gatehouse-language', 'de')")
    return window.page


async def test_every_section(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    page = await in_german(window, vendor)
    found: dict[str, list[str]] = {}
    for path in PATHS:
        await page.goto(f"/console/{path}")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await page.wait_for_load_state("networkidle")
        found[path] = await english_on(page)
        for size in (DESKTOP, NARROW):
            await window.look(size, "light")
            found[path] += [*await too_wide(page, size[0]), *await cut_off(page)]
        await window.look(DESKTOP, "light")
    assert {path: faults for path, faults in found.items() if faults} == {}


async def with_long_words(route: Route) -> None:
    answer = await route.fetch()
    text = re.sub(r'"(name|key)":"(Editor|Admin)"', rf'"\1":"{LONG}"', await answer.text())
    await route.fulfill(response=answer, body=text)


async def test_one_long_word_pushes_nothing_out(new_window: NewWindow, vendor: Vendor):
    window = await new_window()
    page = await in_german(window, vendor)
    await page.route("**/identity/resources/roles/v1**", with_long_words)
    await page.goto("/console/roles")
    await expect(page.get_by_text(LONG).first).to_be_visible()
    for size in (DESKTOP, PHONE, NARROW):
        await window.look(size, "light")
        assert [*await too_wide(page, size[0]), *await cut_off(page)] == []
    await window.look(DESKTOP, "light")
    for menu in await page.get_by_role("button", name=re.compile("^Aktionen")).all():
        box = await menu.bounding_box()
        assert box
        assert box["x"] + box["width"] < DESKTOP[0]
