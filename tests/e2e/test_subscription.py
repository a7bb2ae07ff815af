"""A subscription in the browser, and what each step takes from the card: one charge, never two."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from gatehouse_simulators.checkout import fixtures
from tests.e2e.conftest import NewWindow
from tests.e2e.subscriber import (
    ASKS,
    DECLINED,
    OTHER,
    PAYS,
    NewSubscriber,
    Subscriber,
    begun_elsewhere,
    key_of_provider,
    new_subscriber,
)
from tests.e2e.tour import pay
from tests.process.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def subscriber(new_window: NewWindow, server: Server) -> NewSubscriber:
    # One that runs already keeps its data where `make run` is started.
    key = key_of_provider(getattr(server, "data_dir", Path(".gatehouse")))

    async def make(**bought) -> Subscriber:
        return await new_subscriber(await new_window(), key, **bought)

    return make


async def test_bought_with_a_discount_and_a_card_that_its_bank_asks_about(
    subscriber: NewSubscriber,
):
    buyer = await subscriber()
    page = buyer.page
    await buyer.edit()
    await page.get_by_label("Seats", exact=True).fill("3")
    await expect(page.get_by_role("heading", name="3 seats", exact=True)).to_be_visible()
    await page.get_by_label("Discount code").fill(fixtures.PERCENT_DISCOUNT_CODE.lower())
    await page.get_by_role("button", name="Apply").click()
    await expect(page.get_by_text("20% off")).to_be_visible()
    await page.get_by_role("button", name="Go to checkout").click()
    await pay(page, DECLINED)
    await expect(buyer.checkout.get_by_role("alert")).to_contain_text("declined")
    await pay(page, ASKS)
    await buyer.checkout.get_by_role("button", name="Refuse payment").click()
    await expect(buyer.checkout.get_by_role("alert")).to_contain_text("bank declined")
    assert (await buyer.license())["isTrial"]
    await pay(page, ASKS)
    await buyer.checkout.get_by_role("button", name="Approve payment").click()
    await buyer.see_paid(3)
    # 3 × $40, less 20 %, and 8.875 % tax of what is left.
    assert await buyer.charges() == [10_452]
    invoice = page.get_by_role("row").filter(has_text="$104.52")
    await expect(invoice.get_by_text("Paid", exact=True)).to_be_visible()


async def test_more_seats_fewer_seats_and_a_year(subscriber: NewSubscriber):
    buyer = await subscriber(seats=3)
    page = buyer.page
    await buyer.choose_seats(5)
    await expect(page.get_by_text("Due now")).to_be_visible()
    await buyer.confirm(5)
    assert len(await buyer.charges()) == 2
    await buyer.choose_seats(2)
    await expect(page.get_by_text("Credit toward future payments")).to_be_visible()
    await buyer.confirm(2)
    assert len(await buyer.charges()) == 2
    await buyer.edit()
    await page.get_by_role("radio", name=re.compile("^Yearly")).check()
    await expect(page.get_by_text("Due now")).to_be_visible()
    await page.get_by_role("button", name="Confirm change").click()
    await buyer.has("of 2 in use", "Yearly")
    assert len(await buyer.charges()) == 3


async def test_seats_that_are_held_are_freed_before_fewer_are_paid(subscriber: NewSubscriber):
    buyer = await subscriber(seats=3)
    for subject in ("ann@example.test", "bob@example.test"):
        await buyer.claim(subject)
    await buyer.choose_seats(1)
    held = buyer.page.get_by_role("region", name="Release seats first")
    await expect(held.get_by_role("row")).to_have_count(3)
    await held.get_by_role("button", name="Release seat for ann@example.test").click()
    await buyer.page.get_by_role("dialog").get_by_role("button", name="Release seat").click()
    await buyer.confirm(1)
    await buyer.has("1 of 1 in use")


async def test_canceled_and_taken_back_and_paid_with_another_card(subscriber: NewSubscriber):
    buyer = await subscriber(seats=2)
    page = buyer.page
    await buyer.choose("Cancel subscription")
    dialog = page.get_by_role("dialog", name=re.compile("Cancel the subscription"))
    await expect(dialog.get_by_text("All 2 seats work until")).to_be_visible()
    await dialog.get_by_role("button", name="Cancel subscription").click()
    await buyer.has("Ends soon", "Ends on")
    await buyer.card.get_by_role("button", name="Resume subscription").click()
    await buyer.has("Paid")
    await buyer.choose("Update payment method")
    await expect(buyer.checkout).to_be_visible()
    await pay(page, OTHER)
    await expect(page.get_by_role("heading", name="Card saved")).to_be_visible()
    await page.get_by_role("button", name="Done").click()
    await expect(page.get_by_text("Visa ending in 5556")).to_be_visible()
    assert len(await buyer.charges()) == 1


async def test_two_administrators_at_once_pay_once(
    subscriber: NewSubscriber, new_window: NewWindow
):
    one = await subscriber(seats=2)
    other = await one.other_window(new_window)
    both = (one, other)
    for each in both:
        await each.choose_seats(4)
    await asyncio.gather(*[_click_twice(each) for each in both])
    for each in both:
        await expect(each.page).to_have_url(re.compile("/billing$"))
        await each.has("of 4 in use")
    assert len(await one.charges()) == 2


async def _click_twice(buyer: Subscriber) -> None:
    await buyer.page.get_by_role("button", name="Change to 4 seats").dblclick()


async def test_a_payment_link_opens_one_checkout_for_its_owner_alone(
    subscriber: NewSubscriber, server: Server, new_window: NewWindow
):
    buyer = await subscriber()
    config = await buyer.read("paddle/checkout-config")
    fingerprint = (await buyer.license())["fingerprint"]
    transaction = await begun_elsewhere(server.url, config["customerId"], 2, fingerprint)
    link = f"/billing/checkout?_ptxn={transaction}"
    stranger = await subscriber()
    stranger.window.allow(f"/api/v1/paddle/transactions/{transaction}", 404)
    await stranger.page.goto(link)
    await expect(stranger.page.get_by_text("Checkout not found")).to_be_visible()
    await expect(stranger.checkout).to_have_count(0)
    late = await buyer.other_window(new_window)
    for one in (late, buyer):
        await one.page.goto(link)
        await expect(one.checkout).to_have_count(1)
    await pay(buyer.page, PAYS)
    await buyer.see_paid(2)
    await pay(late.page, PAYS)
    await expect(late.checkout.get_by_role("alert")).to_contain_text("paid or canceled elsewhere")
    late.window.complaints.clear()  # the refusal that was provoked
    assert (await buyer.license())["fingerprint"] == fingerprint
    await buyer.page.goto(link)
    await expect(buyer.page.get_by_text("This checkout is already paid")).to_be_visible()
    await expect(buyer.checkout).to_have_count(0)
    assert len(await buyer.charges()) == 1
