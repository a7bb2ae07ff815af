"""The card provider's objects as facts (reference payments-protocols B3).

Current versions of its API keep the period on the subscription's item, older ones on the subscription; an
invoice's subscription has moved, too.
"""

from datetime import UTC, datetime
from typing import Any

from gatehouse.billing.provider.port import (
    Address,
    CardFact,
    CardPriceFact,
    CardSubscriptionFact,
    EventFact,
    InvoiceFact,
    StartedSubscription,
)

INTERVALS = ("day", "week", "month", "year")


def subscription_of(found: dict[str, Any]) -> CardSubscriptionFact:
    item = found["items"]["data"][0]
    return CardSubscriptionFact(
        id=found["id"],
        item=item["id"],
        status=found["status"],
        price=item["price"]["id"],
        method=id_of(found.get("default_payment_method")),
        latest_invoice=id_of(found.get("latest_invoice")),
        started_at=_to_datetime(found.get("start_date") or found["created"]),
        period_starts_at=_to_datetime(_period_bound(found, item, "current_period_start")),
        period_ends_at=_to_datetime(_period_bound(found, item, "current_period_end")),
        trial_ends_at=_some_time(found.get("trial_end")),
        cancels_at_period_end=_will_cancel(found, item),
        canceled_at=_some_time(found.get("canceled_at")),
        ended_at=_some_time(found.get("ended_at")),
    )


def method_of(found: dict[str, Any]) -> CardFact | None:
    """None for what is no card."""
    card = found.get("card")
    if found.get("type") != "card" or not card:
        return None
    billed = found.get("billing_details") or {}
    address = billed.get("address") or {}
    return CardFact(
        id=found["id"],
        customer=id_of(found.get("customer")),
        brand=card["brand"],
        last4=card["last4"],
        exp_month=card["exp_month"],
        exp_year=card["exp_year"],
        name=billed.get("name") or "",
        email=billed.get("email"),
        address=Address(
            **{name: address.get(name) for name in Address.__slots__},
        ),
        created_at=_to_datetime(found["created"]),
    )


def invoice_of(found: dict[str, Any]) -> InvoiceFact:
    parent = ((found.get("parent") or {}).get("subscription_details") or {}).get("subscription")
    paid_at = (found.get("status_transitions") or {}).get("paid_at")
    return InvoiceFact(
        id=found["id"],
        subscription=id_of(parent) or id_of(found.get("subscription")),
        number=found.get("number"),
        receipt_number=found.get("receipt_number"),
        status=found["status"],
        currency=found["currency"],
        total=found["total"],
        created_at=_to_datetime(found["created"]),
        paid_at=_some_time(paid_at),
        covers_until=_covers_until(found),
    )


def _covers_until(found: dict[str, Any]) -> datetime | None:
    lines = (found.get("lines") or {}).get("data") or []
    ends = [(line.get("period") or {}).get("end") for line in lines]
    return _some_time(max((end for end in ends if isinstance(end, int)), default=None))


def price_of(found: dict[str, Any]) -> CardPriceFact | None:
    """None for what is not charged by period at a fixed amount."""
    recurring, amount = found.get("recurring") or {}, found.get("unit_amount")
    if amount is None or recurring.get("interval") not in INTERVALS:
        return None
    return CardPriceFact(
        id=found["id"],
        product=id_of(found["product"]) or "",
        amount=amount,
        currency=found["currency"],
        every=recurring["interval"],
        every_count=recurring.get("interval_count") or 1,
    )


def begun_of(found: dict[str, Any]) -> StartedSubscription:
    """Of a subscription whose `latest_invoice` and `pending_setup_intent` are whole."""
    setup, invoice = found.get("pending_setup_intent"), found.get("latest_invoice")
    for holder in (setup, *(_invoice_payments(invoice) if found["status"] == "incomplete" else ())):
        if isinstance(holder, dict) and holder.get("client_secret"):
            return StartedSubscription(found["id"], holder["client_secret"])
    return StartedSubscription(found["id"], None)


def event_of(found: dict[str, Any]) -> EventFact:
    changed = found["data"]["object"]
    is_customer = changed.get("object") == "customer"
    customer = changed.get("id") if is_customer else id_of(changed.get("customer"))
    if customer is None:  # such as a card that was just taken away
        customer = id_of((found["data"].get("previous_attributes") or {}).get("customer"))
    named = None if customer is None else _storable_text(customer)
    return EventFact(_storable_text(found["id"]), _storable_text(found["type"]), named)


def _storable_text(found: Any) -> str:
    """`ValueError` for what cannot be stored as a text."""
    if not isinstance(found, str) or "\x00" in found:
        raise ValueError("not a text")
    found.encode()  # no half of a surrogate pair
    return found


def id_of(found: Any) -> str | None:
    """Of an object that is whole or only named."""
    return found.get("id") if isinstance(found, dict) else found


def _invoice_payments(invoice: Any) -> tuple[Any, ...]:
    if not isinstance(invoice, dict):
        return ()
    return invoice.get("confirmation_secret"), invoice.get("payment_intent")


def _period_bound(found: dict[str, Any], item: dict[str, Any], name: str) -> int:
    return int(item.get(name) or found[name])


def _will_cancel(found: dict[str, Any], item: dict[str, Any]) -> bool:
    """Whether the subscription ends with its period, including an end that was set as a date."""
    ends = found.get("cancel_at")
    return bool(found.get("cancel_at_period_end")) or (
        ends is not None and ends <= _period_bound(found, item, "current_period_end")
    )


def _to_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _some_time(seconds: int | None) -> datetime | None:
    return None if seconds is None else _to_datetime(seconds)
