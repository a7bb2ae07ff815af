"""Schedules fewer seats, and takes that back."""

from dataclasses import replace
from datetime import timedelta

from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.licensing.licenses.changes.plan import SeatChangePlan
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.scheduled_seats import queries
from gatehouse.licensing.licenses.scheduled_seats.errors import NoPeriodEnd, OnlyFewerSeats, TooLate
from gatehouse.licensing.licenses.scheduled_seats.events import (
    FewerSeatsScheduled,
    FewerSeatsTakenBack,
)
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.subscriptions.change_context import SubscriptionChangeContext
from gatehouse.providers.payments.port import ProviderChange, SubscriptionFact

# Made at the provider so long before the period ends: in the last half hour it refuses changes.
AHEAD = timedelta(hours=1)


def without_billing(fact: SubscriptionFact, plan: SeatChangePlan) -> ProviderChange:
    """The change as it is made then: the next bill is the smaller one, and nothing is given back for this
    period. Raises `OnlyFewerSeats`, `NoPeriodEnd` or `TooLate`."""
    change = plan.change
    if change is None or plan.seats >= plan.seats_now or change.discount_id:
        raise OnlyFewerSeats("Only fewer seats can wait for the end of the period")
    if any(line.price_id not in {one.price_id for one in fact.lines} for line in change.lines):
        raise OnlyFewerSeats("Another price begins at once")
    if fact.ends_at or fact.pauses_at or fact.next_billed_at is None or fact.status == "paused":
        raise NoPeriodEnd("No period follows this one: the subscription ends or pauses")
    if fact.next_billed_at <= clock.now() + AHEAD:
        raise TooLate("The next period begins within the hour. Change it after that.")
    return replace(change, mode="do_not_bill")


async def schedule_seat_change(
    desk: SubscriptionChangeContext, fact: SubscriptionFact, plan: SeatChangePlan
) -> None:
    """Schedule fewer seats for the end of the period. More seats may be in use until then; the holders that
    were seen least recently lose theirs."""
    without_billing(fact, plan)
    tenant_id = desk.caller.tenant_id
    async with desk.call.transaction() as db:
        await queries.SCHEDULE.run(
            db, tenant_id, desk.license_id, plan.seats, fact.next_billed_at, clock.now()
        )
        found = await get_license(db, desk.box, desk.caller, desk.license_id)
        event = FewerSeatsScheduled(tenant_id, desk.license_id, found.name, plan.seats)
        await announce_event(db, event, by=by_caller(desk.caller, desk.client))


async def take_back(desk: SubscriptionChangeContext) -> ListedLicense:
    """`TooLate` in the last hour, while it is being made."""
    tenant_id = desk.caller.tenant_id
    async with desk.call.transaction() as db:
        at = await queries.SCHEDULED_AT.first(db, tenant_id, desk.license_id)
        if at is not None and at <= clock.now() + AHEAD:
            raise TooLate("The next period begins within the hour. Change it after that.")
        await queries.TAKE_BACK.run(db, tenant_id, desk.license_id)
        found = await get_license(db, desk.box, desk.caller, desk.license_id)
        if at is not None:
            event = FewerSeatsTakenBack(tenant_id, desk.license_id, found.name)
            await announce_event(db, event, by=by_caller(desk.caller, desk.client))
        return found


async def drop_scheduled_change(desk: SubscriptionChangeContext) -> None:
    """Drop the scheduled seat change, because an immediate change of seats or price replaces it."""
    async with desk.call.transaction() as db:
        await queries.TAKE_BACK.run(db, desk.caller.tenant_id, desk.license_id)
