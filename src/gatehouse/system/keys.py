"""A new key that signs tokens, when an owner asks for one."""

from gatehouse.access.client import Client
from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.vendor import VendorPrincipal, must_be_fresh
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.system import queries
from gatehouse.system.errors import KeyWaits
from gatehouse.system.events import SigningKeyRotated
from gatehouse.system.schemas import Algorithm


async def rotate_signing_keys(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, algorithm: Algorithm
) -> None:
    """Published at once, it signs ten minutes later, as by `gatehouse rotate-keys`. `StepUpNeeded`,
    `KeyWaits` while the last one is only published."""
    must_be_fresh(caller)
    if await queries.KEY_WAITS.one(db, algorithm, clock.now()):
        raise KeyWaits("A new key is published already and signs in a few minutes")
    await db.pause()  # a large prime takes some tenths of a second to find
    by = by_vendor(caller, client)

    async def tell(held: Db, key_id: str) -> None:
        await announce_event(held, SigningKeyRotated(None, key_id, algorithm), by=by)

    await resources[KeyRing].rotate(algorithm, tell=tell)
