"""The vendor lists licenses of all tenants, issues, extends, suspends and revokes them. What the payment
provider reports changes none of it."""

from datetime import UTC, date, datetime, time
from typing import Any, Literal

import orjson

from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users.service import normalize_email
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.lists import pattern_containing
from gatehouse.kit.paging import PageMetadata
from gatehouse.kit.plain_route import Json
from gatehouse.licensing import errors, events
from gatehouse.licensing.licenses import models, vendor_queries
from gatehouse.licensing.licenses.identifiers import FINGERPRINT, generate_fingerprint
from gatehouse.licensing.licenses.sealed_keys import create_license_key
from gatehouse.licensing.licenses.subscription_queries import RENAME_LICENSE
from gatehouse.licensing.licenses.vendor_schemas import LicenseTimeline, VendorLicensesQuery
from gatehouse.licensing.organizations.queries import ADD_ORGANIZATION, ORGANIZATION, Organization

NEVER = datetime(9999, 1, 1, tzinfo=UTC)
ENDED = ("EXPIRED", "PAST_DUE", "PAUSED")  # the states of a license whose last day has passed


async def render_license(db: Db, fingerprint: str, status: int = 200) -> Json:
    """Raises `LicenseMissing`."""
    text = await vendor_queries.LICENSE.first(db, clock.now(), fingerprint)
    if text is None:
        raise errors.LicenseMissing("The license was not found")
    return Json(text.encode(), status)


async def list_all_licenses_page(db: Db, query: VendorLicensesQuery) -> Json:
    now, words = clock.now(), query.filter.strip()
    named = words if FINGERPRINT.fullmatch(words) else None
    page = await vendor_queries.LICENSES.page(
        db,
        query,
        query.sort_by,
        now,
        words=pattern_containing(words) if words and not named else None,
        fingerprint=named,
        reference=query.reference,
        tenant=query.tenant_id,
        source=query.source,
        paid=True if query.source == "paid" else None,
        **_to_state_conditions(query, now),
    )
    page = page or models.LicensePage("[]", 0)
    about = PageMetadata.from_total(page.total, query.limit).model_dump(by_alias=True)
    return Json(b'{"items":' + page.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}")


def _to_state_conditions(query: VendorLicensesQuery, now: datetime) -> dict[str, Any]:
    """The conditions of the state, the second such that an index has it."""
    ended = query.state in ENDED
    before = [at for at in (query.ends_before, now if ended else None) if at]
    return {
        "state": query.state,
        "suspended": True if query.state == "SUSPENDED" else None,
        "revoked": True if query.state == "REVOKED" else None,
        "ends_before": min(before, default=None),
    }


async def list_license_timeline(
    db: Db, fingerprint: str, before: datetime | None, limit: int
) -> LicenseTimeline:
    """The newest first. Raises `LicenseMissing`."""
    owned = await vendor_queries.OWNED_LICENSE.first(db, fingerprint)
    if owned is None:
        raise errors.LicenseMissing("The license was not found")
    items = await vendor_queries.TIMELINE.all(db, owned.tenant_id, owned.id, before or NEVER, limit)
    return LicenseTimeline(items=items)


async def issue_license(db: Db, box: Box, wanted: models.LicenseRequest, by: Actor) -> str:
    """The new license's fingerprint. `TenantNotFound`; `DayPassed`; `ReferenceTaken`, `KeyTaken`;
    `OrganizationNeeded` when the account has none and no address for bills is given."""
    tenant = await get_tenant(db, wanted.tenant_id)
    until = _get_end_of_day(wanted.until) if wanted.until else None
    hashed = token_hash(wanted.key) if wanted.key else None
    _refuse_existing(await vendor_queries.TAKEN.one(db, wanted.reference, hashed))
    organization = await _find_or_add_organization(db, wanted, tenant.name)
    license_id, fingerprint, key = (
        new_id(),
        generate_fingerprint(),
        create_license_key(box, wanted.key),
    )
    name = wanted.name or organization.name
    taken = await vendor_queries.ADD_ISSUED_LICENSE.one(
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
    _refuse_existing(taken)  # a concurrent request has used the reference or the key
    await announce_event(db, events.LicenseIssued(tenant.id, license_id, name, wanted.seats), by=by)
    return fingerprint


async def extend_license(db: Db, fingerprint: str, until: date | None, by: Actor) -> None:
    """Keep the license valid at least until the end of this day (UTC), independent of payment; None takes the
    extension back. Raises `LicenseMissing`, and `DayPassed` when the day is in the past."""
    held = await _lock_license(db, fingerprint)
    last = _get_end_of_day(until) if until else None
    await vendor_queries.EXTEND_LICENSE.run(db, held.tenant_id, held.id, last, clock.now())
    said = f"{until:%Y-%m-%d}" if until else "the end of the paid or agreed term"
    await announce_event(
        db, events.LicenseExtended(held.tenant_id, held.id, held.name, said), by=by
    )


async def change_license(
    db: Db, fingerprint: str, name: str | None, seats: int | None, by: Actor
) -> None:
    """What is None stays. `LicenseMissing`; `SeatsArePaid` of a subscription; `SeatsInUse` when more are
    held."""
    held = await _lock_license(db, fingerprint)
    if seats is not None and seats != held.max_seats:
        await _check_seat_count(db, held, seats)
        await vendor_queries.SET_SEATS.run(db, held.tenant_id, held.id, seats, clock.now())
        await announce_event(
            db, events.LicenseChanged(held.tenant_id, held.id, held.name, seats), by=by
        )
    if name is not None and name != held.name:
        await RENAME_LICENSE.run(db, held.tenant_id, held.id, name, clock.now())
        await announce_event(
            db, events.LicenseRenamed(held.tenant_id, held.id, name, held.name), by=by
        )


async def _check_seat_count(db: Db, held: models.LockedLicense, seats: int) -> None:
    if held.is_billed:
        raise errors.SeatsArePaid("The subscription determines the number of seats of this license")
    used = await vendor_queries.USED_SEATS.one(db, held.tenant_id, held.id, clock.now())
    if seats < used:
        raise errors.SeatsInUse(f"{used} seats are in use", usedSeats=used)


async def _lock_license(db: Db, fingerprint: str) -> models.LockedLicense:
    held = await vendor_queries.LOCK_LICENSE.first(db, fingerprint)
    if held is None:
        raise errors.LicenseMissing("The license was not found")
    return held


def _refuse_existing(taken: models.ExistingLicense) -> None:
    """Raises `ReferenceTaken` or `KeyTaken`."""
    if taken.reference:
        raise errors.ReferenceTaken("A license with this reference already exists")
    if taken.key:
        raise errors.KeyTaken("A license with this key already exists")


async def _find_or_add_organization(
    db: Db, wanted: models.LicenseRequest, name: str
) -> Organization:
    """That of the account; made here it has no trial, because it has a license."""
    found = await ORGANIZATION.first(db, wanted.tenant_id)
    if found is not None:
        return found
    if not wanted.billing_email:
        raise errors.OrganizationNeeded(
            "This tenant has no organization yet. Enter a billing email."
        )
    email = normalize_email(wanted.billing_email)
    added = await ADD_ORGANIZATION.first(db, new_id(), wanted.tenant_id, name, email, clock.now())
    return added or await ORGANIZATION.one(db, wanted.tenant_id)


def _get_end_of_day(day: date) -> datetime:
    """The day is over when it is over in UTC, as the end of a trial."""
    until = datetime.combine(day, time.max, UTC)
    if until < clock.now():
        raise errors.DayPassed("This date is in the past")
    return until


Standing = Literal["suspended", "revoked", "restored"]
EVENTS: dict[Standing, type[events.LicenseEvent]] = {
    "suspended": events.LicenseSuspended,
    "revoked": events.LicenseRevoked,
    "restored": events.LicenseRestored,
}


async def set_license_standing(db: Db, fingerprint: str, standing: Standing, by: Actor) -> str:
    """The license's name. In force with the next call of its tools, whose seats are freed. Raises
    `LicenseMissing`."""
    now = clock.now()
    suspended = now if standing == "suspended" else None
    revoked = now if standing == "revoked" else None
    await vendor_queries.LOCK_FINGERPRINT.first(db, fingerprint)
    found = await vendor_queries.SET_STANDING.first(db, fingerprint, suspended, revoked, now)
    if found is None:
        raise errors.LicenseMissing("The license was not found")
    await announce_event(db, EVENTS[standing](found.tenant_id, found.id, found.name), by=by)
    return found.name
