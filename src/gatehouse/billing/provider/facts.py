"""The card provider's objects as facts (reference payments-protocols B3).

Current versions of its API keep the period on the subscription's item, older ones on the subscription; an
invoice's subscription has moved, too.
"""

from datetime import UTC, datetime
from typing import Any

from gatehouse.billing.models import Price
from gatehouse.billing.provider.port import (
    Address,
    CardFact,
    CardSubscriptionFact,
    EventFact,
    InvoiceFact,
    StartedSubscription,
)

INTERVALS = ("day", "week", "month", "year")


def parse_subscription(found: dict[str, Any]) -> CardSubscriptionFact:
    item = found["items"]["data"][0]
    return CardSubscriptionFact(
        id=found["id"],
        item=item["id"],
        status=found["status"],
        price=item["price"]["id"],
        method=parse_object_id(found.get("default_payment_method")),
        latest_invoice=parse_object_id(found.get("latest_invoice")),
        started_at=_to_datetime(found.get("start_date") or found["created"]),
        period_starts_at=_to_datetime(_parse_period_bound(found, item, "current_period_start")),
        period_ends_at=_to_datetime(_parse_period_bound(found, item, "current_period_end")),
        trial_ends_at=_to_optional_datetime(found.get("trial_end")),
        cancels_at_period_end=_ends_with_period(found, item),
        canceled_at=_to_optional_datetime(found.get("canceled_at")),
        ended_at=_to_optional_datetime(found.get("ended_at")),
    )


def parse_card(found: dict[str, Any]) -> CardFact | None:
    """None for what is no card."""
    card = found.get("card")
    if found.get("type") != "card" or not card:
        return None
    billed = found.get("billing_details") or {}
    address = billed.get("address") or {}
    return CardFact(
        id=found["id"],
        customer=parse_object_id(found.get("customer")),
        brand=card["brand"],
        last4=card["last4"],
        exp_month=card["exp_month"],
        exp_year=card["exp_year"],
        name=billed.get("name") or "",
        email=billed.get("email"),
        address=Address(**{name: address.get(name) for name in Address.__slots__}),
        created_at=_to_datetime(found["created"]),
    )


def parse_invoice(found: dict[str, Any]) -> InvoiceFact:
    parent = ((found.get("parent") or {}).get("subscription_details") or {}).get("subscription")
    paid_at = (found.get("status_transitions") or {}).get("paid_at")
    return InvoiceFact(
        id=found["id"],
        subscription=parse_object_id(parent) or parse_object_id(found.get("subscription")),
        number=found.get("number"),
        receipt_number=found.get("receipt_number"),
        status=found["status"],
        currency=found["currency"],
        total=found["total"],
        created_at=_to_datetime(found["created"]),
        paid_at=_to_optional_datetime(paid_at),
        covers_until=_parse_covers_until(found),
    )


def _parse_covers_until(found: dict[str, Any]) -> datetime | None:
    lines = (found.get("lines") or {}).get("data") or []
    ends = [(line.get("period") or {}).get("end") for line in lines]
    return _to_optional_datetime(max((end for end in ends if isinstance(end, int)), default=None))


def parse_price(found: dict[str, Any]) -> Price | None:
    """None for what is not charged by period at a fixed amount."""
    recurring, amount = found.get("recurring") or {}, found.get("unit_amount")
    if amount is None or recurring.get("interval") not in INTERVALS:
        return None
    return Price(
        id=found["id"],
        product=parse_object_id(found["product"]) or "",
        amount=amount,
        currency=found["currency"],
        every=recurring["interval"],
        every_count=recurring.get("interval_count") or 1,
    )


def parse_started_subscription(found: dict[str, Any]) -> StartedSubscription:
    """Of a subscription whose `latest_invoice` and `pending_setup_intent` are whole."""
    setup, invoice = found.get("pending_setup_intent"), found.get("latest_invoice")
    for holder in (setup, *(_list_payments(invoice) if found["status"] == "incomplete" else ())):
        if isinstance(holder, dict) and holder.get("client_secret"):
            return StartedSubscription(found["id"], holder["client_secret"])
    return StartedSubscription(found["id"], None)


def parse_event(found: dict[str, Any]) -> EventFact:
    changed = found["data"]["object"]
    is_customer = changed.get("object") == "customer"
    customer = changed.get("id") if is_customer else parse_object_id(changed.get("customer"))
    if customer is None:  # such as a card that was just taken away
        customer = parse_object_id((found["data"].get("previous_attributes") or {}).get("customer"))
    named = None if customer is None else _require_storable_text(customer)
    return EventFact(
        _require_storable_text(found["id"]), _require_storable_text(found["type"]), named
    )


def _require_storable_text(found: Any) -> str:
    """`ValueError` for what cannot be stored as a text."""
    if not isinstance(found, str) or "\x00" in found:
        raise ValueError("not a text")
    found.encode()  # no half of a surrogate pair
    return found


def parse_object_id(found: Any) -> str | None:
    """Of an object that is whole or only named."""
    return found.get("id") if isinstance(found, dict) else found


def _list_payments(invoice: Any) -> tuple[Any, ...]:
    if not isinstance(invoice, dict):
        return ()
    return invoice.get("confirmation_secret"), invoice.get("payment_intent")


def _parse_period_bound(found: dict[str, Any], item: dict[str, Any], name: str) -> int:
    return int(item.get(name) or found[name])


def _ends_with_period(found: dict[str, Any], item: dict[str, Any]) -> bool:
    """Whether the subscription ends with its period, including an end that was set as a date."""
    ends = found.get("cancel_at")
    return bool(found.get("cancel_at_period_end")) or (
        ends is not None and ends <= _parse_period_bound(found, item, "current_period_end")
    )


def _to_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _to_optional_datetime(seconds: int | None) -> datetime | None:
    return None if seconds is None else _to_datetime(seconds)
