"""Fewer seats: refused while they are in use, and closed to new claims before the provider is asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from gatehouse.access.guard import Call
from gatehouse.access.principal import Principal
from gatehouse.kit import clock
from gatehouse.licensing.changes import queries
from gatehouse.licensing.changes.errors import SeatsInUse
from gatehouse.licensing.changes.models import SeatUse


@asynccontextmanager
async def kept_free(
    call: Call, caller: Principal, license_id: UUID, seats: int
) -> AsyncIterator[None]:
    """Meanwhile nobody claims a seat beyond `seats`; given back when the block fails."""
    before = await _hold(call, caller, license_id, seats)
    try:
        yield
    except BaseException:
        if before > seats:
            # Also when the caller has lost the right to it meanwhile.
            async with call.database.transaction(call.scope) as db:
                await queries.SET_SEATS.run(
                    db, caller.tenant_id, license_id, seats, before, clock.now()
                )
        raise


async def refuse_seats_in_use(call: Call, caller: Principal, license_id: UUID, seats: int) -> None:
    async with call.transaction() as db:
        _refuse(await queries.SEAT_USE.one(db, caller.tenant_id, license_id), seats)


async def _hold(call: Call, caller: Principal, license_id: UUID, seats: int) -> int:
    async with call.transaction() as db:
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
