"""An account subscribes: once, whatever is clicked twice or lost, and has the plan from then on."""

import asyncio

import pytest

from gatehouse.kit import clock
from tests.billing.buyer import METHODS, MINE, PLANS, SUBSCRIBE, Buyer, Plan, refusal
from tests.billing.stand_in import StandIn

UNAVAILABLE = (503, "billing.provider_unavailable")


async def test_with_a_card_it_is_paid_at_once(buyer: Buyer, cards: StandIn, basic: Plan, audit):
    card = await buyer.with_card(cards)
    answer = await buyer.subscribe(basic)
    assert answer.status_code == 200, answer.text
    one = await buyer.subscription()
    assert answer.json() == {"subscriptionId": one["id"], "subscriptionSecret": None}
    assert cards.charges == [1200]
    assert (one["status"], one["plan"], one["cancellation"]) == (
        "active",
        {"slug": basic.key},
        None,
    )
    assert one["currentPeriodEnd"] > clock.now().isoformat()
    summary = await buyer.summary()
    assert summary["currentPlanId"] == basic.id
    assert summary["subscriptionId"] == one["id"]
    [method] = await buyer.get("/subscriptions/resources/billing/payment-methods/v1")
    assert (method["externalId"], method["isDefault"], method["last4"]) == (card, True, "4242")
    assert summary["paymentMethodId"] == method["id"]
    assert {
        "billing.subscription_created",
        "billing.subscription_status_changed",
        "billing.invoice_paid",
        "billing.card_added",
    } <= await audit(buyer)


async def test_without_a_card_the_browser_pays(buyer: Buyer, cards: StandIn, basic: Plan):
    begun = (await buyer.subscribe(basic)).json()
    one = await buyer.subscription()
    assert one["status"] == "incomplete"
    assert begun["subscriptionSecret"] == f"pi_secret_{one['externalId']}"
    # Asked again it is the same one.
    assert (await buyer.subscribe(basic)).json() == begun
    assert cards.charges == []
    card = await buyer.with_card(cards)
    answer = await buyer.change(one, basic, card)
    assert answer.status_code == 200, answer.text
    assert cards.charges == [1200]
    assert (await buyer.subscription())["status"] == "active"


async def test_only_the_first_subscription_has_a_trial(buyer: Buyer, cards, sell, read):
    plan = await sell(cards.sells(1200), trial_days=14)
    assert (await buyer.subscribe(plan)).json()["subscriptionSecret"]
    one = await buyer.subscription()
    assert (one["status"], cards.charges) == ("trialing", [])
    assert one["trialEnd"] == one["currentPeriodEnd"]
    cards.set_status(one["externalId"], "canceled", ended_at=clock.now())
    await read(buyer)
    await buyer.with_card(cards)
    assert (await buyer.subscribe(plan)).status_code == 200
    assert (await buyer.subscription())["status"] == "active"
    assert cards.charges == [1200]


async def test_a_double_click_and_two_administrators_pay_once(
    buyer: Buyer, cards: StandIn, basic: Plan, pro: Plan
):
    await buyer.with_card(cards)
    clicks = [buyer.subscribe(basic), buyer.subscribe(basic), buyer.subscribe(pro)]
    answers = await asyncio.gather(*clicks)
    assert sorted(answer.status_code for answer in answers)[0] == 200
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len(cards.charges) == 1
    assert len(cards.subscriptions) == 1


@pytest.mark.parametrize("then", ["the same", "another"])
async def test_an_answer_that_is_lost_costs_nothing_more(
    buyer: Buyer, cards: StandIn, basic: Plan, pro: Plan, then: str
):
    await buyer.with_card(cards)
    cards.loses_answers = True
    assert refusal(await buyer.subscribe(basic)) == UNAVAILABLE
    cards.loses_answers = False
    again = await buyer.subscribe(basic if then == "the same" else pro)
    # It has been begun: the account is read before anything is charged.
    assert refusal(again) == (409, "billing.already_subscribed")
    assert cards.charges == [1200]
    assert (await buyer.subscription())["status"] == "active"


async def test_a_repetition_before_anybody_could_know_charges_once(
    buyer: Buyer, cards: StandIn, basic: Plan, monkeypatch
):
    """The provider still works on what we gave up."""
    await buyer.with_card(cards)
    cards.loses_answers = True
    assert refusal(await buyer.subscribe(basic)) == UNAVAILABLE
    cards.loses_answers = False
    hidden = dict(cards.subscriptions)
    cards.subscriptions.clear()
    subscribe = cards.subscribe

    async def late(*given):
        cards.subscriptions.update(hidden)
        return await subscribe(*given)

    monkeypatch.setattr(cards, "subscribe", late)
    assert (await buyer.subscribe(basic)).status_code == 200
    assert cards.charges == [1200]


async def test_a_declined_card_begins_nothing(buyer: Buyer, cards: StandIn, basic: Plan):
    await buyer.with_card(cards, last4="0002", declines=True)
    declined = await buyer.subscribe(basic)
    assert refusal(declined) == (409, "billing.card_declined")
    assert declined.json()["errors"] == ["Your card was declined."]
    assert await buyer.get("/subscriptions/resources/subscriptions/v1") == []
    good = await buyer.with_card(cards)
    assert (await buyer.subscribe(basic)).status_code == 200
    assert cards.charges == [1200]
    [charged] = [one for one in await buyer.get(METHODS) if one["isDefault"]]
    assert charged["externalId"] == good


async def test_a_second_subscription_is_refused(
    buyer: Buyer, cards: StandIn, basic: Plan, pro: Plan
):
    await buyer.with_card(cards)
    await buyer.subscribe(basic)
    assert refusal(await buyer.subscribe(pro)) == (409, "billing.already_subscribed")
    assert cards.charges == [1200]


async def test_what_is_not_sold_cannot_be_bought(buyer: Buyer, cards: StandIn, sell):
    free = await sell(None)
    for plan in (free.id, free.key, "price_of_somebody_else"):
        answer = await buyer.person.browser.post(SUBSCRIBE, json={"stripePlanId": plan})
        assert refusal(answer) == (404, "billing.plan_not_found")
    bad = await buyer.person.browser.post(SUBSCRIBE, json={"stripePlanId": "../x"})
    assert bad.status_code == 400


async def test_the_account_has_the_plan_while_it_pays(
    buyer: Buyer, cards: StandIn, basic: Plan, world, read
):
    await world.configure(
        "insert into features (key, name, created_at, updated_at)"
        " values ('exports-paid', 'Exports', now(), now())"
    )
    await world.configure("update plans set features = '{exports-paid}' where key = $1", basic.key)

    async def has_it() -> bool:
        found = (await buyer.get(MINE))["features"]["exports-paid"]
        return bool(found["expireTime"] == -1)

    try:
        assert not await has_it()
        await buyer.with_card(cards)
        await buyer.subscribe(basic)
        assert await has_it()
        one = await buyer.subscription()
        cards.set_status(one["externalId"], "past_due")
        await read(buyer)
        assert (await buyer.subscription())["status"] == "expired"
        assert await has_it()
        cards.set_status(one["externalId"], "canceled", ended_at=clock.now())
        await read(buyer)
        assert not await has_it()
    finally:
        await world.configure("delete from features where key = 'exports-paid'")


async def test_the_plans_come_with_their_prices(
    buyer: Buyer, cards: StandIn, basic: Plan, pro: Plan, sell
):
    yearly = await sell(cards.sells(10_000, "year"))
    listed = [one for one in await buyer.get(PLANS) if one["slug"] in
              (basic.key, pro.key, yearly.key)]  # fmt: skip
    assert [one["slug"] for one in listed] == [yearly.key, basic.key, pro.key]
    assert listed[1] == {
        "id": basic.id,
        "externalId": cards.prices[basic.price].product,
        "name": basic.key.title(),
        "description": "",
        "slug": basic.key,
        "trialDays": None,
        "price": {
            "id": basic.price,
            "externalId": basic.price,
            "currency": "usd",
            "amount": 1200,
            "interval": "month",
            "intervalCount": 1,
        },
    }
    cards.is_away = True  # what was read once is known
    assert await buyer.get(f"{PLANS}/{basic.id}") == listed[1]


async def test_a_plan_that_is_free_can_be_shown(buyer: Buyer, cards: StandIn, sell, world):
    free = await sell(None)
    await world.configure("update vendor set default_plan = $1", free.key)
    summary = await buyer.summary()
    assert summary == {
        "providerType": "Stripe", "externallyManaged": False, "defaultPlanId": free.id,
    }  # fmt: skip
    shown = await buyer.get(f"{PLANS}/{summary['defaultPlanId']}")
    assert (shown["slug"], shown["price"]["amount"]) == (free.key, 0)
    missing = await buyer.person.browser.get(f"{PLANS}/{buyer.person.id}")
    assert refusal(missing) == (404, "billing.plan_not_found")


async def test_an_account_without_a_plan_asks_for_none(buyer: Buyer):
    """As the published clients do, which give up their summary when that is refused."""
    assert "currentPlanId" not in await buyer.summary()
    none = await buyer.person.browser.get(f"{PLANS}/undefined")
    assert (none.status_code, none.content) == (204, b"")
    unreadable = await buyer.person.browser.get(f"{PLANS}/undefine")
    assert unreadable.status_code == 400
