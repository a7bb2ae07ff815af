"""Ten wrong answers in a quarter of an hour, then none counts until it is over.

A try is counted before it is looked at, and taken back when it was right; so 50 at once get no more than
ten, and two with the same person wait for each other. A remembered browser is not asked, so whoever has
only the password cannot keep the owner out there.
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
    """Around whatever looks at a second factor; a refusal within keeps the count when it keeps its writes.
    `TooManyWrongCodes`. Needs the person's scope, or the system's."""
    now = clock.now()
    if await queries.COUNT.one(db, user_id, now, now - PERIOD) > MAX_WRONG:
        raise TooManyWrongCodes("Too many wrong codes. Try again in 15 minutes.")
    yield
    await queries.FORGET.run(db, user_id)
