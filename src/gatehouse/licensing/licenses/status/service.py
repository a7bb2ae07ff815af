"""Suspends, revokes and restores licenses. What the payment provider reports never changes this."""

from typing import Literal

from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.licensing.licenses.errors import LicenseMissing
from gatehouse.licensing.licenses.events import LicenseEvent
from gatehouse.licensing.licenses.status import queries
from gatehouse.licensing.licenses.status.events import (
    LicenseRestored,
    LicenseRevoked,
    LicenseSuspended,
)

Standing = Literal["suspended", "revoked", "restored"]
EVENTS: dict[Standing, type[LicenseEvent]] = {
    "suspended": LicenseSuspended,
    "revoked": LicenseRevoked,
    "restored": LicenseRestored,
}


async def set_standing(db: Db, fingerprint: str, standing: Standing, by: Actor) -> str:
    """The license's name. In force with the next call of its tools, whose seats are freed. Raises
    `LicenseMissing`."""
    now = clock.now()
    suspended = now if standing == "suspended" else None
    revoked = now if standing == "revoked" else None
    await queries.HOLD.first(db, fingerprint)
    found = await queries.SET_STANDING.first(db, fingerprint, suspended, revoked, now)
    if found is None:
        raise LicenseMissing("The license was not found")
    await announce_event(db, EVENTS[standing](found.tenant_id, found.id, found.name), by=by)
    return found.name
