"""Fewer seats: refused while they are in use, and closed to new claims before the provider is asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.licensing.caller import scope_of
from gatehouse.licensing.changes import queries
from gatehouse.licensing.changes.errors import SeatsInUse
from gatehouse.licensing.changes.models import SeatUse


@asynccontextmanager
async def kept_free(
    database: Database, caller: Principal, license_id: UUID, seats: int
) -> AsyncIterator[None]:
    """Meanwhile nobody claims a seat beyond `seats`; given back when the block fails."""
    before = await _hold(database, caller, license_id, seats)
    try:
        yield
    except BaseException:
        if before > seats:
            async with database.transaction(scope_of(caller)) as db:
                await queries.SET_SEATS.run(
                    db, caller.tenant_id, license_id, seats, before, clock.now()
                )
        raise


async def refuse_seats_in_use(
    database: Database, caller: Principal, license_id: UUID, seats: int
) -> None:
    async with database.transaction(scope_of(caller)) as db:
        _refuse(await queries.SEAT_USE.one(db, caller.tenant_id, license_id), seats)


async def _hold(database: Database, caller: Principal, license_id: UUID, seats: int) -> int:
    async with database.transaction(scope_of(caller)) as db:
        await queries.LOCK_LICENSE.one(db, caller.tenant_id, license_id)
        use = await queries.SEAT_USE.one(db, caller.tenant_id, license_id)
        _refuse(use, seats)
        if seats < use.max_seats:
            await queries.SET_SEATS.run(
                db, caller.tenant_id, license_id, use.max_seats, seats, clock.now()
            )
    return use.max_seats


def _refuse(use: SeatUse, seats: int) -> None:
    if use.used <= seats:
        return
    more = use.used - len(use.holders)
    names = ", ".join(use.holders) + (f" and {more} more" if more else "")
    raise SeatsInUse(
        f"{use.used} seats are in use: {names}. Free {use.used - seats} of them first."
    )
