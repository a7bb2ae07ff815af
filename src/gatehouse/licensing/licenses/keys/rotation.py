"""Replaces a license's key. The one before works on for a while, so that no tool stands still meanwhile."""

from datetime import timedelta
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.keys import queries
from gatehouse.licensing.licenses.keys.events import LicenseKeyReplaced
from gatehouse.licensing.licenses.keys.models import NewKey, RotatedKey
from gatehouse.licensing.licenses.sealed_keys import make_key, open_key

MOST_HOURS = 30 * 24
USUAL_HOURS = 7 * 24


async def rotate_license_key(
    db: Db, box: Box, tenant_id: UUID, license_id: UUID, overlap: timedelta, by: Actor
) -> NewKey:
    """Seats that are held stay held. Raises `LicenseMissing`."""
    found = await queries.LOCK_LICENSE.first(db, tenant_id, license_id)
    return await _replace_license_key(db, box, found, overlap, by)


async def rotate_any(db: Db, box: Box, fingerprint: str, overlap: timedelta, by: Actor) -> NewKey:
    """Replace the key of a license of any tenant, for the vendor. Raises `LicenseMissing`."""
    found = await queries.LOCK_ANY_LICENSE.first(db, fingerprint)
    return await _replace_license_key(db, box, found, overlap, by)


async def _replace_license_key(
    db: Db, box: Box, found: RotatedKey | None, overlap: timedelta, by: Actor
) -> NewKey:
    if found is None:
        raise LicenseMissing("The license was not found")
    now, made = clock.now(), make_key(box)
    until = now + overlap
    await queries.RETIRE_KEYS.run(db, found.tenant_id, found.id, until)
    await queries.ADD_KEY.run(db, found.tenant_id, found.id, made.id, made.hash, made.sealed, now)
    event = LicenseKeyReplaced(found.tenant_id, found.id, found.name, f"{until:%Y-%m-%d %H:%M} UTC")
    await announce_event(db, event, by=by)
    return NewKey(open_key(box, made.id, made.sealed), until if overlap else None)
