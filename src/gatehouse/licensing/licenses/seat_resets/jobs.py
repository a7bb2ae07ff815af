"""Frees seats at the billing date."""

from datetime import datetime

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.units import UnitFailures, each_due
from gatehouse.licensing.licenses.seat_resets import queries
from gatehouse.licensing.licenses.seat_resets.events import SeatsReset
from gatehouse.licensing.licenses.seat_resets.models import DueReset


@scheduled_job("licenses.reset_seats", "*/5 * * * *")
async def reset_seats(context: JobContext) -> None:
    """Reset the seats of every license whose billing date has passed. A claim that finds all seats held does
    not wait for it (`machine/queries.py`)."""
    now = clock.now()
    with UnitFailures("licenses.reset_seats") as failures:
        async for one in each_due(context.database, queries.DUE, now):
            with failures.caught(tenant_id=one.tenant_id, license_id=one.id):
                await _reset_seats(context, one, now)


async def _reset_seats(context: JobContext, one: DueReset, now: datetime) -> None:
    async with context.database.transaction(Scope.system()) as db:
        reset = await queries.RESET_SEATS.first(db, now, one.tenant_id, one.id)
        if reset is not None and reset.seats:
            event = SeatsReset(reset.tenant_id, reset.id, reset.name, reset.seats)
            await announce_event(db, event, by=SYSTEM)
