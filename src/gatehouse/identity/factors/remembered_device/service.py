"""Remembered browsers: the browser keeps a random token, the server its hash. The token replaces MFA only,
and becomes invalid when the password or the factors change. Statements need the system scope, or the user's
own."""

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
    """Remember a browser; returns the token for its cookie."""
    token, now = new_token(), clock.now()
    await queries.ADD.run(db, token_hash(token), user_id, now, now + timedelta(seconds=seconds))
    return token


async def forget_all(db: Db, user_id: UUID) -> int:
    """Forget all remembered browsers of the user; returns how many there were."""
    return await queries.FORGET_ALL.run(db, user_id)


@scheduled_job("remembered_devices.forget", "53 * * * *")
async def delete_expired_remembered_devices(context: JobContext) -> None:
    """Delete expired remembered browsers."""
    await OVER.run(context)
