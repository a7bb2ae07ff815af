"""What tools do: find the license of their key, claim, keep and free seats, and report their use. Seats are
claimed under the lock of their license, so that exactly as many as are paid can be held."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from starlette.requests import Request

from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, token_hash
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.licensing.errors import NoSeats, NotInForce, SeatGone, UnknownKey
from gatehouse.licensing.events import SeatClaimed, SeatFreed
from gatehouse.licensing.license_api import queries
from gatehouse.licensing.license_api.queries import ClaimableLicense, KeyOwner
from gatehouse.licensing.license_api.schemas import MOST_USES, SeatClaim, SeatOut, UsageEvent
from gatehouse.licensing.licenses.identifiers import KEY, normalize_license_key
from gatehouse.licensing.licenses.seat_queries import (
    ADD_SEAT,
    COUNT_SEATS,
    DELETE_LAPSED_SEATS,
    END_SEAT_USE,
    HEARTBEAT,
    RELEASE_SEAT,
    RENEW_SEAT,
)
from gatehouse.licensing.settings import LicensingSettings


def unknown_key_error() -> UnknownKey:
    return UnknownKey("The license key was not found", headers={"www-authenticate": "License"})


def read_license_key(request: Request) -> str:
    """`UnknownKey` when there is none, or what none looks like."""
    word, _, given = _decode_header(request.headers.get("authorization", "")).partition(" ")
    key = normalize_license_key(given)
    if word.lower() != "license" or not KEY.fullmatch(key):
        raise unknown_key_error()
    return key


def _decode_header(header: str) -> str:
    """Clients that send more than ASCII do so in UTF-8; headers are read byte by byte."""
    try:
        return header.encode("latin-1").decode()
    except UnicodeError:
        return header


def read_key_hash(request: Request) -> bytes:
    """What is stored of the key that the call brings. Raises `UnknownKey`."""
    return token_hash(read_license_key(request))


async def get_key_owner(request: Request) -> KeyOwner:
    database: Database = request.app.state.resources[Database]
    hashed = read_key_hash(request)
    async with database.one_statement(confirms=True) as db:
        owner = await queries.OWNER.first(db, hashed, clock.now())
    if owner is None:
        raise unknown_key_error()
    return owner


def compute_lease_end(settings: LicensingSettings) -> datetime:
    return clock.now() + timedelta(seconds=settings.seat_lease_seconds)


async def claim_seat(
    database: Database, settings: LicensingSettings, owner: KeyOwner, wanted: SeatClaim
) -> tuple[SeatOut, bool]:
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
            compute_lease_end(settings),
            wanted.name,
            wanted.hostname,
            wanted.version,
            wanted.use,
        )
        held = await RENEW_SEAT.first(db, *fields, MOST_USES)
        if held:
            return held, False
        await _require_free_seat(db, settings, owner, wanted, locked)
        seat = await ADD_SEAT.one(db, *fields, new_id())
        event = SeatClaimed(
            owner.tenant_id, owner.license_id, locked.name, wanted.subject, wanted.kind
        )
        await announce_event(db, event, by=_tool_actor(owner))
        return seat, True


async def _require_free_seat(
    db: Db,
    settings: LicensingSettings,
    owner: KeyOwner,
    wanted: SeatClaim,
    locked: ClaimableLicense,
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
    async with database.one_key_statement() as db:
        found = await HEARTBEAT.one(db, hashed, seat_id, now, compute_lease_end(settings), use)
    if not found.is_known:
        return None
    if found.lease_until is None:
        raise SeatGone("The seat has expired or was released. Claim a new one.")
    return found.lease_until


async def end_seat_use(database: Database, owner: KeyOwner, seat_id: UUID, use: str) -> None:
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


OLD_USAGE = Purge("license_usage", timedelta(days=400), queries.FORGET_USAGE, queries.OLDEST_USAGE)


async def store_usage_events(
    database: Database, owner: KeyOwner, events: Sequence[UsageEvent]
) -> None:
    """Each once. What a clock that is fast says of the future has happened now."""
    async with database.transaction(Scope.tenant(owner.tenant_id)) as db:
        await queries.KEEP_USAGE.run(
            db,
            owner.tenant_id,
            owner.license_id,
            clock.now(),
            [one.id for one in events],
            [one.type for one in events],
            [one.subject for one in events],
            [one.at for one in events],
            [one.seconds for one in events],
            [one.version for one in events],
        )


@scheduled_job("license_usage.forget", "53 * * * *")
async def delete_old_usage_events(context: JobContext) -> None:
    await OLD_USAGE.run(context)
