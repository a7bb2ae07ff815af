"""The whole path in one process: the portal's calls, a browser with a card, the official SDK, the provider's
own events."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.kit.resources import Resources
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.cards.subscriptions.clockwork import run_due
from tests.billing.buyer import (
    BILLING,
    INVOICES,
    METHODS,
    PLANS,
    SETUPS,
    STRIPE,
    Buyer,
    Plan,
    refusal,
)
from tests.conftest import CARD_PROVIDER
from tests.world import World

GOOD = "4242 4242 4242 4242"
OTHER = "5555 5555 5555 4444"
DECLINED = "4000 0000 0000 0341"  # saved, and declined when it is charged
API = fixtures.API_PATH

AddCard = Callable[..., Awaitable[str]]


@pytest.fixture
async def team(sell) -> Plan:
    plan: Plan = await sell(fixtures.TEAM_MONTHLY_PRICE_ID)
    return plan


@pytest.fixture
async def business(sell) -> Plan:
    plan: Plan = await sell(fixtures.BUSINESS_MONTHLY_PRICE_ID)
    return plan


@pytest.fixture
def add_card(buyer: Buyer, client: httpx.AsyncClient) -> AddCard:
    """As the provider's fields do it in the browser; the provider's id of the card."""

    async def add(number: str = GOOD) -> str:
        made = (await buyer.person.browser.post(SETUPS, json={})).json()
        answer = await client.post(
            f"{API}/v1/setup_intents/{made['id']}/confirm",
            data={
                "client_secret": made["setupIntentSecret"],
                "payment_method_data[type]": "card",
                "payment_method_data[card][number]": number,
                "payment_method_data[card][exp_month]": "12",
                "payment_method_data[card][exp_year]": str(clock.now().year + 8),
                "payment_method_data[card][cvc]": "123",
                "payment_method_data[billing_details][name]": "Pat Doe",
            },
            headers={"authorization": f"Bearer {CARD_PROVIDER.publishable_key}"},
        )
        assert answer.status_code == 200, answer.text
        assert answer.json()["status"] == "succeeded", answer.text
        card: str = answer.json()["payment_method"]
        return card

    return add


@pytest.fixture
def switch(client: httpx.AsyncClient) -> Callable[..., Awaitable[None]]:
    async def turn_on(name: str, **more: Any) -> None:
        answer = await client.post(f"{API}/control", json={"switch": name, **more})
        assert answer.status_code == 204, answer.text

    return turn_on


@pytest.fixture(autouse=True)
async def nothing_switched_on(client: httpx.AsyncClient) -> AsyncIterator[None]:
    yield
    await client.post(f"{API}/control", json={"action": "clear_switches"})


@pytest.fixture
def time_passes(resources: Resources, run_jobs) -> Callable[..., Awaitable[None]]:
    """What the provider does meanwhile, and the events that it sends; people look with the usual clock."""

    async def pass_by(**time: float) -> None:
        clock.advance_clock(timedelta(**time))
        for _ in range(3):
            await run_due(resources[CardSimulator])
            await run_jobs()
        clock.reset_clock()

    return pass_by


async def test_a_subscription_from_the_card_to_the_end(
    buyer: Buyer, team: Plan, business: Plan, add_card, run_jobs, time_passes, audit, db
):
    assert any(one["id"] == team.id and one["price"]["amount"] == 1200
               for one in await buyer.get(PLANS))  # fmt: skip
    card = await add_card()
    await run_jobs()
    [method] = await buyer.get(METHODS)
    assert (method["externalId"], method["isDefault"], method["last4"]) == (card, True, "4242")
    assert "billing.card_added" in await audit(buyer)

    answer = await buyer.subscribe(team)
    assert answer.status_code == 200, answer.text
    one = await buyer.subscription()
    assert (one["status"], one["plan"]) == ("active", {"slug": team.key})
    assert (await buyer.summary())["currentPlanId"] == team.id
    [invoice] = await buyer.get(INVOICES)
    assert (invoice["totalAmount"], invoice["paid"]) == (1200, True)
    covers = "select covers_until from billing_invoices where tenant_id = $1"
    covered = await db.connection.fetchval(covers, buyer.person.tenant_id)
    assert timedelta(days=27) < covered - clock.now() < timedelta(days=32)
    pdf = await buyer.person.browser.get(f"{INVOICES}/{invoice['id']}/pdf")
    assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-"), pdf.text

    path = f"{BILLING}/subscriptions/v1/{one['id']}/previews"
    preview = await buyer.get(path, params={"planId": business.id})
    when = preview["prorationDate"]
    answer = await buyer.change(one, business, card, prorationDate=when)
    assert answer.status_code == 200, answer.text
    charged = (await buyer.get(INVOICES))[0]
    assert (charged["totalAmount"], charged["paid"]) == (preview["amountDue"], True)
    assert 0 < preview["amountDue"] <= 1800
    assert (await buyer.subscription())["plan"] == {"slug": business.key}

    await run_jobs()  # all that the provider had to say of it changes nothing
    assert (await buyer.subscription())["plan"] == {"slug": business.key}
    assert len(await buyer.get(INVOICES)) == 2

    assert (await buyer.put(one, "cancellations")).status_code == 200
    assert (await buyer.subscription())["cancellation"] == {"policy": "atPeriodEnd"}
    assert (await buyer.put(one, "renewals")).status_code == 200
    await time_passes(days=32)
    renewed = await buyer.subscription()
    assert (renewed["status"], renewed["cancellation"]) == ("active", None)
    assert renewed["currentPeriodStart"] == one["currentPeriodEnd"]
    assert sorted(one["totalAmount"] for one in await buyer.get(INVOICES))[-1] == 3000

    assert (await buyer.put(one, "cancellations")).status_code == 200
    await time_passes(days=64)
    assert (await buyer.subscription())["status"] == "canceled"
    assert "currentPlanId" not in await buyer.summary()


async def test_a_declined_card_begins_nothing_and_another_one_pays(
    buyer: Buyer, team: Plan, add_card, run_jobs
):
    await add_card(DECLINED)
    await run_jobs()
    declined = await buyer.subscribe(team)
    assert refusal(declined) == (409, "billing.card_declined"), declined.text
    assert all(not one["paid"] for one in await buyer.get(INVOICES))
    begun = await buyer.get("/subscriptions/resources/subscriptions/v1")
    assert [one["status"] for one in begun if one["status"] == "active"] == []
    good = await add_card(OTHER)
    await run_jobs()
    assert [one["externalId"] for one in await buyer.get(METHODS) if one["isDefault"]] == [good]
    assert (await buyer.subscribe(team)).status_code == 200
    assert [one["totalAmount"] for one in await buyer.get(INVOICES) if one["paid"]] == [1200]


async def test_a_trial_is_confirmed_with_a_card(
    buyer: Buyer, sell, add_card, run_jobs, time_passes
):
    plan = await sell(fixtures.TEAM_MONTHLY_PRICE_ID, trial_days=14)
    answer = await buyer.subscribe(plan)
    assert answer.status_code == 200, answer.text
    one = await buyer.subscription()
    assert (one["status"], one["trialEnd"]) == ("trialing", one["currentPeriodEnd"])
    assert (await buyer.summary()).get("paymentMethodId") is None
    card = await add_card()
    confirmed = await buyer.change(one, plan, card)
    assert confirmed.status_code == 200, confirmed.text
    assert (await buyer.summary())["paymentMethodId"]
    assert all(one["totalAmount"] == 0 for one in await buyer.get(INVOICES))
    await time_passes(days=15)
    assert (await buyer.subscription())["status"] == "active"
    assert max(one["totalAmount"] for one in await buyer.get(INVOICES)) == 1200


async def test_a_trial_without_a_card_ends(buyer: Buyer, sell, time_passes):
    plan = await sell(fixtures.TEAM_MONTHLY_PRICE_ID, trial_days=14)
    await buyer.subscribe(plan)
    await time_passes(days=15)
    assert (await buyer.subscription())["status"] == "canceled"


async def test_without_a_card_the_open_payment_is_paid_by_the_next(
    buyer: Buyer, team: Plan, add_card, run_jobs
):
    begun = (await buyer.subscribe(team)).json()
    one = await buyer.subscription()
    assert one["status"] == "incomplete"
    assert begun["subscriptionSecret"]
    card = await add_card()
    paid = await buyer.change(one, team, card)
    assert paid.status_code == 200, paid.text
    await run_jobs()
    assert (await buyer.subscription())["status"] == "active"
    [invoice] = await buyer.get(INVOICES)
    assert (invoice["totalAmount"], invoice["paid"]) == (1200, True)


async def test_billing_details_reach_the_provider(buyer: Buyer, add_card, run_jobs):
    await add_card()
    await run_jobs()
    [method] = await buyer.get(METHODS)
    body = {"email": "bills@acme.test", "address": {"addressLine1": "1 High St", "country": "GB"}}
    path = f"{METHODS}/{method['id']}/billing-details"
    answer = await buyer.person.browser.patch(path, json=body)
    assert answer.status_code == 200, answer.text
    [changed] = await buyer.get(METHODS)
    assert changed["billingDetails"]["email"] == "bills@acme.test"
    assert changed["billingDetails"]["address"]["country"] == "GB"


async def test_two_accounts_are_two_customers(buyer: Buyer, world: World, team: Plan, add_card):
    await add_card()
    await buyer.subscribe(team)
    stranger = Buyer(await world.person("Admin"))
    assert await stranger.get(METHODS) == []
    own = await buyer.get(f"{STRIPE}/customers/v1/{buyer.person.tenant_id}")
    assert await stranger.customer() != own["stripeCustomerId"]


@pytest.mark.parametrize("name", ["webhook.duplicate", "webhook.reorder"])
async def test_events_twice_and_in_disorder_end_in_one_state(
    buyer: Buyer, team: Plan, add_card, run_jobs, time_passes, switch, name: str
):
    """In disorder: the first waits until another has arrived."""
    times = 50 if name == "webhook.duplicate" else 1
    await switch(name, times=times)
    await add_card()
    await buyer.subscribe(team)
    await run_jobs()
    one = await buyer.subscription()
    await switch(name, times=times)
    await buyer.put(one, "cancellations")
    await run_jobs()
    await time_passes(days=32)
    assert (await buyer.subscription())["status"] == "canceled"
    assert len(await buyer.get(METHODS)) == 1


async def test_a_provider_that_is_down_says_so_and_charges_once(
    buyer: Buyer, team: Plan, add_card, run_jobs, switch
):
    await add_card()
    await run_jobs()
    await switch("api.error", times=20, value="500")
    assert refusal(await buyer.subscribe(team)) == (503, "billing.provider_unavailable")
    await switch("api.error", times=0)
    assert (await buyer.subscribe(team)).status_code == 200
    assert [one["totalAmount"] for one in await buyer.get(INVOICES)] == [1200]


async def test_without_any_event_the_end_is_found(
    buyer: Buyer, team: Plan, add_card, run_jobs, time_passes, switch, housekeeping
):
    await switch("webhook.drop", times=100)
    await add_card()
    await buyer.subscribe(team)
    await buyer.put(await buyer.subscription(), "cancellations")
    await time_passes(days=32)
    assert (await buyer.subscription())["status"] == "active"
    clock.advance_clock(timedelta(days=32))
    await housekeeping()
    await run_jobs()
    clock.reset_clock()
    assert (await buyer.subscription())["status"] == "canceled"
