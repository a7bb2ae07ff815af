"""Fifty calls at once cost what one costs."""

import asyncio
from collections import Counter
from datetime import timedelta

from gatehouse.kit import clock
from tests.billing.buyer import SETUPS, Buyer, Plan
from tests.billing.stand_in import StandIn

MANY = 50


async def test_fifty_subscriptions_at_once_are_one(
    buyer: Buyer, cards: StandIn, basic: Plan, pro: Plan
):
    await buyer.with_card(cards)
    answers = await asyncio.gather(
        *(buyer.subscribe(pro if number % 2 else basic) for number in range(MANY))
    )
    assert {answer.status_code for answer in answers} == {200, 409}
    assert len(cards.charges) == len(cards.subscriptions) == 1


async def test_fifty_changes_at_once_are_charged_once(
    buyer: Buyer, cards: StandIn, basic: Plan, pro: Plan
):
    """Each of another preview, as several people see it."""
    card = await buyer.with_card(cards)
    assert (await buyer.subscribe(basic)).status_code == 200
    paid = await buyer.subscription()
    cards.charges.clear()
    now = clock.now().replace(microsecond=0)
    dates = [(now - timedelta(seconds=number)).isoformat() for number in range(MANY)]
    answers = await asyncio.gather(
        *(buyer.change(paid, pro, card, prorationDate=date) for date in dates)
    )
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert cards.charges == [1800]
    assert (await buyer.subscription())["status"] == "active"


async def test_of_fifty_cards_to_be_tried_out_at_once_ten_are(buyer: Buyer, cards: StandIn):
    await buyer.customer()
    browser = buyer.person.browser
    answers = await asyncio.gather(*(browser.post(SETUPS, json={}) for _ in range(MANY)))
    assert Counter(answer.status_code for answer in answers) == {200: 10, 429: MANY - 10}
