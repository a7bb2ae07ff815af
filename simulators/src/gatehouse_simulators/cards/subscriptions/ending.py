"""End a subscription: on request, after the last failed payment, or when the first payment never came."""

from typing import Any

from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Entity
from gatehouse_simulators.cards.webhooks.service import emit_event

NOTHING_DUE: dict[str, Any] = {"due_at": None, "retry_at": None, "pending_lines": []}


async def end_subscription(
    ledger: Ledger, subscription: Entity, reason: str, **details: Any
) -> Entity:
    """Cancel the subscription permanently. Its open invoices are not collected any more."""
    body = subscription.body
    told = {**body["cancellation_details"], "reason": reason, **details}
    subscription = await store.save_entity(
        ledger.db,
        subscription,
        status="canceled",
        canceled_at=body["canceled_at"] or ledger.now,
        ended_at=ledger.now,
        cancellation_details=told,
        pending_update=None,
        pending_setup_intent=None,
    )
    subscription = await store.save_private(ledger.db, subscription, **NOTHING_DUE)
    await emit_event(ledger, "customer.subscription.deleted", subscription.body)
    for invoice in await invoices.open_invoices(ledger, subscription.id):
        await invoices.schedule_attempt(ledger, invoice, None)
    return subscription


async def expire_subscription(ledger: Ledger, subscription: Entity) -> Entity:
    """Expire a subscription whose first payment never came."""
    before = subscription.body
    subscription = await store.save_entity(
        ledger.db, subscription, status="incomplete_expired", ended_at=ledger.now
    )
    subscription = await store.save_private(ledger.db, subscription, **NOTHING_DUE)
    await emit_event(ledger, "customer.subscription.updated", subscription.body, before)
    for invoice in await invoices.open_invoices(ledger, subscription.id):
        await invoices.void_invoice(ledger, invoice)
    return subscription
