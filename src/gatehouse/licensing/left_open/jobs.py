"""Takes licenses of deleted accounts back: their tools stop, and nobody pays for them any more."""

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, enqueue, scheduled
from gatehouse.licensing.left_open import queries

AT_ONCE = 100


@scheduled("licenses.take_back", "*/5 * * * *")
async def take_back(context: JobContext) -> None:
    """Also one that was bought while its account was being deleted."""
    while True:
        async with context.database.transaction(Scope.system()) as db:
            taken = await queries.TAKE_BACK.all(db, clock.now(), AT_ONCE)
            for one in taken:
                if one.subscription_id:
                    await enqueue(db, "payments.stop", subscription_id=one.subscription_id)
        if len(taken) < AT_ONCE:
            return
