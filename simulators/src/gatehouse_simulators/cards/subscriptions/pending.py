"""What a change brings, and a change that waits for its invoice to be paid."""

from typing import Any

from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions.build import INCOMPLETE_LIFE, save
from gatehouse_simulators.cards.subscriptions.items import item_list
from gatehouse_simulators.cards.subscriptions.plan_change import Outcome


def applied(body: Body, result: Outcome) -> dict[str, Any]:
    """The fields that a change brings."""
    changes: dict[str, Any] = {
        "items": item_list(result.items, body["id"], result.period),
        "billing_cycle_anchor": result.anchor,
    }
    if body["cancel_at_period_end"]:
        changes["cancel_at"] = result.period[1]
    if result.ends_trial:
        changes |= {"status": "active", "trial_end": result.anchor}
    return changes


async def hold(ledger: Ledger, before: Entity, subscription: Entity, result: Outcome) -> Entity:
    """As it was before, until the invoice is paid."""
    fields = applied(before.body, result)
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
    return await save(
        ledger, subscription, private={"pending": fields}, pending_update=pending, **back
    )


async def apply_pending(ledger: Ledger, subscription: Entity) -> Entity:
    """The invoice of a change that waited for it was paid."""
    if not subscription.body["pending_update"]:
        return subscription
    fields = subscription.private["pending"]
    return await save(
        ledger, subscription, private={"pending": None}, pending_update=None, **fields
    )


async def drop_pending(ledger: Ledger, subscription: Entity) -> Entity:
    """It was not paid in time: nothing changes."""
    for invoice in await invoices.open_invoices(ledger, subscription.id):
        await invoices.void(ledger, invoice)
    return await save(ledger, subscription, private={"pending": None}, pending_update=None)
