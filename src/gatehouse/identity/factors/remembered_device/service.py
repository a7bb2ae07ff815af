"""The browser keeps a random token, we its hash. It stands for the second factor alone, and dies with a
change of password or factors. Statements need the system scope, or the person's own."""

from datetime import timedelta
from uuid import UUID

from gatehouse.identity.factors.remembered_device import queries
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

OVER = Purge("remembered_devices", timedelta(days=1), queries.FORGET, queries.OLDEST_TO_FORGET)


async def remember_device(db: Db, user_id: UUID, seconds: int) -> str:
    """The token for the browser's cookie."""
    token, now = new_token(), clock.now()
    await queries.ADD.run(db, token_hash(token), user_id, now, now + timedelta(seconds=seconds))
    return token


async def forget_all(db: Db, user_id: UUID) -> int:
    """Every browser of the person is asked again; how many were remembered."""
    return await queries.FORGET_ALL.run(db, user_id)


@scheduled_job("remembered_devices.forget", "53 * * * *")
async def delete_expired_remembered_devices(context: JobContext) -> None:
    """Delete what has run out."""
    await OVER.run(context)
