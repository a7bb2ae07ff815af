"""Hands out the key and the file of a license; each is written down."""

from datetime import timedelta
from typing import Any

from gatehouse.access.client import Client
from gatehouse.access.errors import MissingPermission
from gatehouse.access.guard import GuardedCall
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.licensing.license_api.file import license_file
from gatehouse.licensing.license_api.models import KeyOwner
from gatehouse.licensing.licenses.keys import queries
from gatehouse.licensing.licenses.keys.errors import KeyMissing
from gatehouse.licensing.licenses.keys.events import LicenseFileTaken, LicenseKeyRevealed
from gatehouse.licensing.licenses.keys.models import NewKey
from gatehouse.licensing.licenses.keys.rotation import rotate_license_key
from gatehouse.licensing.licenses.keys.schemas import KeyRotation, RevealedKey
from gatehouse.licensing.licenses.lookup import find_license
from gatehouse.licensing.licenses.response import must_have_shown
from gatehouse.licensing.licenses.service import get_license


async def reveal_key(db: Db, box: Box, caller: Principal, client: Client, name: str) -> RevealedKey:
    """`LicenseMissing`; `StepUpNeeded`, `RecentSignInNeeded`; `KeyMissing` when all its keys were taken
    away."""
    license_id = await find_license(db, caller.tenant_id, name)
    await must_have_shown(db, caller)
    found = await get_license(db, box, caller, license_id)
    if found.key is None:
        raise KeyMissing("This license has no key")
    event = LicenseKeyRevealed(caller.tenant_id, license_id, found.name)
    await announce_event(db, event, by=by_caller(caller, client))
    former = await queries.FORMER_UNTIL.first(db, caller.tenant_id, license_id, clock.now())
    return RevealedKey(key=found.key, former_until=former)


async def replace_key(
    db: Db, box: Box, caller: Principal, client: Client, name: str, rotation: KeyRotation
) -> NewKey:
    """`LicenseMissing`; `MissingPermission` for who may not see keys. Raises `StepUpNeeded` or
    `RecentSignInNeeded`."""
    if not caller.may(Permission.LICENSING_READ_KEYS):
        raise MissingPermission(
            "You are not allowed to do this", permission=Permission.LICENSING_READ_KEYS
        )
    license_id = await find_license(db, caller.tenant_id, name)
    await must_have_shown(db, caller)
    overlap = timedelta(hours=rotation.overlap_hours)
    return await rotate_license_key(
        db, box, caller.tenant_id, license_id, overlap, by_caller(caller, client)
    )


async def take_file(
    call: GuardedCall,
    resources: Resources,
    caller: Principal,
    client: Client,
    name: str,
    relay_key: str | None,
) -> dict[str, Any]:
    """Signed, bound to no subject, or for one relay. `LicenseMissing`; `NotInForce` when the license cannot
    be used."""
    async with call.transaction() as db:
        license_id = await find_license(db, caller.tenant_id, name)
    owner = KeyOwner(caller.tenant_id, license_id)
    signed = await license_file(resources, owner, None, relay_key)
    async with call.transaction() as db:
        event = LicenseFileTaken(caller.tenant_id, license_id, signed["license"]["name"])
        await announce_event(db, event, by=by_caller(caller, client))
    return signed
