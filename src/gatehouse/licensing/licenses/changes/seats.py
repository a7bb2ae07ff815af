"""One change of a license at a time, and fewer seats closed to new claims before the provider is asked.

A change first claims the license (`held_until`) and then reads the subscription: of two administrators the
second is refused, instead of deciding by a state that the first is changing.

Only facts from the provider change the paid seats (`max_seats`). Seats that are held back are in a second
column, and are released when the answer is known. Without an answer (lost, or after a crash) the seats stay
held until `payments.heal` has read the outcome at the provider. So no order of events leaves more seats in
use than are paid, or fewer to claim than are paid.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from gatehouse.kit import clock
from gatehouse.licensing.licenses.changes import queries
from gatehouse.licensing.licenses.changes.errors import ChangeUnderWay, SeatsInUseForChange
from gatehouse.licensing.licenses.changes.models import LockedSeats, SeatUse
from gatehouse.licensing.subscriptions.change_context import SubscriptionChangeContext
from gatehouse.providers.payments.errors import PaymentsRefused

# Longer than our calls to the provider may take.
HELD_FOR = timedelta(seconds=60)


@dataclass(slots=True)
class SeatChangeTurn:
    """The claim on a license while it is changed. `is_asked`: the provider may have applied the change, even
    if its answer is lost."""

    until: datetime
    is_asked: bool = False


@asynccontextmanager
async def one_change(desk: SubscriptionChangeContext) -> AsyncIterator[SeatChangeTurn]:
    """Claim the license for one change. Raises `ChangeUnderWay` while another change has claimed it."""
    turn = await _take_turn(desk)
    try:
        yield turn
    except Exception as error:
        if not turn.is_asked or isinstance(error, PaymentsRefused):
            await _let_go(desk, turn)
        raise
    await _let_go(desk, turn)


async def keep_free(desk: SubscriptionChangeContext, turn: SeatChangeTurn, seats: int) -> None:
    """Keep seats beyond `seats` from being claimed until the change ends. Raises `SeatsInUseForChange` when
    more are held."""
    now = clock.now()
    whose = desk.caller.tenant_id, desk.license_id
    async with desk.call.transaction() as db:
        known = await queries.LOCK_LICENSE.one(db, *whose)
        _refuse_reduction(await queries.SEAT_USE.one(db, *whose, now), seats)
        turn.until = now + HELD_FOR
        await queries.HOLD_SEATS.run(db, *whose, _fewest_seats(known, seats), turn.until)
    turn.is_asked = True


async def refuse_seats_in_use(desk: SubscriptionChangeContext, seats: int) -> None:
    async with desk.call.transaction() as db:
        whose = desk.caller.tenant_id, desk.license_id
        _refuse_reduction(await queries.SEAT_USE.one(db, *whose, clock.now()), seats)


async def _take_turn(desk: SubscriptionChangeContext) -> SeatChangeTurn:
    now = clock.now()
    turn = SeatChangeTurn(now + HELD_FOR)
    whose = desk.caller.tenant_id, desk.license_id
    async with desk.call.transaction() as db:
        if await queries.START_SEAT_HOLD.first(db, *whose, turn.until, now) is None:
            raise ChangeUnderWay(
                "Another change of this license is under way. Try again in a minute."
            )
    return turn


def _fewest_seats(known: LockedSeats, seats: int) -> int:
    """What came of an earlier reduction may not be known yet."""
    return seats if known.held_seats is None else min(known.held_seats, seats)


async def _let_go(desk: SubscriptionChangeContext, turn: SeatChangeTurn) -> None:
    # Also when the caller has lost the right to it meanwhile.
    async with desk.call.database.transaction(desk.call.scope) as db:
        await queries.RELEASE_SEAT_HOLD.run(db, desk.caller.tenant_id, desk.license_id, turn.until)


def _refuse_reduction(use: SeatUse, seats: int) -> None:
    if use.used <= seats:
        return
    more = use.used - len(use.holders)
    names = ", ".join(use.holders) + (f" and {more} more" if more else "")
    raise SeatsInUseForChange(
        f"{use.used} seats are in use: {names}. Free {use.used - seats} of them first."
    )
