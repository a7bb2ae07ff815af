"""Change a subscription: its items, its card, its trial, its end."""

from typing import Any

from gatehouse_simulators.cards.errors import CardRefusedWhole, Refused
from gatehouse_simulators.cards.fields import merged_metadata
from gatehouse_simulators.cards.invoices.lines import line_body
from gatehouse_simulators.cards.invoices.payment import Attempt
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions import collection
from gatehouse_simulators.cards.subscriptions.build import period_of, save
from gatehouse_simulators.cards.subscriptions.create import (
    future_trial,
    product_names,
)
from gatehouse_simulators.cards.subscriptions.items import (
    Items,
    changed_items,
    item_list,
    items_of,
)
from gatehouse_simulators.cards.subscriptions.parameters import SubscriptionChange, chosen
from gatehouse_simulators.cards.subscriptions.pending import applied, hold
from gatehouse_simulators.cards.subscriptions.plan_change import Outcome, Wish, outcome

ENDED = ("canceled", "incomplete_expired")


async def change(ledger: Ledger, subscription_id: str, data: SubscriptionChange) -> Entity:
    subscription = await store.lock(ledger.db, "subscription", subscription_id)
    _refuse_ended(subscription, data)
    subscription = await save(ledger, subscription, **await _details(ledger, subscription, data))
    if not _changes_bill(data):
        return subscription
    if subscription.body["pending_update"]:
        raise Refused("This subscription has a pending update; it must be paid or expire first.")
    wish = await wish_of(ledger, subscription.body, data)
    if isinstance(data.trial_end, int):
        subscription = await _prolong(ledger, subscription, data.trial_end)
    names = await names_of(ledger, subscription.body, wish.items)
    result = outcome(subscription.body, wish, names, ledger.now)
    return await _apply(ledger, subscription, result, data.payment_behavior)


def _changes_bill(data: SubscriptionChange) -> bool:
    return bool(data.items) or data.billing_cycle_anchor == "now" or data.trial_end is not None


async def wish_of(ledger: Ledger, body: Body, data: SubscriptionChange, param: str = "") -> Wish:
    """What the parameters ask for; `param` is what they are part of."""
    now, (starts, ends) = ledger.now, period_of(body)
    if data.proration_date is not None and not starts <= data.proration_date <= ends:
        raise Refused(
            "Cannot specify `proration_date` outside of the current period.",
            param=f"{param}[proration_date]" if param else "proration_date",
        )
    named = f"{param}[items]" if param else "items"
    items = await changed_items(ledger, items_of(body), data.items, named)
    anew = data.billing_cycle_anchor == "now" or (
        data.trial_end == "now" and body["status"] == "trialing"
    )
    at = now if data.proration_date is None else data.proration_date
    return Wish(items, data.proration_behavior, at, anew)


async def names_of(ledger: Ledger, body: Body, items: Items) -> dict[str, str]:
    return await product_names(ledger, [*items_of(body), *items])


async def _apply(ledger: Ledger, subscription: Entity, result: Outcome, behavior: str) -> Entity:
    before = subscription
    lines = [line_body(line, subscription.id) for line in result.lines]
    subscription = await save(ledger, subscription, **applied(subscription.body, result))
    if not result.at_once:
        waiting = [*subscription.private.get("pending_lines", []), *lines]
        return await save(ledger, subscription, private={"pending_lines": waiting})
    subscription, invoice, attempt = await collection.bill(
        ledger,
        subscription,
        lines,
        "subscription_update",
        attempt=behavior != "default_incomplete",
    )
    if attempt.error is None or invoice.body["status"] == "paid":
        return subscription
    return await _unpaid(ledger, before, subscription, invoice, attempt, behavior, result)


async def _unpaid(
    ledger: Ledger,
    before: Entity,
    subscription: Entity,
    invoice: Entity,
    attempt: Attempt,
    behavior: str,
    result: Outcome,
) -> Entity:
    if behavior == "error_if_incomplete":
        raise CardRefusedWhole(attempt.error or {})
    if behavior == "pending_if_incomplete":
        return await hold(ledger, before, subscription, result)
    if subscription.body["status"] == "past_due":
        return subscription
    return await collection.fall_behind(ledger, subscription, invoice)


async def _prolong(ledger: Ledger, subscription: Entity, until: int) -> Entity:
    """A trial from now on, or a longer one."""
    body, at = subscription.body, future_trial(ledger, until)
    starts = period_of(body)[0] if body["status"] == "trialing" else ledger.now
    return await save(
        ledger,
        subscription,
        private={"warned": False},
        status="trialing",
        trial_start=body["trial_start"] or ledger.now,
        trial_end=at,
        billing_cycle_anchor=at,
        items=item_list(items_of(body), subscription.id, (starts, at)),
    )


async def _details(
    ledger: Ledger, subscription: Entity, data: SubscriptionChange
) -> dict[str, Any]:
    """What changes no bill."""
    body, changes = subscription.body, chosen(data)
    if "default_payment_method" in data.model_fields_set:
        changes["default_payment_method"] = data.default_payment_method
        if data.default_payment_method:
            param = "default_payment_method"
            await methods.owned(ledger, data.default_payment_method, body["customer"], param)
    if "metadata" in changes:
        changes["metadata"] = merged_metadata(body["metadata"], changes["metadata"])
    return changes | _end(ledger, body, data)


def _end(ledger: Ledger, body: Body, data: SubscriptionChange) -> dict[str, Any]:
    """An end that is set, moved or taken back."""
    given = data.model_fields_set
    if {"cancel_at", "cancel_at_period_end"} <= given and data.cancel_at:
        raise Refused("You may only specify one of these: cancel_at, cancel_at_period_end.")
    if not given & {"cancel_at", "cancel_at_period_end"}:
        return {}
    at = period_of(body)[1] if data.cancel_at_period_end else data.cancel_at
    if at is not None and at <= ledger.now:
        raise Refused("Invalid timestamp: must be in the future", param="cancel_at")
    told = {**body["cancellation_details"], "reason": "cancellation_requested" if at else None}
    return {
        "cancel_at": at,
        "cancel_at_period_end": data.cancel_at_period_end,
        "canceled_at": (body["canceled_at"] or ledger.now) if at else None,
        "cancellation_details": told,
    }


def _refuse_ended(subscription: Entity, data: SubscriptionChange) -> None:
    if subscription.body["status"] in ENDED and data.model_fields_set - {"metadata"}:
        raise Refused(
            "A canceled subscription can only update its cancellation_details and metadata."
        )
