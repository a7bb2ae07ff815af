"""Settles what the provider reports: once, in any order, for the organization that paid."""

from datetime import datetime
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.licensing.organizations.queries import FOLLOW_BILLING_EMAIL
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.refunds_and_disputes import settle_adjustment
from gatehouse.licensing.purchases.settlement import APPLIED, IGNORED, SettlementContext
from gatehouse.licensing.purchases.subscriptions import settle_subscription
from gatehouse.licensing.purchases.transactions import settle_transaction
from gatehouse.providers.payments.port import (
    AdjustmentFact,
    CustomerFact,
    Fact,
    ProviderEvent,
    SubscriptionFact,
    TransactionFact,
)


async def settle_fact(
    db: Db, terms: SettlementContext, fact: Fact | None, occurred_at: datetime
) -> str:
    """Apply one fact; says what came of it. Raises `ProviderReadRequired` when the provider has to be asked
    first."""
    match fact:
        case SubscriptionFact():
            return await settle_subscription(db, terms, fact, occurred_at)
        case TransactionFact():
            return await settle_transaction(db, terms, fact, occurred_at)
        case AdjustmentFact():
            return await settle_adjustment(db, fact, occurred_at)
        case CustomerFact():
            return await _settle_customer_email(db, fact)
    return IGNORED


async def _settle_customer_email(db: Db, fact: CustomerFact) -> str:
    changed = await FOLLOW_BILLING_EMAIL.first(db, fact.id, fact.email.lower(), fact.updated_at)
    return APPLIED if changed else IGNORED


async def store_payment_event(db: Db, provider: str, event: ProviderEvent) -> None:
    """A second delivery, even at the same moment, is only counted."""
    deliveries = await queries.ADD_EVENT.one(
        db,
        event.id,
        provider,
        event.type,
        event.occurred_at,
        clock.now(),
        event.payload,
        event.subscription_id,
    )
    if deliveries == 1:
        await enqueue_payment_event(db, event.id)


async def enqueue_payment_event(db: Db, event_id: str) -> None:
    await enqueue(db, "payments.apply_event", once=f"apply {event_id}", event_id=event_id)


async def enqueue_customer_read(db: Db, organization_id: UUID) -> None:
    """Enqueue a read of everything that the provider knows of an organization."""
    await enqueue(
        db, "payments.read_customer", once=f"read {organization_id}", organization_id=organization_id
    )  # fmt: skip
