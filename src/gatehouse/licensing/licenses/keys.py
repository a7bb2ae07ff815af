"""Reveals, replaces and downloads what a tool is set up with: the license key and the license file. Each is
audited. The key before a new one works on for a while, so that no tool stands still."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.access.errors import MissingPermission
from gatehouse.access.guard import GuardedCall
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources
from gatehouse.licensing.errors import KeyMissing, LicenseMissing
from gatehouse.licensing.events import LicenseFileTaken, LicenseKeyReplaced, LicenseKeyRevealed
from gatehouse.licensing.license_api.license_file import issue_license_file
from gatehouse.licensing.license_api.queries import KeyOwner
from gatehouse.licensing.licenses import key_queries
from gatehouse.licensing.licenses.models import NamedLicense
from gatehouse.licensing.licenses.schemas import KeyRotation, RevealedKey
from gatehouse.licensing.licenses.sealed_keys import create_license_key, decrypt_license_key
from gatehouse.licensing.licenses.service import (
    get_license,
    get_license_id,
    require_recent_authentication,
)


async def rotate_license_key(
    db: Db, box: Box, tenant_id: UUID, license_id: UUID, overlap: timedelta, by: Actor
) -> RevealedKey:
    """Seats that are held stay held. Raises `LicenseMissing`."""
    found = await key_queries.LOCK_LICENSE.first(db, tenant_id, license_id)
    return await _replace_license_key(db, box, found, overlap, by)


async def rotate_key_as_vendor(
    db: Db, box: Box, fingerprint: str, overlap: timedelta, by: Actor
) -> RevealedKey:
    """Replace the key of a license of any tenant, for the vendor. Raises `LicenseMissing`."""
    found = await key_queries.LOCK_ANY_LICENSE.first(db, fingerprint)
    return await _replace_license_key(db, box, found, overlap, by)


async def _replace_license_key(
    db: Db, box: Box, found: NamedLicense | None, overlap: timedelta, by: Actor
) -> RevealedKey:
    if found is None:
        raise LicenseMissing("The license was not found")
    now, made = clock.now(), create_license_key(box)
    until = now + overlap
    await key_queries.RETIRE_KEYS.run(db, found.tenant_id, found.id, until)
    await key_queries.ADD_KEY.run(
        db, found.tenant_id, found.id, made.id, made.hash, made.sealed, now
    )
    event = LicenseKeyReplaced(found.tenant_id, found.id, found.name, f"{until:%Y-%m-%d %H:%M} UTC")
    await announce_event(db, event, by=by)
    return RevealedKey(
        key=decrypt_license_key(box, made.id, made.sealed), former_until=until if overlap else None
    )


async def reveal_license_key(db: Db, box: Box, caller: Principal, name: str) -> RevealedKey:
    """`LicenseMissing`; `StepUpNeeded`, `RecentSignInNeeded`; `KeyMissing` when all its keys were taken
    away."""
    license_id = await get_license_id(db, caller.tenant_id, name)
    await require_recent_authentication(db, caller)
    found = await get_license(db, box, caller, license_id)
    if found.key is None:
        raise KeyMissing("This license has no key")
    event = LicenseKeyRevealed(caller.tenant_id, license_id, found.name)
    await announce_event(db, event, by=caller.actor)
    former = await key_queries.FORMER_UNTIL.first(db, caller.tenant_id, license_id, clock.now())
    return RevealedKey(key=found.key, former_until=former)


async def rotate_key_as_tenant(
    db: Db, box: Box, caller: Principal, name: str, rotation: KeyRotation
) -> RevealedKey:
    """`LicenseMissing`; `MissingPermission` for who may not see keys. Raises `StepUpNeeded` or
    `RecentSignInNeeded`."""
    if not caller.may(Permission.LICENSING_READ_KEYS):
        raise MissingPermission(
            "You are not allowed to do this", permission=Permission.LICENSING_READ_KEYS
        )
    license_id = await get_license_id(db, caller.tenant_id, name)
    await require_recent_authentication(db, caller)
    overlap = timedelta(hours=rotation.overlap_hours)
    return await rotate_license_key(db, box, caller.tenant_id, license_id, overlap, caller.actor)


async def download_license_file(
    call: GuardedCall, resources: Resources, caller: Principal, name: str, relay_key: str | None
) -> dict[str, Any]:
    """Signed, bound to no subject, or for one relay. `LicenseMissing`; `NotInForce` when the license cannot
    be used."""
    async with call.transaction() as db:
        license_id = await get_license_id(db, caller.tenant_id, name)
    owner = KeyOwner(caller.tenant_id, license_id)
    signed = await issue_license_file(resources, owner, None, relay_key)
    async with call.transaction() as db:
        event = LicenseFileTaken(caller.tenant_id, license_id, signed["license"]["name"])
        await announce_event(db, event, by=caller.actor)
    return signed
