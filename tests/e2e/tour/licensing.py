"""The licensing portal, from the first organization to the checkout."""

import re

from playwright.async_api import Page, expect

from gatehouse.demo.names import ADMINISTRATOR
from tests.e2e.api import join
from tests.e2e.browser import Window
from tests.e2e.tour.stops import stop, titled


@stop("onboarding")
async def _onboarding(window: Window) -> None:
    await join(window)
    await window.page.goto("/")
    await titled(window.page, "Create your organization")


@stop("general-trial")
async def _general_trial(window: Window) -> None:
    await _onboarding(window)
    await window.page.get_by_role("button", name="Start trial").click()
    await titled(window.page, "General")
    await expect(window.page.get_by_text("Your trial ends in")).to_be_visible()


@stop("general", ADMINISTRATOR)
async def _general(window: Window) -> None:
    await window.page.goto("/general")
    await titled(window.page, "General")
    await expect(window.page.get_by_text("seats left")).to_be_visible()


@stop("billing", ADMINISTRATOR)
async def _billing(window: Window) -> None:
    await window.page.goto("/billing")
    await expect(window.page.get_by_role("article", name="Acme Labs")).to_be_visible()


@stop("buy-seats", ADMINISTRATOR)
async def _buy_seats(window: Window) -> None:
    await _billing(window)
    trial = window.page.get_by_role("article", name="Acme Labs")
    await trial.get_by_role("link", name="Buy seats").click()
    await expect(window.page.get_by_role("button", name="Go to checkout")).to_be_enabled()


@stop("checkout", ADMINISTRATOR)
async def _checkout(window: Window) -> None:
    await _buy_seats(window)
    await window.page.get_by_role("button", name="Go to checkout").click()
    await expect(window.page.get_by_role("dialog", name="Checkout")).to_be_visible()


@stop("checkout-declined", ADMINISTRATOR)
async def _checkout_declined(window: Window) -> None:
    await _checkout(window)
    await pay(window.page, "4000 0000 0000 0002")
    await expect(window.page.get_by_role("alert")).to_contain_text("Your card was declined")


async def pay(page: Page, number: str) -> None:
    """Fills the open checkout and presses its button."""
    checkout = page.get_by_role("dialog", name="Checkout")
    await checkout.get_by_label("Country").select_option("US")
    await checkout.get_by_label("Postal code").fill("10001")
    await checkout.get_by_label("Card number").fill(number)
    await checkout.get_by_label("Expiry").fill("12 / 40")
    await checkout.get_by_label("Security code").fill("123")
    await checkout.get_by_label("Name on card").fill("Nora Newcomer")
    await checkout.get_by_role("button", name=re.compile("^(Pay |Save card)")).click()


@stop("contact", ADMINISTRATOR)
async def _contact(window: Window) -> None:
    await window.page.goto("/contact")
    await titled(window.page, "Contact")
