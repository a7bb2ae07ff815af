"""Reads the provider's entities leniently: a missing field or an unknown word is never an error.

Webhook bodies and answers of the API have the same shape, so both are read here.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from gatehouse.providers.payments.event import moment
from gatehouse.providers.payments.port import (
    AdjustmentFact,
    CustomerFact,
    DiscountFact,
    Fact,
    Line,
    MethodFact,
    PreviewFact,
    PriceFact,
    SubscriptionFact,
    Totals,
    TransactionFact,
)

Entity = Mapping[str, Any]

REFERENCE = "organization_id"
MAX_TEXT = 500
MOST_LINES = 100
BIGGEST_QUANTITY = 10**7  # of so many lines the sum still fits into an integer of the database


def fact_of_event(payload: Entity, occurred_at: datetime) -> Fact | None:
    kind = str(payload.get("event_type")).partition(".")[0]
    data = _object(payload, "data")
    readers = {
        "subscription": subscription,
        "transaction": transaction,
        "adjustment": adjustment,
        "customer": customer,
    }
    reader = readers.get(kind)
    return reader(data, occurred_at) if reader else None


def subscription(data: Entity, occurred_at: datetime | None = None) -> SubscriptionFact | None:
    updated_at = moment(data.get("updated_at")) or occurred_at
    identifier, customer_id = _text(data, "id"), _text(data, "customer_id")
    status = _text(data, "status")
    if not (identifier and customer_id and status and updated_at):
        return None
    change = _object(data, "scheduled_change")
    return SubscriptionFact(
        id=identifier,
        status=status,
        customer_id=customer_id,
        custom_data=_object(data, "custom_data"),
        lines=_lines(data),
        cycle=_text(_object(data, "billing_cycle"), "interval"),
        next_billed_at=moment(data.get("next_billed_at")),
        period_starts_at=moment(_object(data, "current_billing_period").get("starts_at")),
        paused_at=moment(data.get("paused_at")),
        canceled_at=moment(data.get("canceled_at")),
        ends_at=_scheduled(change, "cancel"),
        pauses_at=_scheduled(change, "pause"),
        discount_id=_text(_object(data, "discount"), "id"),
        transaction_id=_text(data, "transaction_id"),
        updated_at=updated_at,
    )


def _scheduled(change: Entity, action: str) -> datetime | None:
    return moment(change.get("effective_at")) if change.get("action") == action else None


def transaction(data: Entity, occurred_at: datetime | None = None) -> TransactionFact | None:
    updated_at = moment(data.get("updated_at")) or occurred_at
    identifier, status = _text(data, "id"), _text(data, "status")
    if not (identifier and status and updated_at):
        return None
    return TransactionFact(
        id=identifier,
        status=status,
        origin=_text(data, "origin") or "unknown",
        customer_id=_text(data, "customer_id"),
        subscription_id=_text(data, "subscription_id"),
        custom_data=_object(data, "custom_data"),
        lines=_lines(data),
        period_ends_at=moment(_object(data, "billing_period").get("ends_at")),
        invoice_number=_text(data, "invoice_number"),
        currency_code=_text(data, "currency_code") or "",
        total=_amount(_object(_object(data, "details"), "totals").get("grand_total")),
        billed_at=moment(data.get("billed_at")),
        updated_at=updated_at,
    )


def adjustment(data: Entity, occurred_at: datetime | None = None) -> AdjustmentFact | None:
    updated_at = moment(data.get("updated_at")) or moment(data.get("created_at")) or occurred_at
    identifier, action, status = _text(data, "id"), _text(data, "action"), _text(data, "status")
    transaction_id, customer_id = _text(data, "transaction_id"), _text(data, "customer_id")
    if not (identifier and action and status and transaction_id and customer_id and updated_at):
        return None
    return AdjustmentFact(
        id=identifier,
        action=action,
        status=status,
        transaction_id=transaction_id,
        customer_id=customer_id,
        currency_code=_text(data, "currency_code") or "",
        total=abs(_amount(_object(data, "totals").get("total")) or 0),
        updated_at=updated_at,
    )


def customer(data: Entity, occurred_at: datetime | None = None) -> CustomerFact | None:
    updated_at = moment(data.get("updated_at")) or occurred_at
    identifier, email = _text(data, "id"), _text(data, "email")
    if not (identifier and email and updated_at):
        return None
    reference = _text(_object(data, "custom_data"), REFERENCE)
    return CustomerFact(identifier, email, reference, updated_at)


def discount(data: Entity) -> DiscountFact | None:
    identifier, code, kind = _text(data, "id"), _text(data, "code"), _text(data, "type")
    if not (identifier and code and kind):
        return None
    restricted = data.get("restrict_to")
    return DiscountFact(
        id=identifier,
        code=code,
        status=_text(data, "status") or "",
        description=_text(data, "description") or "",
        type=kind,
        amount=_text(data, "amount") or "0",
        currency_code=_text(data, "currency_code"),
        is_for_checkout=data.get("enabled_for_checkout") is True,
        recurs=data.get("recur") is True,
        recurring_intervals=_count(data, "maximum_recurring_intervals"),
        usage_limit=_count(data, "usage_limit"),
        times_used=_count(data, "times_used") or 0,
        restrict_to=frozenset(map(str, restricted if isinstance(restricted, list) else [])),
        expires_at=moment(data.get("expires_at")),
    )


def method(data: Entity) -> MethodFact | None:
    kind, card = _text(data, "type"), _object(data, "card")
    if not kind:
        return None
    return MethodFact(
        type=kind,
        brand=_text(card, "type"),
        last4=_text(card, "last4"),
        expiry_month=_count(card, "expiry_month"),
        expiry_year=_count(card, "expiry_year"),
    )


def price(data: Entity) -> PriceFact | None:
    identifier, product_id = _text(data, "id"), _text(data, "product_id")
    currency_code = _text(_object(data, "unit_price"), "currency_code")
    if not (identifier and product_id and currency_code):
        return None
    return PriceFact(identifier, product_id, currency_code)


def preview(data: Entity) -> PreviewFact | None:
    currency_code = _text(data, "currency_code")
    if not currency_code:
        return None
    result = _object(_object(data, "update_summary"), "result")
    return PreviewFact(
        currency_code=currency_code,
        next_billed_at=moment(data.get("next_billed_at")),
        immediate=_totals(_object(_object(data, "immediate_transaction"), "details")),
        next=_totals(_object(_object(data, "next_transaction"), "details")),
        recurring=_totals(_object(data, "recurring_transaction_details")),
        action=_text(result, "action"),
        amount=_amount(result.get("amount")),
    )


def _totals(details: Entity) -> Totals | None:
    totals = _object(details, "totals")
    if not totals:
        return None
    total = _amount(totals.get("total")) or 0
    due = _amount(totals.get("grand_total"))
    return Totals(
        subtotal=_amount(totals.get("subtotal")) or 0,
        discount=_amount(totals.get("discount")) or 0,
        tax=_amount(totals.get("tax")) or 0,
        total=total,
        credit=_amount(totals.get("credit")) or 0,
        grand_total=total if due is None else due,
    )


def _lines(data: Entity) -> tuple[Line, ...]:
    """The recurring lines; a price without a billing cycle is bought once and carries no seats."""
    items = data.get("items")
    lines = (
        [_line(item) for item in items[:MOST_LINES] if isinstance(item, dict)]
        if isinstance(items, list)
        else []
    )
    return tuple(line for line in lines if line is not None)


def _line(item: Entity) -> Line | None:
    price, quantity = _object(item, "price"), item.get("quantity")
    price_id = _text(price, "id") or _text(item, "price_id")
    cycle = _text(_object(price, "billing_cycle"), "interval")
    if not price_id or not isinstance(quantity, int) or not 0 < quantity <= BIGGEST_QUANTITY:
        return None
    return Line(price_id, quantity, cycle) if cycle or not price else None


def _object(data: Entity, name: str) -> Entity:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _text(data: Entity, name: str) -> str | None:
    value = data.get(name)
    return value[:MAX_TEXT] if isinstance(value, str) and value else None


def _count(data: Entity, name: str) -> int | None:
    value = data.get(name)
    return value if isinstance(value, int) else None


def _amount(value: object) -> int | None:
    """Amounts are strings of an integer in the currency's lowest unit."""
    try:
        amount = int(str(value))
    except ValueError:
        return None
    return amount if abs(amount) < 2**63 else None
