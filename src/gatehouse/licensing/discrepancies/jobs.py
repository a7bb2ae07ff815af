"""Reads what the provider knows of a customer, applies it, and keeps what still differs."""

from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.licensing.discrepancies import service
from gatehouse.licensing.discrepancies.compare import missing_subscriptions
from gatehouse.licensing.licenses.subscription_queries import RELEASE_LAPSED_SEAT_HOLDS
from gatehouse.licensing.organizations.queries import NOTE_PROVIDER_READ
from gatehouse.licensing.purchases.jobs import settle_read
from gatehouse.providers.payments.port import Payments, SubscriptionFact


@job("payments.read_customer")
async def read_customer(context: JobContext, organization_id: str) -> None:
    """Apply every subscription of an organization as the provider knows them now."""
    payments, known_at = context.resources[Payments], clock.now()
    async with context.database.transaction(Scope.system()) as db:
        customer_id = await NOTE_PROVIDER_READ.first(db, UUID(organization_id), known_at)
        known = await service.kept_of(db, UUID(organization_id))
    if customer_id is None or known is None:
        return
    buyer, before = known
    listed = await payments.subscriptions_of(customer_id)
    facts = {one.id: one for one in listed}
    moved = list[SubscriptionFact]()
    for subscription_id in missing_subscriptions(before, facts):
        fact = await payments.subscription(subscription_id)
        if fact is None:
            continue
        if fact.customer_id == customer_id:
            facts[fact.id] = fact
        else:
            moved.append(fact)
    await settle_read(context, [*listed, *moved], known_at)
    async with context.database.transaction(Scope.system()) as db:
        await RELEASE_LAPSED_SEAT_HOLDS.run(db, buyer.tenant_id, buyer.id, known_at)
        await service.record_discrepancies(db, buyer, before, facts, payments.price_ids, known_at)
        await enqueue(
            db,
            "payments.read_adjustments",
            once=f"adjustments {customer_id}",
            customer_id=customer_id,
        )
