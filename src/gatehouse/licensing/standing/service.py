"""Suspends, revokes and restores licenses. What the payment provider reports never changes this."""

from typing import Literal

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.licensing.licenses.events import LicenseEvent
from gatehouse.licensing.standing import queries
from gatehouse.licensing.standing.events import (
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


async def set_standing(database: Database, fingerprint: str, standing: Standing) -> str | None:
    """The license's name; None when no license has this fingerprint. In force with the next call of its
    tools, whose seats are freed."""
    now = clock.now()
    suspended = now if standing == "suspended" else None
    revoked = now if standing == "revoked" else None
    async with database.transaction(Scope.system()) as db:
        found = await queries.SET_STANDING.first(db, fingerprint, suspended, revoked, now)
        if found is None:
            return None
        event = EVENTS[standing](found.tenant_id, found.id, found.name)
        await announce(db, event, by=SYSTEM)
        return found.name
