from datetime import timedelta

from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.prehooks import queries

KEPT_FOR = timedelta(days=7)
OLD_CALLS = Purge("prehook_calls", KEPT_FOR, queries.FORGET, queries.OLDEST)


@scheduled_job("prehooks.forget_calls", "41 * * * *")
async def forget_calls(context: JobContext) -> None:
    """What came of asking, after a week."""
    await OLD_CALLS.run(context)
