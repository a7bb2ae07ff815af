"""Another plan, another card, an end, and going on after all."""

import asyncio
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from tests.billing.buyer import BILLING, INVOICES, METHODS, Buyer, Plan, refusal
from tests.billing.stand_in import StandIn


@pytest.fixture
async def paid(buyer: Buyer, cards: StandIn, basic: Plan) -> dict[str, object]:
    await buyer.with_card(cards)
    assert (await buyer.subscribe(basic)).status_code == 200
    cards.charges.clear()
    return await buyer.subscription()


@pytest.fixture
def card(buyer: Buyer, cards: StandIn, paid) -> str:
    [only] = cards.methods
    return only


async def test_a_dearer_plan_is_charged_as_previewed(
    buyer: Buyer, cards: StandIn, paid, card, pro: Plan, audit
):
    path = f"{BILLING}/subscriptions/v1/{paid['id']}/previews"
    preview = await buyer.get(path, params={"planId": pro.id})
    assert (preview["amountDue"], preview["total"], preview["currency"]) == (1800, 1800, "usd")
    answer = await buyer.change(paid, pro, card, prorationDate=preview["prorationDate"])
    assert answer.status_code == 200, answer.text
    assert cards.charges == [1800]
    assert (await buyer.subscription())["plan"] == {"slug": pro.key}
    assert (await buyer.summary())["currentPlanId"] == pro.id
    assert "billing.subscription_plan_changed" in await audit(buyer)
    clock.advance_clock(timedelta(hours=2))
    late = await buyer.change(paid, pro, card, prorationDate=preview["prorationDate"])
    assert refusal(late) == (400, "request.invalid")


async def test_clicked_twice_it_is_charged_once(
    buyer: Buyer, cards: StandIn, paid, card, pro: Plan
):
    answers = await asyncio.gather(*(buyer.change(paid, pro, card) for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    assert (await buyer.change(paid, pro, card)).status_code == 200
    assert cards.charges == [1800]


async def test_an_answer_that_is_lost_charges_once(
    buyer: Buyer, cards: StandIn, paid, card, pro: Plan, basic: Plan
):
    cards.loses_answers = True
    lost = await buyer.change(paid, pro, card)
    assert refusal(lost) == (503, "billing.provider_unavailable")
    # The outcome is unknown: anything else waits.
    other = cards.add_card(await buyer.customer(), "1111")
    assert refusal(await buyer.change(paid, pro, other)) == (409, "billing.under_way")
    cards.loses_answers = False
    assert (await buyer.change(paid, pro, card)).status_code == 200
    assert cards.charges == [1800]


async def test_a_cheaper_plan_is_credited_where_the_vendor_allows_it(
    buyer: Buyer, cards: StandIn, paid, card, pro: Plan, basic: Plan, world
):
    await buyer.change(paid, pro, card)
    cards.charges.clear()
    await world.configure("update vendor set allow_plan_downgrade = false")
    assert refusal(await buyer.change(paid, basic, card)) == (403, "billing.not_offered")
    rules = await buyer.get(f"{BILLING}/configurations/vendor-public-configurations/v1")
    assert rules == {"allowPlanDowngrade": False, "allowPlanCancellation": True}
    await world.configure("update vendor set allow_plan_downgrade = true")
    assert (await buyer.change(paid, basic, card)).status_code == 200
    assert cards.charges == []
    assert (await buyer.subscription())["plan"] == {"slug": basic.key}


async def test_a_declined_change_changes_nothing(
    buyer: Buyer, cards: StandIn, paid, pro: Plan, basic: Plan
):
    bad = cards.add_card(await buyer.customer(), "0002", declines=True)
    assert refusal(await buyer.change(paid, pro, bad)) == (409, "billing.card_declined")
    assert (await buyer.subscription())["plan"] == {"slug": basic.key}
    good = cards.add_card(await buyer.customer(), "4444")
    assert (await buyer.change(paid, pro, good)).status_code == 200
    assert cards.charges == [1800]
    [default] = [one for one in await buyer.get(METHODS) if one["isDefault"]]
    assert default["externalId"] == good


async def test_another_card_alone_charges_nothing(
    buyer: Buyer, cards: StandIn, paid, basic: Plan, audit
):
    new = cards.add_card(await buyer.customer(), "5556")
    assert (await buyer.change(paid, basic, new)).status_code == 200
    assert cards.charges == []
    assert cards.subscriptions[str(paid["externalId"])][1].method == new
    assert [one["last4"] for one in await buyer.get(METHODS)] == ["5556", "4242"]
    assert "billing.subscription_card_changed" in await audit(buyer)


@pytest.mark.parametrize("whose", ["nobody", "another customer"])
async def test_a_card_of_another_customer_is_refused(
    buyer: Buyer, cards: StandIn, paid, basic: Plan, whose: str
):
    stranger = "pm_unknown" if whose == "nobody" else cards.add_card("cus_stranger")
    answer = await buyer.change(paid, basic, stranger)
    assert refusal(answer) == (404, "billing.payment_method_not_found")


async def test_an_open_payment_is_paid_with_another_card(
    buyer: Buyer, cards: StandIn, paid, basic: Plan, pro: Plan, read
):
    customer = await buyer.customer()
    invoice = cards._bill(customer, str(paid["externalId"]), 1200, "open")
    cards.set_status(str(paid["externalId"]), "past_due", latest_invoice=invoice)
    await read(buyer)
    good = cards.add_card(customer, "4444")
    assert refusal(await buyer.change(paid, pro, good)) == (409, "billing.not_now")
    assert (await buyer.change(paid, basic, good)).status_code == 200
    assert cards.charges == [1200]
    assert (await buyer.subscription())["status"] == "active"
    assert {one["status"] for one in await buyer.get(INVOICES)} == {"paid"}


async def test_it_is_canceled_at_the_end_of_the_period_and_renewed(
    buyer: Buyer, cards: StandIn, paid, audit
):
    assert refusal(await buyer.put(paid, "renewals")) == (409, "billing.not_now")
    assert (await buyer.put(paid, "cancellations")).status_code == 200
    canceled = await buyer.subscription()
    assert (canceled["status"], canceled["cancellation"]) == ("active", {"policy": "atPeriodEnd"})
    assert refusal(await buyer.put(paid, "cancellations")) == (409, "billing.not_now")
    assert (await buyer.put(paid, "renewals")).status_code == 200
    assert (await buyer.subscription())["cancellation"] is None
    assert cards.charges == []
    assert {"billing.subscription_canceled", "billing.subscription_renewed"} <= await audit(buyer)


async def test_what_has_ended_is_neither_canceled_nor_changed(
    buyer: Buyer, cards: StandIn, paid, card, pro: Plan, read
):
    cards.set_status(str(paid["externalId"]), "canceled", ended_at=clock.now())
    await read(buyer)
    assert (await buyer.subscription())["status"] == "canceled"
    assert "currentPlanId" not in await buyer.summary()
    for answer in (
        await buyer.put(paid, "cancellations"),
        await buyer.put(paid, "renewals"),
        await buyer.change(paid, pro, card),
    ):
        assert refusal(answer) == (409, "billing.not_now")


async def test_the_vendor_may_keep_cancellations_to_itself(buyer: Buyer, paid, world):
    await world.configure("update vendor set allow_plan_cancellation = false")
    assert refusal(await buyer.put(paid, "cancellations")) == (403, "billing.not_offered")


@pytest.mark.parametrize("what", ["cancellations", "renewals"])
async def test_an_unknown_subscription_is_not_found(buyer: Buyer, cards, what: str):
    answer = await buyer.put({"id": str(buyer.person.id)}, what)
    assert refusal(answer) == (404, "billing.subscription_not_found")
    assert answer.json()["errors"] == ["Subscription not found."]


@pytest.mark.parametrize("generation", [f"{BILLING}/subscriptions/v1", None])
async def test_both_generations_of_clients_are_answered(buyer: Buyer, paid, generation):
    path = generation or "/subscriptions/resources/subscriptions/v1"
    assert await buyer.get(path) == [paid]
    assert await buyer.get(f"{path}/{paid['id']}") == paid
    browser = buyer.person.browser
    assert (await browser.put(f"{path}/{paid['id']}/cancellations/", json={})).status_code == 200
    assert (await browser.put(f"{path}/{paid['id']}/renewals/", json={})).status_code == 200
