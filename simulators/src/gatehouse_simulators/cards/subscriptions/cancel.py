"""Cancel a subscription immediately, or resume a paused one."""

from typing import Any, Literal

from gatehouse_simulators.cards.errors import CardRefusal, resource_missing
from gatehouse_simulators.cards.fields import Clearable, Parameters, Text
from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.invoices.lines import (
    build_line,
    unused_time_line,
    whole_period_line,
)
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions import collection, ending
from gatehouse_simulators.cards.subscriptions.build import current_period, save_subscription
from gatehouse_simulators.cards.subscriptions.create import load_product_names
from gatehouse_simulators.cards.subscriptions.items import build_item_list, read_items
from gatehouse_simulators.cards.subscriptions.periods import period_after

ENDED = ("canceled", "incomplete_expired")


class CancellationDetails(Parameters):
    comment: Clearable[Text] = None
    feedback: Clearable[
        Literal[
            "customer_service",
            "low_quality",
            "missing_features",
            "other",
            "switched_service",
            "too_complex",
            "too_expensive",
            "unused",
        ]
    ] = None


class ImmediateCancellation(Parameters):
    """With `prorate` the unused part of the period is credited, to the balance with `invoice_now`."""

    invoice_now: bool = False
    prorate: bool = False
    cancellation_details: CancellationDetails | None = None


async def cancel_subscription(
    ledger: Ledger, subscription_id: str, data: ImmediateCancellation
) -> Entity:
    subscription = await store.lock_entity(ledger.db, "subscription", subscription_id)
    if subscription.body["status"] in ENDED:
        raise resource_missing("subscription", subscription_id, "id")
    if data.invoice_now:
        await _issue_last_invoice(ledger, subscription, prorate=data.prorate)
        subscription = await store.lock_entity(ledger.db, "subscription", subscription_id)
    details = data.cancellation_details.sent_fields() if data.cancellation_details else {}
    return await ending.end_subscription(ledger, subscription, "cancellation_requested", **details)


async def _issue_last_invoice(ledger: Ledger, subscription: Entity, *, prorate: bool) -> None:
    lines: list[Body] = []
    if prorate and subscription.body["status"] == "active":
        items = read_items(subscription.body)
        names = await load_product_names(ledger, items)
        period = current_period(subscription.body)
        lines = [
            build_line(
                unused_time_line(item, period, ledger.now, names[item.price["product"]]),
                subscription.id,
            )
            for item in items
            if item.amount
        ]
    if lines or subscription.private.get("pending_lines"):
        await collection.bill_subscription(ledger, subscription, lines, "subscription_update")


async def resume_subscription(ledger: Ledger, subscription_id: str) -> Entity:
    """Resume a paused subscription with a new period and its invoice."""
    subscription = await store.lock_entity(ledger.db, "subscription", subscription_id)
    if subscription.body["status"] != "paused":
        raise CardRefusal("Only paused subscriptions can be resumed.")
    return await start_period(ledger, subscription, ledger.now, ledger.now, "subscription_update")


async def start_period(
    ledger: Ledger, subscription: Entity, anchor: int, starts: int, reason: str, **changes: Any
) -> Entity:
    """Start and bill the next period. If the card is declined, the subscription is past due."""
    items = read_items(subscription.body)
    period = period_after(anchor, items[0].price["recurring"], starts)
    was_behind = subscription.body["status"] == "past_due"
    subscription = await save_subscription(
        ledger,
        subscription,
        status="past_due" if was_behind else "active",
        billing_cycle_anchor=anchor,
        items=build_item_list(items, subscription.id, period),
        **changes,
    )
    names = await load_product_names(ledger, items)
    lines = [
        build_line(whole_period_line(item, period, names[item.price["product"]]), subscription.id)
        for item in items
    ]
    subscription, invoice, result = await collection.bill_subscription(
        ledger, subscription, lines, reason
    )
    if result.error is None:
        return subscription
    if was_behind:
        await invoices.schedule_attempt(ledger, invoice, subscription.private.get("retry_at"))
        return subscription
    return await collection.mark_past_due(ledger, subscription, invoice)
