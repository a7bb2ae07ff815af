"""Shows who holds a seat, and takes one back."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.licenses.lookup import find_license
from gatehouse.licensing.licenses.seats import queries
from gatehouse.licensing.licenses.seats.events import SeatTakenBack
from gatehouse.licensing.licenses.seats.models import HeldSeat


async def held_seats(
    db: Db, tenant_id: UUID, name: str, limit: int, offset: int
) -> tuple[list[HeldSeat], int]:
    """One page of them, and how many there are. Raises `LicenseMissing`."""
    whose = tenant_id, await find_license(db, tenant_id, name), clock.now()
    return await queries.HELD_SEATS.all(db, *whose, limit, offset), await queries.COUNT_HELD.one(
        db, *whose
    )


async def take_back(db: Db, caller: Principal, client: Client, name: str, seat_id: UUID) -> None:
    """Freed at once, also when it was freed or has lapsed before. A tool that still runs may claim one again.
    Raises `LicenseMissing`."""
    license_id = await find_license(db, caller.tenant_id, name)
    freed = await queries.FREE_SEAT.first(db, caller.tenant_id, license_id, seat_id)
    if freed is not None:
        event = SeatTakenBack(caller.tenant_id, license_id, freed.license_name, freed.subject)
        await announce_event(db, event, by=by_caller(caller, client))
