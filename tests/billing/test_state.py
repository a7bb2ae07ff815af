"""What the card provider's words mean here, case by case."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from gatehouse.billing.models import Price, Subscription
from gatehouse.billing.provider import facts
from gatehouse.billing.provider.port import EventFact
from gatehouse.billing.states import to_wire_status

NOW = datetime(2026, 5, 1, tzinfo=UTC)
SECONDS = int(NOW.timestamp())


def subscription(status: str, trial_ends_at: datetime | None = None) -> Subscription:
    return Subscription(
        "si_1", status, "price_1", None, None, NOW, NOW, NOW, trial_ends_at,
        cancels_at_period_end=False, canceled_at=None, ended_at=None,
        id=uuid4(), external_id="sub_1", plan=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("status", "shown"),
    [
        ("active", "active"),
        ("trialing", "trialing"),
        ("canceled", "canceled"),
        ("incomplete", "incomplete"),
        ("incomplete_expired", "expired"),
        ("past_due", "expired"),
        ("unpaid", "expired"),
        ("paused", "expired"),
        ("something new", "expired"),
    ],
)
def test_a_status_is_shown_in_our_words(status: str, shown: str):
    assert to_wire_status(subscription(status), NOW) == shown


def test_a_trial_ends_without_an_event():
    later = subscription("trialing", NOW + timedelta(days=1))
    assert to_wire_status(later, NOW) == "trialing"
    assert to_wire_status(later, NOW + timedelta(days=1)) == "trialEnded"


ITEM = {"id": "si_1", "price": {"id": "price_1"}, "quantity": 1}
PERIOD = {"current_period_start": SECONDS, "current_period_end": SECONDS + 10}
BODY = {"id": "sub_1", "status": "active", "created": SECONDS, "start_date": SECONDS}


@pytest.mark.parametrize(
    ("on_item", "on_subscription"), [(PERIOD, {}), ({}, PERIOD)], ids=["current", "older"]
)
@pytest.mark.parametrize(
    ("more", "cancels"),
    [
        ({}, False),
        ({"cancel_at_period_end": True}, True),
        ({"cancel_at": SECONDS + 10}, True),
        ({"cancel_at": SECONDS + 11}, False),
    ],
)
def test_a_subscription_is_read_from_every_version_of_the_api(
    on_item, on_subscription, more, cancels
):
    found = facts.parse_subscription(
        {**BODY, **on_subscription, **more, "items": {"data": [{**ITEM, **on_item}]}}
    )
    assert (found.period_starts_at, found.period_ends_at) == (NOW, NOW + timedelta(seconds=10))
    assert found.cancels_at_period_end is cancels


@pytest.mark.parametrize(
    "whose",
    [
        {"parent": {"subscription_details": {"subscription": "sub_1"}}},
        {"parent": {"subscription_details": {"subscription": {"id": "sub_1"}}}},
        {"subscription": "sub_1", "parent": None},
    ],
)
def test_an_invoice_names_its_subscription_in_every_version(whose):
    body = {"id": "in_1", "status": "paid", "currency": "jpy", "total": 500, "created": SECONDS}
    times = {"status_transitions": {"paid_at": SECONDS}}
    found = facts.parse_invoice({**body, **times, **whose})
    assert (found.subscription, found.total, found.paid_at) == ("sub_1", 500, NOW)


@pytest.mark.parametrize(
    ("price", "read"),
    [
        ({"unit_amount": 500, "recurring": {"interval": "month", "interval_count": 3}}, True),
        ({"unit_amount": None, "recurring": {"interval": "month"}}, False),
        ({"unit_amount": 500, "recurring": None}, False),
    ],
)
def test_only_a_fixed_amount_by_period_is_a_price(price, read):
    found = facts.parse_price({"id": "price_1", "product": "prod_1", "currency": "usd", **price})
    assert found == (Price("price_1", "prod_1", 500, "usd", "month", 3) if read else None)


@pytest.mark.parametrize(
    ("data", "customer"),
    [
        ({"object": {"object": "customer", "id": "cus_1"}}, "cus_1"),
        ({"object": {"object": "invoice", "customer": "cus_1"}}, "cus_1"),
        ({"object": {"object": "invoice", "customer": {"id": "cus_1"}}}, "cus_1"),
        ({"object": {"object": "payment_method", "customer": None},
          "previous_attributes": {"customer": "cus_1"}}, "cus_1"),
        ({"object": {"object": "price"}}, None),
    ],
)  # fmt: skip
def test_an_event_says_whose_it_is(data, customer):
    found = facts.parse_event({"id": "evt_1", "type": "some.thing", "data": data})
    assert found == EventFact("evt_1", "some.thing", customer)
