"""The vendor's own webhooks in the console: added, tried, switched on, heard of every tenant, taken away."""

import asyncio
import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.connectivity.receiver import Receiver, Reply
from tests.e2e.api import join
from tests.e2e.browser import DESKTOP, PATIENCE_MS
from tests.e2e.conftest import NewWindow
from tests.e2e.factors import Vendor
from tests.e2e.test_console_roles import enter_as
from tests.e2e.test_every_page import LOOKS, RULES_OF, faults, too_wide
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser


async def shown(page: Page, what: Locator) -> None:
    """A worker sends it in its own time; the log is read when the page is."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while not await what.count():
            await page.reload()
            await titled(page, "Webhooks")
            await page.wait_for_load_state("networkidle")


async def test_an_owner_hears_of_every_tenant(new_window: NewWindow, vendor: Vendor):
    receiver = Receiver()
    serving = await receiver.serve()
    window = await new_window()
    page = window.page
    await enter_as(window, vendor, "owner")
    await page.get_by_role("navigation").get_by_role("link", name="Webhooks", exact=True).click()
    await titled(page, "Webhooks")
    await expect(page.get_by_role("row", name=re.compile("Data warehouse"))).to_be_visible()

    await page.get_by_role("button", name="Add webhook").first.click()
    dialog = page.get_by_role("dialog", name="Add webhook")
    await dialog.get_by_label("Name").fill("Our ERP")
    await dialog.get_by_label("URL").fill(receiver.url)
    await dialog.get_by_role("combobox", name="Events").fill("Account created")
    await page.get_by_role("option", name="Account created", exact=True).click()
    await page.keyboard.press("Tab")
    await dialog.get_by_role("button", name="Generate").click()
    await dialog.get_by_role("button", name="Add webhook").click()

    details = page.get_by_role("dialog", name="Our ERP")
    await details.get_by_role("button", name="Send test event").click()
    await expect(
        details.get_by_text("The endpoint accepted the test event (status 200).")
    ).to_be_visible()
    assert "webhook-signature" in receiver.received[0].headers
    await details.get_by_role("switch", name="Send events").click()
    await expect(page.get_by_text("Our ERP turned on")).to_be_visible()

    receiver.reply = lambda _: Reply(500, "out of order")
    await join(await new_window())
    await shown(page, details.get_by_text("Status 500"))
    await expect(details.get_by_role("link", name="Newcomers")).to_be_visible()
    receiver.reply = lambda _: Reply()
    await details.get_by_role("button", name="Resend").click()
    # A page that is loaded anew takes back what it has not sent.
    await expect(page.get_by_text("Resending event")).to_be_visible()
    await shown(page, details.get_by_text("Delivered", exact=True))
    assert receiver.keys()[-1] == "frontegg.tenant.created"

    found: dict[str, list[str]] = {}
    for look, (size, scheme) in LOOKS.items():
        await window.look(size, scheme)
        found[look] = await faults(page, RULES_OF[scheme])
    await window.look((320, 640), "light")
    found["width"] = await too_wide(page, 320)
    assert {name: one for name, one in found.items() if one} == {}

    await window.look(DESKTOP, "light")
    await details.get_by_role("button", name="Edit").click()
    edit = page.get_by_role("dialog", name="Edit Our ERP")
    await edit.get_by_label("Name").fill("Our warehouse")
    await edit.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_role("dialog", name="Our warehouse")).to_be_visible()
    await page.get_by_role("button", name="Delete", exact=True).click()
    question = page.get_by_role("dialog", name=re.compile("^Delete Our warehouse"))
    await question.get_by_role("textbox").fill("Our warehouse")
    await question.get_by_role("button", name="Delete webhook").click()
    await expect(page.get_by_role("row", name=re.compile("Our warehouse"))).to_have_count(0)
    serving.close()
