"""MFA lockout: after ten wrong answers in 15 minutes, all are refused until that time has passed.

An attempt is counted before it is checked, and the count is reset when it was right; so 50 parallel attempts
get no more than ten, and two of one user wait for each other. A remembered browser skips MFA, so an attacker
who has only the password cannot lock the user out there.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

from gatehouse.identity.factors.attempts import queries
from gatehouse.identity.factors.attempts.errors import TooManyWrongCodes
from gatehouse.kit import clock
from gatehouse.kit.db import Db

MAX_WRONG = 10
PERIOD = timedelta(minutes=15)


@asynccontextmanager
async def count_factor_attempt(db: Db, user_id: UUID) -> AsyncIterator[None]:
    """Count the MFA attempt of the enclosed block. An error in the block keeps the count if it has
    `keeps_writes`. Raises `TooManyWrongCodes` at the limit. Needs the user's scope, or the system scope."""
    now = clock.now()
    if await queries.COUNT.one(db, user_id, now, now - PERIOD) > MAX_WRONG:
        raise TooManyWrongCodes("Too many wrong codes. Try again in 15 minutes.")
    yield
    await queries.FORGET.run(db, user_id)
