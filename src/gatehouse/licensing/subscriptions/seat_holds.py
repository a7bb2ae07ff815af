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
from gatehouse.licensing.errors import ChangeUnderWay, SeatsInUseForChange
from gatehouse.licensing.licenses import seat_queries
from gatehouse.licensing.licenses.models import SeatUse
from gatehouse.licensing.subscriptions.context import SubscriptionChangeContext
from gatehouse.providers.payments.errors import PaymentsRefused

# Longer than our calls to the provider may take.
HELD_FOR = timedelta(seconds=60)


@dataclass(slots=True)
class SeatHold:
    """The claim on a license while it is changed. `is_asked`: the provider may have applied the change, even
    if its answer is lost."""

    until: datetime
    is_asked: bool = False


@asynccontextmanager
async def hold_license(context: SubscriptionChangeContext) -> AsyncIterator[SeatHold]:
    """Claim the license for one change. Raises `ChangeUnderWay` while another change has claimed it."""
    hold = await _start_hold(context)
    try:
        yield hold
    except Exception as error:
        if not hold.is_asked or isinstance(error, PaymentsRefused):
            await _release_hold(context, hold)
        raise
    await _release_hold(context, hold)


async def hold_seats_back(context: SubscriptionChangeContext, hold: SeatHold, seats: int) -> None:
    """Keep seats beyond `seats` from being claimed until the change ends. Raises `SeatsInUseForChange` when
    more are held."""
    now = clock.now()
    whose = context.caller.tenant_id, context.license_id
    async with context.call.transaction() as db:
        claimable = await seat_queries.LOCK_LICENSE.first(db, *whose)
        _check_seats_unused(await seat_queries.SEAT_USE.one(db, *whose, now), seats)
        hold.until = now + HELD_FOR
        # What came of an earlier reduction may not be known yet.
        fewest = seats if claimable is None else min(claimable, seats)
        await seat_queries.HOLD_SEATS.run(db, *whose, fewest, hold.until)
    hold.is_asked = True


async def require_seats_unused(context: SubscriptionChangeContext, seats: int) -> None:
    async with context.call.transaction() as db:
        whose = context.caller.tenant_id, context.license_id
        _check_seats_unused(await seat_queries.SEAT_USE.one(db, *whose, clock.now()), seats)


async def _start_hold(context: SubscriptionChangeContext) -> SeatHold:
    now = clock.now()
    hold = SeatHold(now + HELD_FOR)
    whose = context.caller.tenant_id, context.license_id
    async with context.call.transaction() as db:
        if await seat_queries.START_SEAT_HOLD.first(db, *whose, hold.until, now) is None:
            raise ChangeUnderWay(
                "Another change of this license is in progress. Try again in a minute."
            )
    return hold


async def _release_hold(context: SubscriptionChangeContext, hold: SeatHold) -> None:
    # Also when the caller has lost the right to it meanwhile.
    async with context.call.database.transaction(context.call.scope) as db:
        await seat_queries.RELEASE_SEAT_HOLD.run(
            db, context.caller.tenant_id, context.license_id, hold.until
        )


def _check_seats_unused(use: SeatUse, seats: int) -> None:
    if use.used <= seats:
        return
    more = use.used - len(use.holders)
    names = ", ".join(use.holders) + (f" and {more} more" if more else "")
    raise SeatsInUseForChange(
        f"{use.used} seats are in use: {names}. Release {use.used - seats} of them first."
    )
