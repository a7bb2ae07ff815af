"""An organization and its card, from the first plan to the last."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.api import join
from tests.e2e.browser import Window
from tests.e2e.conftest import NewWindow
from tests.e2e.tour import titled

pytestmark = pytest.mark.browser

PAYS, DECLINED, ASKS = "4242 4242 4242 4242", "4000 0000 0000 0002", "4000 0025 0000 3155"
SUBSCRIPTION = "/oauth/portal/subscriptions"


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("Add card|Replace card"))


async def at_billing(window: Window) -> Page:
    """Of a new organization, whose only member may pay."""
    await join(window)
    await window.page.goto(SUBSCRIPTION)
    await titled(window.page, "Subscription")
    await expect(card(window.page, "Current plan")).to_contain_text("Free")
    return window.page


async def enter(page: Page, number: str) -> None:
    form = dialog(page)
    await form.get_by_label("Card number").fill(number)
    await form.get_by_label("Expiry").fill("1290")
    await form.get_by_label("Security code").fill("123")
    await form.get_by_role("button", name="Save card").click()


async def add_card(page: Page, number: str = PAYS) -> None:
    await card(page, "Payment method").get_by_role("button", name="Add card").click()
    await enter(page, number)
    await expect(page.get_by_text("Card saved")).to_be_visible()
    await expect(dialog(page)).to_have_count(0)


async def choose(page: Page, button: str, plan: str) -> None:
    await page.get_by_role("button", name=button).click()
    await titled(page, "Choose a plan")
    await page.get_by_role("button", name=re.compile(f"Choose {plan}")).click()
    await titled(page, "Confirm your plan")


async def confirm(page: Page, plan: str) -> None:
    await page.get_by_role("button", name=f"Confirm {plan}").click()
    await titled(page, f"You are subscribed to {plan}")
    await page.get_by_role("button", name="Go to subscription").click()
    await titled(page, "Subscription")


async def test_a_card_is_declined_and_one_that_its_bank_asks_about_is_added(new_window: NewWindow):
    window = await new_window()
    page = await at_billing(window)
    await card(page, "Payment method").get_by_role("button", name="Add card").click()
    await enter(page, DECLINED)
    await expect(dialog(page).get_by_role("alert")).to_contain_text("Your card was declined")
    bank = page.get_by_role("dialog", name="Confirm with your bank")
    await enter(page, ASKS)
    await bank.get_by_role("button", name="Refuse").click()
    await expect(dialog(page).get_by_role("alert")).to_contain_text(
        "could not verify your identity"
    )
    await enter(page, ASKS)
    await bank.get_by_role("button", name="Approve").click()
    await expect(card(page, "Payment method")).to_contain_text("Visa ending in 3155")
    # The provider's own answer to a declined card, under an address of its own each time.
    refused = re.compile(r"status of 402 .*/sim/cards/v1/setup_intents/")
    window.complaints = [one for one in window.complaints if not refused.search(one)]


async def test_a_plan_is_paid_changed_canceled_and_renewed(new_window: NewWindow):
    page = await at_billing(await new_window())
    await add_card(page)
    await choose(page, "Choose a plan", "Business")
    await expect(card(page, "Summary")).to_contain_text("$30")
    await confirm(page, "Business")
    current = card(page, "Current plan")
    await expect(current).to_contain_text("Active")
    row = card(page, "Invoices").get_by_role("row", name=re.compile(r"Paid.*\$30\.00"))
    async with page.expect_download() as started:
        await row.get_by_role("button", name=re.compile("Download the PDF of invoice")).click()
    file = await (await started.value).path()
    assert file.read_bytes().startswith(b"%PDF-")

    await choose(page, "Change plan", "Team")
    await expect(card(page, "Summary")).to_contain_text("Business, $30 per month")
    await expect(card(page, "Summary")).to_contain_text("$0.00")
    await confirm(page, "Team")
    await expect(current).to_contain_text("$12 per month")

    await page.get_by_role("button", name="Cancel plan").click()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel plan").click()
    await expect(current).to_contain_text("Your plan ends on")
    await page.get_by_role("button", name="Renew plan").click()
    await expect(current).to_contain_text("Next payment")
    await expect(current).not_to_contain_text("Your plan ends on")


async def test_a_trial_is_confirmed(new_window: NewWindow):
    page = await at_billing(await new_window())
    await add_card(page)
    await choose(page, "Choose a plan", "Team")
    await expect(card(page, "Summary")).to_contain_text("14 days free, then $12 per month")
    await confirm(page, "Team")
    current = card(page, "Current plan")
    await expect(current).to_contain_text("Then $12 is charged to Visa ending in 4242")
    await page.get_by_role("button", name="Continue with Team").click()
    await titled(page, "Confirm your plan")
    changes: list[str] = []
    page.on("request", lambda sent: changes.append(sent.method) if sent.method == "PUT" else None)
    await confirm(page, "Team")
    await expect(current).to_contain_text("Active")
    assert changes == []
