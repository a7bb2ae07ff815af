"""Fewer seats from the next period on: asked for now, made at the provider in the last hour of this one."""

from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.logs import get_logger
from gatehouse.kit.units import each_due
from gatehouse.licensing.errors import TooLate
from gatehouse.licensing.events import FewerSeatsScheduled, FewerSeatsTakenBack, ScheduledSeatsMade
from gatehouse.licensing.licenses import subscription_queries
from gatehouse.licensing.licenses.models import PendingSeatChange
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.licenses.seat_queries import RELEASE_SEAT_HOLD
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.purchases import service as purchases
from gatehouse.licensing.purchases.jobs import settle_read_subscriptions
from gatehouse.licensing.purchases.settlement import build_settlement_context
from gatehouse.licensing.purchases.state import select_seat_lines
from gatehouse.licensing.subscriptions.context import SubscriptionChangeContext
from gatehouse.licensing.subscriptions.proration import (
    AHEAD,
    SeatChangePlan,
    plan_change_at_period_end,
)
from gatehouse.licensing.subscriptions.seat_holds import HELD_FOR
from gatehouse.providers.payments.errors import PaymentsRefused
from gatehouse.providers.payments.port import (
    Payments,
    ProviderChange,
    SubscriptionFact,
    SubscriptionLine,
)


async def schedule_seat_change(
    context: SubscriptionChangeContext, fact: SubscriptionFact, plan: SeatChangePlan
) -> None:
    """Schedule fewer seats for the end of the period. More seats may be in use until then; the holders that
    were seen least recently lose theirs."""
    plan_change_at_period_end(fact, plan)
    tenant_id = context.caller.tenant_id
    async with context.call.transaction() as db:
        await subscription_queries.SCHEDULE_SEATS.run(
            db, tenant_id, context.license_id, plan.seats, fact.next_billed_at, clock.now()
        )
        found = await get_license(db, context.box, context.caller, context.license_id)
        event = FewerSeatsScheduled(tenant_id, context.license_id, found.name, plan.seats)
        await announce_event(db, event, by=context.caller.actor)


async def cancel_scheduled_seats(context: SubscriptionChangeContext) -> LicenseOut:
    """`TooLate` in the last hour, while it is being made."""
    tenant_id = context.caller.tenant_id
    async with context.call.transaction() as db:
        at = await subscription_queries.SCHEDULED_AT.first(db, tenant_id, context.license_id)
        if at is not None and at <= clock.now() + AHEAD:
            raise TooLate("The next billing period begins within an hour. Try again after that.")
        await subscription_queries.DROP_SCHEDULE.run(db, tenant_id, context.license_id)
        found = await get_license(db, context.box, context.caller, context.license_id)
        if at is not None:
            event = FewerSeatsTakenBack(tenant_id, context.license_id, found.name)
            await announce_event(db, event, by=context.caller.actor)
        return found


async def drop_replaced_schedule(context: SubscriptionChangeContext) -> None:
    """Drop the scheduled seat change, because an immediate change of seats or price replaces it."""
    async with context.call.transaction() as db:
        await subscription_queries.DROP_SCHEDULE.run(
            db, context.caller.tenant_id, context.license_id
        )


log = get_logger()


@scheduled_job("licenses.scheduled_seats", "*/5 * * * *")
async def enqueue_due_seat_changes(context: JobContext) -> None:
    """Start a job for each license, also behind those whose change the provider keeps refusing."""
    if not context.resources[Payments].is_configured:
        return
    async for due in each_due(
        context.database, subscription_queries.DUE_SCHEDULES, clock.now() + AHEAD
    ):
        async with context.database.transaction(Scope.system()) as db:
            await enqueue(
                db, "licenses.make_scheduled", once=f"seats {due.id}", license_id=str(due.id)
            )


@job("licenses.make_scheduled")
async def apply_scheduled_seats(context: JobContext, license_id: str) -> None:
    """Apply a scheduled seat change. Repeating it after a lost answer changes nothing, because the provider
    has those seats already. It is tried again after a refusal, and while another change is under way."""
    now = clock.now()
    until = now + HELD_FOR
    async with context.database.transaction(Scope.system()) as db:
        waiting = await subscription_queries.CLAIM_SCHEDULED.first(db, UUID(license_id), until, now)
    if waiting is None:
        return
    try:
        await _apply_scheduled_change(context, waiting)
    finally:
        async with context.database.transaction(Scope.system()) as db:
            await RELEASE_SEAT_HOLD.run(db, waiting.tenant_id, waiting.license_id, until)


async def _apply_scheduled_change(context: JobContext, waiting: PendingSeatChange) -> None:
    payments = context.resources[Payments]
    fact = (
        await payments.find_subscription(waiting.subscription_id)
        if waiting.subscription_id
        else None
    )
    if fact is None or fact.status == "canceled":
        await _drop_schedule(context, waiting)
        return
    if fact.customer_id != waiting.customer_id:
        # The provider has moved it: its seats are another customer's to change.
        await settle_read_subscriptions(context, [fact], clock.now())
        await _drop_schedule(context, waiting)
        return
    change = build_provider_change(fact, waiting, payments.price_ids)
    if change is not None:
        try:
            fact = await payments.change_subscription(fact.id, change)
        except PaymentsRefused as refusal:
            log.warning(
                "scheduled seats were refused", license=str(waiting.license_id), why=str(refusal)
            )
            return
    await _store_changed_subscription(context, waiting, fact)


def build_provider_change(
    fact: SubscriptionFact, waiting: PendingSeatChange, price_ids: tuple[str, ...]
) -> ProviderChange | None:
    """None when there are no more seats than that. When the period has begun meanwhile, and was paid with all
    seats, the difference is credited."""
    seats = select_seat_lines(fact.lines, price_ids) or list(fact.lines)
    if sum(line.quantity for line in seats) <= waiting.seats:
        return None
    others = tuple(line for line in fact.lines if line not in seats)
    line = SubscriptionLine(seats[0].price_id, waiting.seats, seats[0].cycle)
    has_begun = clock.now() >= waiting.at and fact.status == "active"
    return ProviderChange(
        (line, *others), "prorated_immediately" if has_begun else "do_not_bill", discount_id=None
    )


async def _store_changed_subscription(
    context: JobContext, waiting: PendingSeatChange, fact: SubscriptionFact
) -> None:
    terms = build_settlement_context(context.resources, certain=True)
    async with context.database.transaction(Scope.system()) as db:
        await purchases.settle_fact(db, terms, fact, clock.now())
        await subscription_queries.DROP_SCHEDULE.run(db, waiting.tenant_id, waiting.license_id)
        event = ScheduledSeatsMade(
            waiting.tenant_id, waiting.license_id, waiting.name, waiting.seats
        )
        await announce_event(db, event, by=SYSTEM)


async def _drop_schedule(context: JobContext, waiting: PendingSeatChange) -> None:
    async with context.database.transaction(Scope.system()) as db:
        await subscription_queries.DROP_SCHEDULE.run(db, waiting.tenant_id, waiting.license_id)
