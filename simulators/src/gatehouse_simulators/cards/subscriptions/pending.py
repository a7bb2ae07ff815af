"""Changes that wait until their invoice is paid."""

from typing import Any

from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions.build import INCOMPLETE_LIFE, save_subscription
from gatehouse_simulators.cards.subscriptions.items import build_item_list
from gatehouse_simulators.cards.subscriptions.plan_change import PlanChangeOutcome


def changed_fields(body: Body, result: PlanChangeOutcome) -> dict[str, Any]:
    """The fields that a change replaces."""
    changes: dict[str, Any] = {
        "items": build_item_list(result.items, body["id"], result.period),
        "billing_cycle_anchor": result.anchor,
    }
    if body["cancel_at_period_end"]:
        changes["cancel_at"] = result.period[1]
    if result.ends_trial:
        changes |= {"status": "active", "trial_end": result.anchor}
    return changes


async def hold_change(
    ledger: Ledger, before: Entity, subscription: Entity, result: PlanChangeOutcome
) -> Entity:
    """Restore the subscription as it was until the invoice is paid."""
    fields = changed_fields(before.body, result)
    wanted = fields["items"]["data"]
    pending = {
        "billing_cycle_anchor": None,
        "discount": None,
        "discounts": None,
        "expires_at": ledger.now + INCOMPLETE_LIFE,
        "subscription_items": wanted,
        "trial_end": None,
        "trial_from_plan": None,
    }
    back = {name: before.body[name] for name in fields}
    return await save_subscription(
        ledger, subscription, private={"pending": fields}, pending_update=pending, **back
    )


async def apply_pending(ledger: Ledger, subscription: Entity) -> Entity:
    """Apply the pending change: its invoice was paid."""
    if not subscription.body["pending_update"]:
        return subscription
    fields = subscription.private["pending"]
    return await save_subscription(
        ledger, subscription, private={"pending": None}, pending_update=None, **fields
    )


async def drop_pending(ledger: Ledger, subscription: Entity) -> Entity:
    """Drop the pending change: its invoice was not paid in time."""
    for invoice in await invoices.open_invoices(ledger, subscription.id):
        await invoices.void_invoice(ledger, invoice)
    return await save_subscription(
        ledger, subscription, private={"pending": None}, pending_update=None
    )
