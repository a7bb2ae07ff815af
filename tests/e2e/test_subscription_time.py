"""What time does to a subscription, on a server whose clock is moved: trials end, bills come, cards fail."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

import httpx
import pytest
from playwright.async_api import Browser, Locator, expect

from gatehouse_simulators.checkout import fixtures
from tests.e2e.browser import PATIENCE_MS, window
from tests.e2e.subscriber import (
    FAILS_LATER,
    PAYS,
    NewSubscriber,
    Subscriber,
    key_of_provider,
    new_subscriber,
)
from tests.e2e.tour import pay, titled
from tests.process.server import Server

pytestmark = pytest.mark.browser

PassTime = Callable[[Subscriber, timedelta], Awaitable[None]]


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The clock of other tests is not moved."""
    server = Server(tmp_path_factory.mktemp("time") / "data", env="demo")
    try:
        server.start()
        yield server
    finally:
        server.clean_up()


@pytest.fixture
async def subscriber(browser: Browser, own_server: Server) -> AsyncIterator[NewSubscriber]:
    key = key_of_provider(own_server.data_dir)
    made: list[Subscriber] = []
    async with AsyncExitStack() as stack:

        async def make(**bought) -> Subscriber:
            opened = await stack.enter_async_context(window(browser, own_server.url))
            made.append(await new_subscriber(opened, key, **bought))
            # Until the provider's news has come, a page may ask what one that has ended costs.
            opened.allow(f"/api/v1/licenses/{(await made[-1].license())['id']}/preview", 409)
            return made[-1]

        yield make
    assert [complaint for one in made for complaint in one.window.complaints] == []


@pytest.fixture
async def pass_time(own_server: Server) -> AsyncIterator[PassTime]:
    """The clock goes on, the provider does what has come due, and the administrator signs in again."""
    async with httpx.AsyncClient(base_url=own_server.url, timeout=PATIENCE_MS / 1000) as http:

        async def wait(buyer: Subscriber, by: timedelta) -> None:
            # No page of the old session asks anything while it ends.
            await buyer.page.goto("about:blank")
            move = {"advanceSeconds": int(by.total_seconds())}
            (await http.post("/dev/clock", json=move)).raise_for_status()
            due = {"action": "run_due"}
            (await http.post(f"{fixtures.MOUNT_PATH}/control", json=due)).raise_for_status()
            await buyer.sign_in_again()

        yield wait


async def until_paid_period_ends(buyer: Subscriber) -> timedelta:
    """As the provider says: its clock is the server's."""
    [running] = await buyer.at_provider(
        "GET", f"/subscriptions?customer_id={await buyer.customer_id()}"
    )
    ends = datetime.fromisoformat(running["current_billing_period"]["ends_at"])
    began = datetime.fromisoformat(running["current_billing_period"]["starts_at"])
    return ends - began + timedelta(minutes=5)


async def see(buyer: Subscriber, *words: str) -> None:
    """On the card of the license, as soon as the news of the provider has come."""
    await buyer.at_billing()
    for one in words:
        found = buyer.card.get_by_text(one).first
        for _ in range(20):
            if await found.is_visible():
                break
            await buyer.page.reload()
            await titled(buyer.page, "Billing")
        await expect(found).to_be_visible()


async def test_a_trial_ends_and_is_bought(subscriber: NewSubscriber, pass_time):
    buyer = await subscriber()
    trial = await buyer.license()
    await pass_time(buyer, timedelta(days=16))
    await buyer.page.goto("/general")
    await expect(buyer.page.get_by_text("Your trial has ended")).to_be_visible()
    await buyer.buy(2)
    paid = await buyer.license()
    assert (paid["fingerprint"], paid["isOver"]) == (trial["fingerprint"], False)
    assert len(await buyer.charges()) == 1


async def test_a_card_fails_at_the_renewal_and_another_one_pays(
    subscriber: NewSubscriber, pass_time
):
    buyer = await subscriber(seats=2, number=FAILS_LATER)
    await pass_time(buyer, await until_paid_period_ends(buyer))
    await see(buyer, "Payment failed", "Works until")
    assert len(await buyer.charges()) == 1
    await buyer.card.get_by_role("link", name="Update payment method").click()
    await expect(buyer.checkout).to_be_visible()
    await pay(buyer.page, PAYS)
    await buyer.see_paid(2)
    await see(buyer, "Paid")
    assert len(await buyer.charges()) == 2


async def test_a_subscription_lapses_and_is_bought_again(subscriber: NewSubscriber, pass_time):
    buyer = await subscriber(seats=2)
    before = await buyer.license()
    ends = await until_paid_period_ends(buyer)
    await buyer.choose("Cancel subscription")
    dialog = buyer.page.get_by_role("dialog", name=re.compile("Cancel the subscription"))
    await dialog.get_by_role("button", name="Cancel subscription").click()
    await buyer.has("Ends soon")
    await pass_time(buyer, ends)
    await see(buyer, "Ended", "Subscribe again")
    assert len(await buyer.charges()) == 1
    await buyer.buy(4)
    after = await buyer.license()
    assert (after["fingerprint"], after["key"]) == (before["fingerprint"], before["key"])
    assert len(await buyer.charges()) == 2


async def test_a_pause_is_resumed_and_paid_once(subscriber: NewSubscriber):
    buyer = await subscriber(seats=2)
    [running] = await buyer.at_provider(
        "GET", f"/subscriptions?customer_id={await buyer.customer_id()}"
    )
    await buyer.at_provider(
        "POST", f"/subscriptions/{running['id']}/pause", effective_from="immediately"
    )
    await see(buyer, "Paused")
    await expect(buyer.card.get_by_role("link", name="Subscribe again")).to_have_count(0)
    await buyer.card.get_by_role("button", name="Resume subscription").dblclick()
    await see(buyer, "Paid")
    # The period that began with the resume.
    assert len(await buyer.charges()) == 2


async def test_fewer_seats_from_the_next_period_on(subscriber: NewSubscriber, pass_time):
    buyer = await subscriber(seats=3)
    page = buyer.page
    period = await until_paid_period_ends(buyer)
    for holder in ("ann@example.test", "bob@example.test"):
        await buyer.claim(holder)
    cost = await (await choose_later(buyer, 1)).inner_text()
    losing = page.get_by_role("region", name="Seats that would be released").get_by_role("row")
    await expect(losing.filter(has_text="ann@example.test")).to_have_count(1)
    await expect(losing.filter(has_text="bob@example.test")).to_have_count(0)
    await confirm_later(buyer)
    await buyer.has("of 3 in use", "Keep all seats")
    await buyer.card.get_by_role("button", name="Keep all seats").click()
    await expect(page.get_by_text("All seats kept")).to_be_visible()
    await expect(buyer.card.get_by_text("Keep all seats")).to_have_count(0)
    await expect(await choose_later(buyer, 1)).to_have_text(cost)
    await confirm_later(buyer)

    await pass_time(buyer, period - timedelta(minutes=50))
    await see(buyer, "of 1 in use")
    await expect(buyer.card.get_by_text("Keep all seats")).to_have_count(0)
    assert len(await buyer.charges()) == 1
    await pass_time(buyer, timedelta(hours=1))
    charges = await buyer.charges()
    assert [f"${cents / 100:.2f}" for cents in charges[1:]] == [cost]
    # Once, though the clock goes on.
    await pass_time(buyer, timedelta(hours=1))
    await see(buyer, "of 1 in use", "Paid")
    assert await buyer.charges() == charges


async def choose_later(buyer: Subscriber, seats: int) -> Locator:
    """Fewer, from the next period on; what is paid then, as it is shown beforehand."""
    page = buyer.page
    await buyer.choose_seats(seats)
    later = page.get_by_role("radio", name=re.compile(r"^On .*\. All seats work until then\.$"))
    await later.check()
    named = await page.get_by_text(
        re.compile(r"^On .*\. All seats work until then\.$")
    ).inner_text()
    date = named.removeprefix("On ").partition(". All")[0]
    line = page.get_by_text(f"On {date}", exact=True).locator("xpath=..")
    await expect(page.get_by_text("Due now")).to_have_count(0)
    # Until the new cost is known, the former one is shown and cannot be confirmed.
    await expect(page.get_by_role("button", name=f"Change to {seats} seat")).to_be_enabled()
    return line.get_by_role("definition")


async def confirm_later(buyer: Subscriber) -> None:
    await buyer.page.get_by_role("button", name="Change to 1 seat").click()
    await expect(buyer.page).to_have_url(re.compile("/billing$"))
    await buyer.has("1 seat", "Keep all seats")
