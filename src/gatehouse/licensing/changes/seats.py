"""Fewer seats: refused while they are in use, and closed to new claims before the provider is asked.

What is paid (`max_seats`) only the provider's facts change. What is held back is a second column, and lets
go when the answer is known. When none comes (a lost answer, a crash), the seats stay held until
`payments.heal` has read at the provider what came of it; so no order of events leaves more seats in use
than are paid, or fewer for claiming than are.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from gatehouse.kit import clock
from gatehouse.licensing.changes import queries
from gatehouse.licensing.changes.errors import ChangeUnderWay, SeatsInUse
from gatehouse.licensing.changes.models import LockedSeats, SeatUse
from gatehouse.licensing.subscriptions.desk import Desk
from gatehouse.providers.payments.errors import PaymentsRefused

# Longer than our calls to the provider may take.
HELD_FOR = timedelta(seconds=60)


@asynccontextmanager
async def kept_free(desk: Desk, seats: int, paid: int) -> AsyncIterator[None]:
    """Meanwhile nobody claims a seat beyond `seats`; until then `paid` are paid, as the provider says."""
    until = await _hold(desk, seats, paid)
    try:
        yield
    except PaymentsRefused:
        await _let_go(desk, until)
        raise
    await _let_go(desk, until)


async def refuse_seats_in_use(desk: Desk, seats: int) -> None:
    async with desk.call.transaction() as db:
        whose = desk.caller.tenant_id, desk.license_id
        _refuse(await queries.SEAT_USE.one(db, *whose, clock.now()), seats)


async def _hold(desk: Desk, seats: int, paid: int) -> datetime | None:
    now = clock.now()
    whose = desk.caller.tenant_id, desk.license_id
    async with desk.call.transaction() as db:
        known = await queries.LOCK_LICENSE.one(db, *whose)
        _refuse(await queries.SEAT_USE.one(db, *whose, now), seats)
        if seats >= max(paid, known.max_seats):
            return None
        if known.held_until and known.held_until > now:
            raise ChangeUnderWay("Fewer seats are being asked for already. Try again in a minute.")
        until = now + HELD_FOR
        await queries.HOLD_SEATS.run(db, *whose, _fewest(known, seats), until)
    return until


def _fewest(known: LockedSeats, seats: int) -> int:
    """What came of an earlier reduction may not be known yet."""
    return seats if known.held_seats is None else min(known.held_seats, seats)


async def _let_go(desk: Desk, until: datetime | None) -> None:
    if until is None:
        return
    # Also when the caller has lost the right to it meanwhile.
    async with desk.call.database.transaction(desk.call.scope) as db:
        await queries.LET_SEATS_GO.run(db, desk.caller.tenant_id, desk.license_id, until)


def _refuse(use: SeatUse, seats: int) -> None:
    if use.used <= seats:
        return
    more = use.used - len(use.holders)
    names = ", ".join(use.holders) + (f" and {more} more" if more else "")
    raise SeatsInUse(
        f"{use.used} seats are in use: {names}. Free {use.used - seats} of them first."
    )
