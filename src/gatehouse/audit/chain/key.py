import secrets

from gatehouse.audit.chain import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db


async def key_of(db: Db, box: Box) -> bytes | None:
    """The key of this installation's blocks; nothing before the first was made."""
    row = await queries.KEY.first(db)
    return queries.KEYS.open(box, row.id, row.sealed_key) if row else None


async def key_or_new(db: Db, box: Box) -> bytes:
    """The chain's key, created if there is none. The caller must hold the lock of the chain."""
    if found := await key_of(db, box):
        return found
    key, key_id = secrets.token_bytes(32), new_id()
    await queries.ADD_KEY.run(db, key_id, queries.KEYS.seal(box, key_id, key), clock.now())
    return key
