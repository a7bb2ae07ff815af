"""Finds a license, and shows its key and its seats. Seeing a key requires a recent authentication."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import (
    has_authenticated_within,
    has_used_mfa,
    must_be_stepped_up,
    must_have_recent_sign_in,
)
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.licensing.errors import LicenseMissing
from gatehouse.licensing.events import SeatTakenBack
from gatehouse.licensing.licenses import queries, seat_queries
from gatehouse.licensing.licenses.answer import describe_license, write_licenses
from gatehouse.licensing.licenses.identifiers import FINGERPRINT, LICENSE_ID
from gatehouse.licensing.licenses.schemas import HeldSeats, LicenseOut

LATELY = timedelta(hours=1)


async def get_license_id(db: Db, tenant_id: UUID, name: str) -> UUID:
    """The id of the license with this id or fingerprint. Raises `LicenseMissing` when it does not exist or
    belongs to another tenant."""
    own_id = UUID(name) if LICENSE_ID.fullmatch(name) else None
    is_name = own_id is not None or FINGERPRINT.fullmatch(name) is not None
    found = await queries.NAMED.first(db, tenant_id, own_id, name) if is_name else None
    if found is None:
        raise LicenseMissing("The license was not found")
    return found


async def may_see_keys(db: Db, caller: Principal) -> bool:
    """Machines and API tokens never do."""
    if caller.session is None or not caller.may(Permission.LICENSING_READ_KEYS):
        return False
    return await queries.HAS_RECENT_AUTHENTICATION.one(db, caller.session, clock.now())


async def require_recent_authentication(db: Db, caller: Principal) -> None:
    """Require a recent authentication. Raises `StepUpNeeded` for a user with MFA, and `RecentSignInNeeded`
    for a user without MFA and for every other caller."""
    person = caller.person_id
    if person is not None and await queries.HAS_FACTOR.first(db, person):
        must_be_stepped_up(caller, LATELY)
    else:
        must_have_recent_sign_in(caller, LATELY)


async def list_licenses(database: Database, box: Box, caller: Principal) -> bytes:
    """The licenses of the caller's tenant, oldest first, as JSON. `may_see_keys` says who sees keys."""
    now = clock.now()
    is_recent = has_authenticated_within(caller, LATELY, now)
    may_see = is_recent and caller.may(Permission.LICENSING_READ_KEYS)
    scope = Scope.tenant(caller.tenant_id, caller.person_id)
    async with database.one_tenant_statement(scope) as db:
        rows = await queries.LICENSES.all(
            db, caller.tenant_id, now, may_see, has_used_mfa(caller), caller.person_id
        )
    return write_licenses(rows, now, box)


async def get_license(db: Db, box: Box, caller: Principal, license_id: UUID) -> LicenseOut:
    """One of them; `LicenseMissing` when it is another tenant's."""
    sees, now = await may_see_keys(db, caller), clock.now()
    found = await queries.LICENSE.first(db, caller.tenant_id, license_id, sees, now)
    if found is None:
        raise LicenseMissing("The license was not found")
    return LicenseOut.model_validate(describe_license(found, now, box))


async def list_held_seats(db: Db, tenant_id: UUID, name: str, limit: int, offset: int) -> HeldSeats:
    """Raises `LicenseMissing`."""
    whose = tenant_id, await get_license_id(db, tenant_id, name), clock.now()
    held = await seat_queries.HELD_SEATS.all(db, *whose, limit, offset)
    return HeldSeats(items=held, total=await seat_queries.COUNT_HELD.one(db, *whose))


async def release_held_seat(db: Db, caller: Principal, name: str, seat_id: UUID) -> None:
    """Freed at once, also when it was freed or has lapsed before. A tool that still runs may claim one again.
    Raises `LicenseMissing`."""
    license_id = await get_license_id(db, caller.tenant_id, name)
    freed = await seat_queries.FREE_SEAT.first(db, caller.tenant_id, license_id, seat_id)
    if freed is not None:
        event = SeatTakenBack(caller.tenant_id, license_id, freed.license_name, freed.subject)
        await announce_event(db, event, by=caller.actor)
