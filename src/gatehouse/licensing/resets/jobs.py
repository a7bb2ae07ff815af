"""Frees seats at the billing date."""

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.licensing.resets import queries
from gatehouse.licensing.resets.events import SeatsReset

AT_ONCE = 100


@scheduled("licenses.reset_seats", "*/5 * * * *")
async def reset_seats(context: JobContext) -> None:
    """Of every license whose billing date has come. A claim that finds all seats held does not wait for it
    (`machine/queries.py`)."""
    while True:
        async with context.database.transaction(Scope.system()) as db:
            reset = await queries.RESET_SEATS.all(db, clock.now(), AT_ONCE)
            for one in reset:
                if one.seats:
                    event = SeatsReset(one.tenant_id, one.id, one.name, one.seats)
                    await announce(db, event, by=SYSTEM)
        if len(reset) < AT_ONCE:
            return
