"""The vendor issues licenses, and gives time and seats. What the payment provider reports changes none of
it."""

from datetime import UTC, date, datetime, time

from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users.service import normalize_email
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.licensing.licenses.changes.queries import RENAME_LICENSE
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.events import LicenseChanged, LicenseRenamed
from gatehouse.licensing.licenses.identifiers import new_fingerprint
from gatehouse.licensing.licenses.issued import queries
from gatehouse.licensing.licenses.issued.errors import (
    DayPassed,
    KeyTaken,
    OrganizationNeeded,
    ReferenceTaken,
    SeatsArePaid,
    SeatsInUse,
)
from gatehouse.licensing.licenses.issued.events import LicenseExtended, LicenseIssued
from gatehouse.licensing.licenses.issued.models import LicenseRequest, LockedLicense
from gatehouse.licensing.licenses.sealed_keys import make_key
from gatehouse.licensing.organizations.models import Organization
from gatehouse.licensing.organizations.queries import ADD_ORGANIZATION, ORGANIZATION


async def issue_license(db: Db, box: Box, wanted: LicenseRequest, by: Actor) -> str:
    """The new license's fingerprint. `TenantNotFound`; `DayPassed`; `ReferenceTaken`, `KeyTaken`;
    `OrganizationNeeded` when the account has none and no address for bills is given."""
    tenant = await get_tenant(db, wanted.tenant_id)
    until = _last_instant(wanted.until) if wanted.until else None
    await _refuse_taken(db, wanted)
    organization = await _find_or_add_organization(db, wanted, tenant.name)
    license_id, fingerprint, key = new_id(), new_fingerprint(), make_key(box, wanted.key)
    name = wanted.name or organization.name
    added = await queries.ADD_LICENSE.one(
        db,
        license_id,
        tenant.id,
        organization.id,
        name,
        wanted.license_type,
        wanted.seats,
        fingerprint,
        until,
        wanted.reference,
        clock.now(),
        key.id,
        key.hash,
        key.sealed,
    )
    # A concurrent request has used the reference or the key.
    if not added.license:
        raise ReferenceTaken("A license with this reference exists already")
    if not added.key:
        raise KeyTaken("A license with this key exists already")
    await announce_event(db, LicenseIssued(tenant.id, license_id, name, wanted.seats), by=by)
    return fingerprint


async def extend_license(db: Db, fingerprint: str, until: date | None, by: Actor) -> None:
    """Keep the license valid at least until the end of this day (UTC), independent of payment; None takes the
    extension back. Raises `LicenseMissing`, and `DayPassed` when the day is in the past."""
    held = await _lock_license(db, fingerprint)
    last = _last_instant(until) if until else None
    await queries.EXTEND.run(db, held.tenant_id, held.id, last, clock.now())
    said = f"{until:%Y-%m-%d}" if until else "what is paid or was agreed ends"
    await announce_event(db, LicenseExtended(held.tenant_id, held.id, held.name, said), by=by)


async def change_license(
    db: Db, fingerprint: str, name: str | None, seats: int | None, by: Actor
) -> None:
    """What is None stays. `LicenseMissing`; `SeatsArePaid` of a subscription; `SeatsInUse` when more are
    held."""
    held = await _lock_license(db, fingerprint)
    if seats is not None and seats != held.max_seats:
        await _refuse_seats(db, held, seats)
        await queries.SET_SEATS.run(db, held.tenant_id, held.id, seats, clock.now())
        await announce_event(db, LicenseChanged(held.tenant_id, held.id, held.name, seats), by=by)
    if name is not None and name != held.name:
        await RENAME_LICENSE.run(db, held.tenant_id, held.id, name, clock.now())
        await announce_event(db, LicenseRenamed(held.tenant_id, held.id, name, held.name), by=by)


async def _refuse_seats(db: Db, held: LockedLicense, seats: int) -> None:
    if held.is_billed:
        raise SeatsArePaid("The subscription decides how many seats this license has")
    used = await queries.USED_SEATS.one(db, held.tenant_id, held.id, clock.now())
    if seats < used:
        raise SeatsInUse(f"{used} seats are held", usedSeats=used)


async def _lock_license(db: Db, fingerprint: str) -> LockedLicense:
    held = await queries.HOLD.first(db, fingerprint)
    if held is None:
        raise LicenseMissing("The license was not found")
    return held


async def _refuse_taken(db: Db, wanted: LicenseRequest) -> None:
    hashed = token_hash(wanted.key) if wanted.key else None
    taken = await queries.TAKEN.one(db, wanted.reference, hashed)
    if taken.reference:
        raise ReferenceTaken("A license with this reference exists already")
    if taken.key:
        raise KeyTaken("A license with this key exists already")


async def _find_or_add_organization(db: Db, wanted: LicenseRequest, name: str) -> Organization:
    """That of the account; made here it has no trial, because it has a license."""
    found = await ORGANIZATION.first(db, wanted.tenant_id)
    if found is not None:
        return found
    if not wanted.billing_email:
        raise OrganizationNeeded("This account has no organization yet: say where its bills go")
    email = normalize_email(wanted.billing_email)
    added = await ADD_ORGANIZATION.first(db, new_id(), wanted.tenant_id, name, email, clock.now())
    return added or await ORGANIZATION.one(db, wanted.tenant_id)


def _last_instant(day: date) -> datetime:
    """The day is over when it is over in UTC, as the end of a trial."""
    until = datetime.combine(day, time.max, UTC)
    if until < clock.now():
        raise DayPassed("This day has passed")
    return until
