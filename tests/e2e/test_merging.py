"""A user merges two accounts: support asks, both mailboxes agree, either address signs in."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.api import CHOSEN, join, sign_in
from tests.e2e.browser import PHONE, Window
from tests.e2e.conftest import NewWindow
from tests.e2e.entering import give_password
from tests.e2e.factors import Vendor
from tests.e2e.outbox import follow_mail, mailed_links
from tests.e2e.test_console_roles import enter_as
from tests.e2e.test_every_page import LOOKS, RULES_OF, cut_off, faults, too_wide
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

ME = "/identity/resources/users/v2/me"
LOOK = "/identity/resources/merge-requests/v1/verify"
QUESTION, REASON = "Merge your", "Ticket 4711: signed up twice"


async def ask_both(page: Page, goes: str, stays: str) -> None:
    """In the console, from the menu of the one who goes."""
    await page.goto(f"/console/people?filter={goes}")
    await (
        page.get_by_role("row", name=re.compile(re.escape(goes)))
        .get_by_role("button", name=re.compile("ctions"))
        .click()
    )
    await page.get_by_role("menuitem", name="Merge into another account").click()
    dialog = page.get_by_role("dialog", name=re.compile("^Merge Nora Newcomer"))
    await dialog.get_by_role("combobox", name="Account to keep").fill(stays)
    await page.get_by_role("option", name=re.compile(re.escape(stays))).click()
    await dialog.get_by_label("Reason").fill(REASON)
    await dialog.get_by_role("button", name="Request merge").click()
    await expect(
        page.get_by_text(f"Confirmation requests sent to {goes} and {stays}")
    ).to_be_visible()


async def looks_right(window: Window, page: Page) -> dict[str, list[str]]:
    """In light, in dark, and on a phone."""
    before, window.page = window.page, page
    found: dict[str, list[str]] = {}
    for look, (size, scheme) in LOOKS.items():
        await window.look(size, scheme)
        found[look] = await faults(page, RULES_OF[scheme]) + await cut_off(page)
    await window.look(PHONE, "light")
    found["width"] = await too_wide(page, PHONE[0])
    window.page = before
    return {look: wrong for look, wrong in found.items() if wrong}


async def signs_in(window: Window, address: str, places: int) -> None:
    """With the password that both had; of how many accounts they are a member."""
    # A page that finds its session gone would have the next one ask for the password of its person.
    await window.page.goto("about:blank")
    await window.context.clear_cookies()
    await give_password(window.page, address)
    await window.page.wait_for_url(re.compile("/oauth/portal/profile"))
    token = await sign_in(window, address, CHOSEN)
    headers = {"authorization": f"Bearer {token}"}
    mine = await window.context.request.get(f"{ME}/tenants", headers=headers)
    await expect(mine).to_be_ok()
    assert len(await mine.json()) == places


async def test_two_accounts_are_merged(new_window: NewWindow, vendor: Vendor):
    person = await new_window()
    person.allow(LOOK, 404)
    goes, _ = await join(person)
    await person.context.clear_cookies()
    stays, _ = await join(person)
    await person.context.clear_cookies()
    support = await new_window()
    await enter_as(support, vendor, "support")
    await ask_both(support.page, goes, stays)
    await support.page.get_by_role("tab", name="Merge requests").click()
    asked = support.page.get_by_role("row", name=re.compile(re.escape(goes)))
    await expect(asked.get_by_text("Awaiting both confirmations")).to_be_visible()

    page = await follow_mail(person, goes, QUESTION)
    await titled(page, "Merge your accounts?")
    await expect(page.get_by_text("This account will be closed")).to_be_visible()
    await expect(page.get_by_text(goes)).to_be_visible()
    await expect(page.get_by_text(stays)).to_have_count(0)
    assert await looks_right(person, page) == {}
    await page.get_by_role("button", name="Merge accounts").click()
    await titled(page, "Merge confirmed")
    # Opened again the link has expired, and starts no session.
    await page.reload()
    await titled(page, "This request is closed")

    page = await follow_mail(person, stays, QUESTION)
    await expect(page.get_by_text("The other account will be closed")).to_be_visible()
    await page.get_by_role("button", name="Merge accounts").click()
    await titled(page, "Accounts merged")
    await mailed_links(person, goes, "have been merged")
    await mailed_links(person, stays, "have been merged")

    await support.page.reload()
    await expect(asked.get_by_text("Completed", exact=True)).to_be_visible()
    for address in (goes, stays):
        await signs_in(person, address, 2)


async def test_a_user_who_did_not_ask_refuses_the_merge(new_window: NewWindow, vendor: Vendor):
    person, support = await new_window(), await new_window()
    person.allow(LOOK, 404)
    goes, _ = await join(person)
    await person.context.clear_cookies()
    stays, _ = await join(person)
    await person.context.clear_cookies()
    await enter_as(support, vendor, "support")
    await ask_both(support.page, goes, stays)
    page = await follow_mail(person, stays, QUESTION)
    await page.get_by_role("button", name="This wasn’t me").click()
    await titled(page, "No changes made")
    page = await follow_mail(person, goes, QUESTION)
    await titled(page, "This request is closed")
    await support.page.get_by_role("tab", name="Merge requests").click()
    asked = support.page.get_by_role("row", name=re.compile(re.escape(goes)))
    await expect(asked.get_by_text(f"Declined by {stays}")).to_be_visible()
    await signs_in(person, goes, 1)
