"""Seats: claimed under the lock of their license, so that exactly as many as are paid can be held."""

from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.licensing.license_api import queries
from gatehouse.licensing.license_api.errors import NoSeats, NotInForce, SeatGone
from gatehouse.licensing.license_api.events import SeatClaimed, SeatFreed
from gatehouse.licensing.license_api.models import KeyOwner, LockedLicense
from gatehouse.licensing.license_api.schemas import MOST_USES, SeatClaim
from gatehouse.licensing.licenses.seats.models import Seat
from gatehouse.licensing.licenses.seats.queries import (
    ADD_SEAT,
    COUNT_SEATS,
    DELETE_LAPSED_SEATS,
    END_SEAT_USE,
    HEARTBEAT,
    RELEASE_SEAT,
    RENEW_SEAT,
)
from gatehouse.licensing.settings import LicensingSettings


def lease_end(settings: LicensingSettings) -> datetime:
    return clock.now() + timedelta(seconds=settings.seat_lease_seconds)


async def claim_seat(
    database: Database, settings: LicensingSettings, owner: KeyOwner, wanted: SeatClaim
) -> tuple[Seat, bool]:
    """The holder's seat, and whether it is a new one. `NotInForce`; `NoSeats` when all are held."""
    async with database.transaction(Scope.tenant(owner.tenant_id)) as db:
        locked = await queries.LOCK_LICENSE.one(db, owner.tenant_id, owner.license_id, clock.now())
        if locked.code != "VALID":
            raise NotInForce(locked.code)
        fields = (
            owner.tenant_id,
            owner.license_id,
            wanted.kind,
            wanted.subject,
            clock.now(),
            lease_end(settings),
            wanted.name,
            wanted.hostname,
            wanted.version,
            wanted.use,
        )
        held = await RENEW_SEAT.first(db, *fields, MOST_USES)
        if held:
            return held, False
        await _refuse_when_full(db, settings, owner, wanted, locked)
        seat = await ADD_SEAT.one(db, *fields, new_id())
        event = SeatClaimed(
            owner.tenant_id, owner.license_id, locked.name, wanted.subject, wanted.kind
        )
        await announce_event(db, event, by=_tool_actor(owner))
        return seat, True


async def _refuse_when_full(
    db: Db,
    settings: LicensingSettings,
    owner: KeyOwner,
    wanted: SeatClaim,
    locked: LockedLicense,
) -> None:
    whose = owner.tenant_id, owner.license_id
    await DELETE_LAPSED_SEATS.run(db, *whose, clock.now())
    is_ci = wanted.kind == "ci"
    most = settings.ci_sessions if is_ci else locked.seats
    used = await COUNT_SEATS.one(db, *whose, is_ci)
    if used >= most:
        raise NoSeats("All seats are in use", maxSeats=most, usedSeats=used, kind=wanted.kind)


async def extend_lease(
    database: Database, settings: LicensingSettings, hashed: bytes, seat_id: UUID, use: str
) -> datetime | None:
    """The end of the new lease; None when the key is unknown; `SeatGone` when this use of the seat has lapsed
    or the seat was freed, or the license is not in force any more."""
    now = clock.now()
    async with database.one_statement() as db:
        found = await HEARTBEAT.one(db, hashed, seat_id, now, lease_end(settings), use)
    if not found.is_known:
        return None
    if found.lease_until is None:
        raise SeatGone("The seat has lapsed or was freed. Claim one again.")
    return found.lease_until


async def end_use(database: Database, owner: KeyOwner, seat_id: UUID, use: str) -> None:
    """End one use of a seat; the last one frees it. Nothing happens when the seat is gone already."""
    whose = owner.tenant_id, owner.license_id, seat_id
    async with database.transaction(Scope.tenant(owner.tenant_id)) as db:
        if not await END_SEAT_USE.first(db, *whose, use, clock.now()):
            return
        holder = await RELEASE_SEAT.first(db, *whose)
        if holder is not None:
            event = SeatFreed(owner.tenant_id, owner.license_id, holder)
            await announce_event(db, event, by=_tool_actor(owner))


def _tool_actor(owner: KeyOwner) -> Actor:
    return Actor("license", owner.license_id)
