"""Refunds, credits and disputes of a bill. The license keeps what it has: a refund ends no subscription. The
order in which adjustments are reported does not matter."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit.db import Db
from gatehouse.licensing.events import DisputeEnded, InvoiceDisputed, InvoiceRefunded
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.models import AdjustedTransaction, Buyer
from gatehouse.licensing.purchases.settlement import APPLIED, RECORDED, UNKNOWN_CUSTOMER
from gatehouse.providers.payments.port import AdjustmentFact

APPROVED, REVERSED = "approved", "reversed"


@dataclass(frozen=True, slots=True)
class RefundTotals:
    """Integers in the lowest unit of the bill's currency. `credited` pays other bills, or need not be paid;
    of `disputed` the buyer's bank decides."""

    refunded: int = 0
    credited: int = 0
    disputed: int = 0


NOTHING = RefundTotals()


def sum_adjustments(adjusted: Iterable[AdjustedTransaction]) -> RefundTotals:
    """Of one bill. Only what is approved counts; what the provider only warns of is none."""
    sums: Counter[tuple[str, str]] = Counter()
    for one in adjusted:
        sums[one.action, one.status] += one.total
    return RefundTotals(
        refunded=sums["refund", APPROVED],
        credited=_subtract_reversals(sums, "credit"),
        disputed=_subtract_reversals(sums, "chargeback"),
    )


def _subtract_reversals(sums: Counter[tuple[str, str]], action: str) -> int:
    """The provider tells of a reversal by an adjustment of its own, by the state of what is reversed, or by
    both, which then count once."""
    by_its_own = max(0, sums[f"{action}_reverse", APPROVED] - sums[action, REVERSED])
    return max(0, sums[action, APPROVED] - by_its_own)


async def settle_adjustment(db: Db, fact: AdjustmentFact, occurred_at: datetime) -> str:
    buyer = await queries.BUYER.first(db, fact.customer_id)
    if buyer is None:
        return UNKNOWN_CUSTOMER
    before = await _read_refunds(db, buyer, fact)
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
    after = await _read_refunds(db, buyer, fact)
    if before == after:
        return RECORDED
    await _announce_adjustment(db, buyer, fact, before, after)
    return APPLIED


async def read_refunds_by_transaction(
    db: Db, tenant_id: UUID, transaction_ids: Sequence[str]
) -> dict[str, RefundTotals]:
    """By transaction; those of which nothing was adjusted are left out."""
    adjusted: dict[str, list[AdjustedTransaction]] = {}
    for one in await queries.ADJUSTED.all(db, tenant_id, list(transaction_ids)):
        adjusted.setdefault(one.transaction_id, []).append(one)
    return {name: sum_adjustments(of_it) for name, of_it in adjusted.items()}


async def list_unknown_adjustments(
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


async def _read_refunds(db: Db, buyer: Buyer, fact: AdjustmentFact) -> RefundTotals:
    back = await read_refunds_by_transaction(db, buyer.tenant_id, [fact.transaction_id])
    return back.get(fact.transaction_id, NOTHING)


async def _announce_adjustment(
    db: Db, buyer: Buyer, fact: AdjustmentFact, before: RefundTotals, after: RefundTotals
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
