"""Refunds, credits and disputes of a bill. The license keeps what it has: a refund ends no subscription."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.events import DisputeEnded, InvoiceDisputed, InvoiceRefunded
from gatehouse.licensing.purchases.models import AdjustedTransaction, Buyer
from gatehouse.licensing.purchases.outcomes import APPLIED, RECORDED, UNKNOWN_CUSTOMER
from gatehouse.licensing.purchases.refunds import NOTHING, GivenBack, given_back
from gatehouse.providers.payments.port import AdjustmentFact


async def settle_adjustment(db: Db, fact: AdjustmentFact, occurred_at: datetime) -> str:
    buyer = await queries.BUYER.first(db, fact.customer_id)
    if buyer is None:
        return UNKNOWN_CUSTOMER
    before = await _given_back(db, buyer, fact)
    await queries.KEEP_ADJUSTMENT.run(
        db,
        fact.id,
        buyer.tenant_id,
        buyer.id,
        fact.transaction_id,
        fact.action,
        fact.status,
        fact.currency_code,
        fact.total,
        fact.updated_at,
        occurred_at,
    )
    after = await _given_back(db, buyer, fact)
    if before == after:
        return RECORDED
    await _announce_adjustment(db, buyer, fact, before, after)
    return APPLIED


async def given_back_of(
    db: Db, tenant_id: UUID, transaction_ids: Sequence[str]
) -> dict[str, GivenBack]:
    """By transaction; those of which nothing was adjusted are left out."""
    adjusted: dict[str, list[AdjustedTransaction]] = {}
    for one in await queries.ADJUSTED.all(db, tenant_id, list(transaction_ids)):
        adjusted.setdefault(one.transaction_id, []).append(one)
    return {name: given_back(of_it) for name, of_it in adjusted.items()}


async def unknown_adjustments(
    db: Db, customer_id: str, facts: Sequence[AdjustmentFact]
) -> list[AdjustmentFact]:
    """Those of a customer's of which something else is kept, or nothing."""
    buyer = await queries.BUYER.first(db, customer_id)
    if buyer is None:
        return []
    ids = [fact.id for fact in facts]
    states = await queries.ADJUSTMENT_STATES.all(db, buyer.tenant_id, ids)
    kept = {one.id: (one.status, one.total) for one in states}
    return [fact for fact in facts if kept.get(fact.id) != (fact.status, fact.total)]


async def _given_back(db: Db, buyer: Buyer, fact: AdjustmentFact) -> GivenBack:
    back = await given_back_of(db, buyer.tenant_id, [fact.transaction_id])
    return back.get(fact.transaction_id, NOTHING)


async def _announce_adjustment(
    db: Db, buyer: Buyer, fact: AdjustmentFact, before: GivenBack, after: GivenBack
) -> None:
    number = await queries.NUMBER_OF.first(db, buyer.tenant_id, fact.transaction_id)
    about = buyer.tenant_id, number or fact.transaction_id, fact.currency_code
    refunded = after.refunded - before.refunded
    disputed = after.disputed - before.disputed
    if refunded > 0:
        await announce_event(db, InvoiceRefunded(*about, refunded), by=SYSTEM)
    if disputed > 0:
        await announce_event(db, InvoiceDisputed(*about, disputed), by=SYSTEM)
    if disputed < 0:
        await announce_event(db, DisputeEnded(*about, -disputed), by=SYSTEM)
