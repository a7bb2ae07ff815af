"""When seats are released without an action of their users.

- Fewer seats are paid: those beyond, of which the most recently used stay.
- The billing date has come: those not used since, unless they are leased.
- The subscription is canceled: none at that moment. The license has expired, so tools are refused; leases run
  out, and the other seats are released on the billing date. A subscription that resumes before finds them.
- The subscription was moved to another customer, or the tenant was deleted: all.
"""

from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.events import SeatsBeyondPaid, SeatsReset
from gatehouse.licensing.licenses.job_queries import RESET_SEATS
from gatehouse.licensing.licenses.seat_queries import FREE_ALL_SEATS, FREE_SEATS_BEYOND


async def release_seats_beyond_paid(
    db: Db, tenant_id: UUID, license_id: UUID, license_name: str, paid: int
) -> None:
    freed = await FREE_SEATS_BEYOND.one(db, tenant_id, license_id, paid, clock.now())
    if freed:
        event = SeatsBeyondPaid(tenant_id, license_id, license_name, freed)
        await announce_event(db, event, by=SYSTEM)


async def release_seats_at_billing_date(db: Db, tenant_id: UUID, license_id: UUID) -> None:
    """Also those of a canceled license, on the billing date that it still had."""
    reset = await RESET_SEATS.first(db, clock.now(), tenant_id, license_id)
    if reset is not None and reset.seats:
        event = SeatsReset(reset.tenant_id, reset.id, reset.name, reset.seats)
        await announce_event(db, event, by=SYSTEM)


async def release_seats_of_moved_license(db: Db, tenant_id: UUID, license_id: UUID) -> None:
    await FREE_ALL_SEATS.run(db, tenant_id, license_id)
