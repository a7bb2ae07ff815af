"""Makes fewer seats at the provider when their period is about to begin."""

from uuid import UUID

import structlog

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.units import each_due
from gatehouse.licensing.licenses.changes.queries import RELEASE_SEAT_HOLD
from gatehouse.licensing.licenses.changes.seats import HELD_FOR
from gatehouse.licensing.licenses.scheduled_seats import queries
from gatehouse.licensing.licenses.scheduled_seats.events import ScheduledSeatsMade
from gatehouse.licensing.licenses.scheduled_seats.models import PendingSeatChange
from gatehouse.licensing.licenses.scheduled_seats.service import AHEAD
from gatehouse.licensing.purchases import service as purchases
from gatehouse.licensing.purchases.jobs import settle_read
from gatehouse.licensing.purchases.settlement_context import terms_of
from gatehouse.licensing.purchases.state import seat_lines
from gatehouse.providers.payments.errors import PaymentsRefused
from gatehouse.providers.payments.port import (
    Payments,
    ProviderChange,
    SubscriptionFact,
    SubscriptionLine,
)

log = structlog.get_logger()


@scheduled_job("licenses.scheduled_seats", "*/5 * * * *")
async def find_due(context: JobContext) -> None:
    """Start a job for each license, also behind those whose change the provider keeps refusing."""
    if not context.resources[Payments].is_configured:
        return
    async for due in each_due(context.database, queries.DUE, clock.now() + AHEAD):
        async with context.database.transaction(Scope.system()) as db:
            await enqueue(
                db, "licenses.make_scheduled", once=f"seats {due.id}", license_id=str(due.id)
            )


@job("licenses.make_scheduled")
async def make_scheduled(context: JobContext, license_id: str) -> None:
    """Apply a scheduled seat change. Repeating it after a lost answer changes nothing, because the provider
    has those seats already. It is tried again after a refusal, and while another change is under way."""
    now = clock.now()
    until = now + HELD_FOR
    async with context.database.transaction(Scope.system()) as db:
        waiting = await queries.TAKE_TURN.first(db, UUID(license_id), until, now)
    if waiting is None:
        return
    try:
        await _apply_scheduled_change(context, waiting)
    finally:
        async with context.database.transaction(Scope.system()) as db:
            await RELEASE_SEAT_HOLD.run(db, waiting.tenant_id, waiting.license_id, until)


async def _apply_scheduled_change(context: JobContext, waiting: PendingSeatChange) -> None:
    payments = context.resources[Payments]
    fact = await payments.subscription(waiting.subscription_id) if waiting.subscription_id else None
    if fact is None or fact.status == "canceled":
        await _drop_scheduled_change(context, waiting)
        return
    if fact.customer_id != waiting.customer_id:
        # The provider has moved it: its seats are another customer's to change.
        await settle_read(context, [fact], clock.now())
        await _drop_scheduled_change(context, waiting)
        return
    change = change_of(fact, waiting, payments.price_ids)
    if change is not None:
        try:
            fact = await payments.change(fact.id, change)
        except PaymentsRefused as refusal:
            log.warning(
                "scheduled seats were refused", license=str(waiting.license_id), why=str(refusal)
            )
            return
    await _store_fact(context, waiting, fact)


def change_of(
    fact: SubscriptionFact, waiting: PendingSeatChange, price_ids: tuple[str, ...]
) -> ProviderChange | None:
    """None when there are no more seats than that. When the period has begun meanwhile, and was paid with all
    seats, the difference is credited."""
    seats = seat_lines(fact.lines, price_ids) or list(fact.lines)
    if sum(line.quantity for line in seats) <= waiting.seats:
        return None
    others = tuple(line for line in fact.lines if line not in seats)
    line = SubscriptionLine(seats[0].price_id, waiting.seats, seats[0].cycle)
    has_begun = clock.now() >= waiting.at and fact.status == "active"
    return ProviderChange(
        (line, *others), "prorated_immediately" if has_begun else "do_not_bill", discount_id=None
    )


async def _store_fact(
    context: JobContext, waiting: PendingSeatChange, fact: SubscriptionFact
) -> None:
    terms = terms_of(context.resources, certain=True)
    async with context.database.transaction(Scope.system()) as db:
        await purchases.apply_fact(db, terms, fact, clock.now())
        await queries.TAKE_BACK.run(db, waiting.tenant_id, waiting.license_id)
        event = ScheduledSeatsMade(
            waiting.tenant_id, waiting.license_id, waiting.name, waiting.seats
        )
        await announce_event(db, event, by=SYSTEM)


async def _drop_scheduled_change(context: JobContext, waiting: PendingSeatChange) -> None:
    async with context.database.transaction(Scope.system()) as db:
        await queries.TAKE_BACK.run(db, waiting.tenant_id, waiting.license_id)
