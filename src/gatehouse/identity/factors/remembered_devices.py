from datetime import timedelta
from uuid import UUID

from gatehouse.identity.factors import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

OVER = Purge(
    "remembered_devices", timedelta(days=1), queries.DELETE_EXPIRED_DEVICES, queries.OLDEST_DEVICE
)


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


@scheduled_job("remembered_devices.forget", "53 * * * *")
async def delete_expired_remembered_devices(context: JobContext) -> None:
    """Delete expired remembered browsers."""
    await OVER.run(context)
