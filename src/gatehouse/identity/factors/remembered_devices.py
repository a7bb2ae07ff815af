from datetime import timedelta
from uuid import UUID

from gatehouse.identity.factors import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.purge import scheduled_purge

EXPIRED = scheduled_purge(
    "remembered_devices.forget", "53 * * * *", "remembered_devices",
    key="token_hash", kept_for=timedelta(days=1),
)  # fmt: skip


async def remember_device(db: Db, user_id: UUID, seconds: int) -> str:
    """Remember a browser; returns the token for its cookie."""
    token, now = new_token(), clock.now()
    await queries.ADD_REMEMBERED_DEVICE.run(
        db, token_hash(token), user_id, now, now + timedelta(seconds=seconds)
    )
    return token


async def forget_all(db: Db, user_id: UUID) -> int:
    """Forget all remembered browsers of the user; returns how many there were."""
    return await queries.DELETE_REMEMBERED_DEVICES.run(db, user_id)
