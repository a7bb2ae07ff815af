"""Change a subscription: its items, card, trial, or cancellation date."""

from typing import Any

from gatehouse_simulators.cards.errors import CardRefusal, CardRejected
from gatehouse_simulators.cards.fields import merge_metadata
from gatehouse_simulators.cards.invoices.lines import build_line
from gatehouse_simulators.cards.invoices.payment import ChargeAttempt
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions import collection
from gatehouse_simulators.cards.subscriptions.build import current_period, save_subscription
from gatehouse_simulators.cards.subscriptions.create import (
    load_product_names,
    require_future_trial_end,
)
from gatehouse_simulators.cards.subscriptions.items import (
    Items,
    apply_item_changes,
    build_item_list,
    read_items,
)
from gatehouse_simulators.cards.subscriptions.parameters import SubscriptionUpdate, stored_fields
from gatehouse_simulators.cards.subscriptions.pending import changed_fields, hold_change
from gatehouse_simulators.cards.subscriptions.plan_change import (
    PlanChangeOutcome,
    PlanChangeRequest,
    compute_outcome,
)

ENDED = ("canceled", "incomplete_expired")


async def change_subscription(
    ledger: Ledger, subscription_id: str, data: SubscriptionUpdate
) -> Entity:
    subscription = await store.lock_entity(ledger.db, "subscription", subscription_id)
    _refuse_ended(subscription, data)
    subscription = await save_subscription(
        ledger, subscription, **await _read_details(ledger, subscription, data)
    )
    if not _changes_bill(data):
        return subscription
    if subscription.body["pending_update"]:
        raise CardRefusal(
            "This subscription has a pending update; it must be paid or expire first."
        )
    wish = await read_plan_change(ledger, subscription.body, data)
    if isinstance(data.trial_end, int):
        subscription = await _extend_trial(ledger, subscription, data.trial_end)
    names = await find_product_names(ledger, subscription.body, wish.items)
    result = compute_outcome(subscription.body, wish, names, ledger.now)
    return await _apply_change(ledger, subscription, result, data.payment_behavior)


def _changes_bill(data: SubscriptionUpdate) -> bool:
    return bool(data.items) or data.billing_cycle_anchor == "now" or data.trial_end is not None


async def read_plan_change(
    ledger: Ledger, body: Body, data: SubscriptionUpdate, param: str = ""
) -> PlanChangeRequest:
    """The requested change of items. `param` is the parameter that contains the fields."""
    now, (starts, ends) = ledger.now, current_period(body)
    if data.proration_date is not None and not starts <= data.proration_date <= ends:
        raise CardRefusal(
            "Cannot specify `proration_date` outside of the current period.",
            param=f"{param}[proration_date]" if param else "proration_date",
        )
    named = f"{param}[items]" if param else "items"
    items = await apply_item_changes(ledger, read_items(body), data.items, named)
    anew = data.billing_cycle_anchor == "now" or (
        data.trial_end == "now" and body["status"] == "trialing"
    )
    at = now if data.proration_date is None else data.proration_date
    return PlanChangeRequest(items, data.proration_behavior, at, anew)


async def find_product_names(ledger: Ledger, body: Body, items: Items) -> dict[str, str]:
    return await load_product_names(ledger, [*read_items(body), *items])


async def _apply_change(
    ledger: Ledger, subscription: Entity, result: PlanChangeOutcome, behavior: str
) -> Entity:
    before = subscription
    lines = [build_line(line, subscription.id) for line in result.lines]
    subscription = await save_subscription(
        ledger, subscription, **changed_fields(subscription.body, result)
    )
    if not result.at_once:
        waiting = [*subscription.private.get("pending_lines", []), *lines]
        return await save_subscription(ledger, subscription, private={"pending_lines": waiting})
    subscription, invoice, attempt = await collection.bill_subscription(
        ledger,
        subscription,
        lines,
        "subscription_update",
        attempt=behavior != "default_incomplete",
    )
    if attempt.error is None or invoice.body["status"] == "paid":
        return subscription
    return await _handle_unpaid_change(
        ledger, before, subscription, invoice, attempt, behavior, result
    )


async def _handle_unpaid_change(
    ledger: Ledger,
    before: Entity,
    subscription: Entity,
    invoice: Entity,
    attempt: ChargeAttempt,
    behavior: str,
    result: PlanChangeOutcome,
) -> Entity:
    if behavior == "error_if_incomplete":
        raise CardRejected(attempt.error or {})
    if behavior == "pending_if_incomplete":
        return await hold_change(ledger, before, subscription, result)
    if subscription.body["status"] == "past_due":
        return subscription
    return await collection.mark_past_due(ledger, subscription, invoice)


async def _extend_trial(ledger: Ledger, subscription: Entity, until: int) -> Entity:
    """Start a trial, or extend it."""
    body, at = subscription.body, require_future_trial_end(ledger, until)
    starts = current_period(body)[0] if body["status"] == "trialing" else ledger.now
    return await save_subscription(
        ledger,
        subscription,
        private={"warned": False},
        status="trialing",
        trial_start=body["trial_start"] or ledger.now,
        trial_end=at,
        billing_cycle_anchor=at,
        items=build_item_list(read_items(body), subscription.id, (starts, at)),
    )


async def _read_details(
    ledger: Ledger, subscription: Entity, data: SubscriptionUpdate
) -> dict[str, Any]:
    """The changes that do not affect billing."""
    body, changes = subscription.body, stored_fields(data)
    if "default_payment_method" in data.model_fields_set:
        changes["default_payment_method"] = data.default_payment_method
        if data.default_payment_method:
            param = "default_payment_method"
            await methods.find_owned_method(
                ledger, data.default_payment_method, body["customer"], param
            )
    if "metadata" in changes:
        changes["metadata"] = merge_metadata(body["metadata"], changes["metadata"])
    return changes | _read_end(ledger, body, data)


def _read_end(ledger: Ledger, body: Body, data: SubscriptionUpdate) -> dict[str, Any]:
    """A cancellation date that is set, moved or removed."""
    given = data.model_fields_set
    if {"cancel_at", "cancel_at_period_end"} <= given and data.cancel_at:
        raise CardRefusal("You may only specify one of these: cancel_at, cancel_at_period_end.")
    if not given & {"cancel_at", "cancel_at_period_end"}:
        return {}
    at = current_period(body)[1] if data.cancel_at_period_end else data.cancel_at
    if at is not None and at <= ledger.now:
        raise CardRefusal("Invalid timestamp: must be in the future", param="cancel_at")
    told = {**body["cancellation_details"], "reason": "cancellation_requested" if at else None}
    return {
        "cancel_at": at,
        "cancel_at_period_end": data.cancel_at_period_end,
        "canceled_at": (body["canceled_at"] or ledger.now) if at else None,
        "cancellation_details": told,
    }


def _refuse_ended(subscription: Entity, data: SubscriptionUpdate) -> None:
    if subscription.body["status"] in ENDED and data.model_fields_set - {"metadata"}:
        raise CardRefusal(
            "A canceled subscription can only update its cancellation_details and metadata."
        )
