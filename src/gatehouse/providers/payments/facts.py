"""Reads the provider's entities leniently: a missing field or an unknown word is never an error.

Webhook bodies and answers of the API have the same shape, so both are read here.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gatehouse.providers.payments.event import parse_moment
from gatehouse.providers.payments.port import (
    AdjustmentFact,
    CustomerFact,
    DiscountFact,
    Fact,
    MethodFact,
    PreviewFact,
    PriceFact,
    SubscriptionFact,
    SubscriptionLine,
    TransactionFact,
    TransactionTotals,
)

Entity = Mapping[str, Any]

REFERENCE = "organization_id"
MAX_TEXT = 500
MOST_LINES = 100
BIGGEST_QUANTITY = 10**7  # of so many lines the sum still fits into an integer of the database


def parse_event_fact(payload: Entity, occurred_at: datetime) -> Fact | None:
    kind = str(payload.get("event_type")).partition(".")[0]
    data = _read_object(payload, "data")
    readers = {
        "subscription": parse_subscription,
        "transaction": parse_transaction,
        "adjustment": parse_adjustment,
        "customer": parse_customer,
    }
    reader = readers.get(kind)
    return reader(data, occurred_at) if reader else None


def parse_subscription(
    data: Entity, occurred_at: datetime | None = None
) -> SubscriptionFact | None:
    updated_at = parse_moment(data.get("updated_at")) or occurred_at
    found = _read_required_texts(data, "id", "customer_id", "status")
    if not (found and updated_at):
        return None
    identifier, customer_id, status = found
    change = _read_object(data, "scheduled_change")
    return SubscriptionFact(
        id=identifier,
        status=status,
        customer_id=customer_id,
        custom_data=_read_object(data, "custom_data"),
        lines=_parse_lines(data),
        cycle=_read_text(_read_object(data, "billing_cycle"), "interval"),
        next_billed_at=parse_moment(data.get("next_billed_at")),
        period_starts_at=parse_moment(
            _read_object(data, "current_billing_period").get("starts_at")
        ),
        paused_at=parse_moment(data.get("paused_at")),
        canceled_at=parse_moment(data.get("canceled_at")),
        ends_at=_parse_scheduled_time(change, "cancel"),
        pauses_at=_parse_scheduled_time(change, "pause"),
        discount_id=_read_text(_read_object(data, "discount"), "id"),
        transaction_id=_read_text(data, "transaction_id"),
        updated_at=updated_at,
    )


def _parse_scheduled_time(change: Entity, action: str) -> datetime | None:
    return parse_moment(change.get("effective_at")) if change.get("action") == action else None


def parse_transaction(data: Entity, occurred_at: datetime | None = None) -> TransactionFact | None:
    updated_at = parse_moment(data.get("updated_at")) or occurred_at
    identifier, status = _read_text(data, "id"), _read_text(data, "status")
    if not (identifier and status and updated_at):
        return None
    return TransactionFact(
        id=identifier,
        status=status,
        origin=_read_text(data, "origin") or "unknown",
        customer_id=_read_text(data, "customer_id"),
        subscription_id=_read_text(data, "subscription_id"),
        custom_data=_read_object(data, "custom_data"),
        lines=_parse_lines(data),
        period_ends_at=parse_moment(_read_object(data, "billing_period").get("ends_at")),
        invoice_number=_read_text(data, "invoice_number"),
        currency_code=_read_text(data, "currency_code") or "",
        total=_parse_amount(
            _read_object(_read_object(data, "details"), "totals").get("grand_total")
        ),
        billed_at=parse_moment(data.get("billed_at")),
        updated_at=updated_at,
    )


def parse_adjustment(data: Entity, occurred_at: datetime | None = None) -> AdjustmentFact | None:
    updated_at = (
        parse_moment(data.get("updated_at")) or parse_moment(data.get("created_at")) or occurred_at
    )
    found = _read_required_texts(data, "id", "action", "status", "transaction_id", "customer_id")
    if not (found and updated_at):
        return None
    identifier, action, status, transaction_id, customer_id = found
    return AdjustmentFact(
        id=identifier,
        action=action,
        status=status,
        transaction_id=transaction_id,
        customer_id=customer_id,
        currency_code=_read_text(data, "currency_code") or "",
        total=abs(_parse_amount(_read_object(data, "totals").get("total")) or 0),
        updated_at=updated_at,
    )


def parse_customer(data: Entity, occurred_at: datetime | None = None) -> CustomerFact | None:
    updated_at = parse_moment(data.get("updated_at")) or occurred_at
    identifier, email = _read_text(data, "id"), _read_text(data, "email")
    if not (identifier and email and updated_at):
        return None
    reference = _read_text(_read_object(data, "custom_data"), REFERENCE)
    return CustomerFact(identifier, email, reference, updated_at)


def parse_discount(data: Entity) -> DiscountFact | None:
    found = _read_required_texts(data, "id", "code", "type")
    if not found:
        return None
    identifier, code, kind = found
    restricted = data.get("restrict_to")
    return DiscountFact(
        id=identifier,
        code=code,
        status=_read_text(data, "status") or "",
        description=_read_text(data, "description") or "",
        type=kind,
        amount=_read_text(data, "amount") or "0",
        currency_code=_read_text(data, "currency_code"),
        is_for_checkout=data.get("enabled_for_checkout") is True,
        recurs=data.get("recur") is True,
        recurring_intervals=_read_integer(data, "maximum_recurring_intervals"),
        usage_limit=_read_integer(data, "usage_limit"),
        times_used=_read_integer(data, "times_used") or 0,
        restrict_to=frozenset(map(str, restricted if isinstance(restricted, list) else [])),
        expires_at=parse_moment(data.get("expires_at")),
    )


def parse_method(data: Entity) -> MethodFact | None:
    kind, card = _read_text(data, "type"), _read_object(data, "card")
    if not kind:
        return None
    return MethodFact(
        type=kind,
        brand=_read_text(card, "type"),
        last4=_read_text(card, "last4"),
        expiry_month=_read_integer(card, "expiry_month"),
        expiry_year=_read_integer(card, "expiry_year"),
    )


def parse_price(data: Entity) -> PriceFact | None:
    identifier, product_id = _read_text(data, "id"), _read_text(data, "product_id")
    currency_code = _read_text(_read_object(data, "unit_price"), "currency_code")
    if not (identifier and product_id and currency_code):
        return None
    return PriceFact(identifier, product_id, currency_code)


def parse_preview(data: Entity) -> PreviewFact | None:
    currency_code = _read_text(data, "currency_code")
    if not currency_code:
        return None
    result = _read_object(_read_object(data, "update_summary"), "result")
    return PreviewFact(
        currency_code=currency_code,
        next_billed_at=parse_moment(data.get("next_billed_at")),
        immediate=_parse_totals(
            _read_object(_read_object(data, "immediate_transaction"), "details")
        ),
        next=_parse_totals(_read_object(_read_object(data, "next_transaction"), "details")),
        recurring=_parse_totals(_read_object(data, "recurring_transaction_details")),
        action=_read_text(result, "action"),
        amount=_parse_amount(result.get("amount")),
    )


def _parse_totals(details: Entity) -> TransactionTotals | None:
    totals = _read_object(details, "totals")
    if not totals:
        return None
    total = _parse_amount(totals.get("total")) or 0
    due = _parse_amount(totals.get("grand_total"))
    return TransactionTotals(
        subtotal=_parse_amount(totals.get("subtotal")) or 0,
        discount=_parse_amount(totals.get("discount")) or 0,
        tax=_parse_amount(totals.get("tax")) or 0,
        total=total,
        credit=_parse_amount(totals.get("credit")) or 0,
        grand_total=total if due is None else due,
    )


def _parse_lines(data: Entity) -> tuple[SubscriptionLine, ...]:
    """The recurring lines; a price without a billing cycle is bought once and carries no seats."""
    items = data.get("items")
    lines = (
        [_parse_line(item) for item in items[:MOST_LINES] if isinstance(item, dict)]
        if isinstance(items, list)
        else []
    )
    return tuple(line for line in lines if line is not None)


def _parse_line(item: Entity) -> SubscriptionLine | None:
    price, quantity = _read_object(item, "price"), item.get("quantity")
    price_id = _read_text(price, "id") or _read_text(item, "price_id")
    cycle = _read_text(_read_object(price, "billing_cycle"), "interval")
    if not price_id or not isinstance(quantity, int) or not 0 < quantity <= BIGGEST_QUANTITY:
        return None
    return SubscriptionLine(price_id, quantity, cycle) if cycle or not price else None


def _read_object(data: Entity, name: str) -> Entity:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _read_text(data: Entity, name: str) -> str | None:
    value = data.get(name)
    return value[:MAX_TEXT] if isinstance(value, str) and value else None


def _read_required_texts(data: Entity, *names: str) -> list[str] | None:
    """The texts of these fields; None when one is missing."""
    found = [text for name in names if (text := _read_text(data, name))]
    return found if len(found) == len(names) else None


def _read_integer(data: Entity, name: str) -> int | None:
    value = data.get(name)
    return value if isinstance(value, int) else None


def _parse_amount(value: object) -> int | None:
    """Amounts are strings of an integer in the currency's lowest unit."""
    try:
        amount = int(str(value))
    except ValueError:
        return None
    return amount if abs(amount) < 2**63 else None
