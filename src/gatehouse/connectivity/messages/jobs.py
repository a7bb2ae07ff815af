"""How long messages are kept."""

from datetime import timedelta

from gatehouse.connectivity.messages import queries
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.purge import Purge

OLD = Purge("event_messages", timedelta(days=30), queries.FORGET, queries.OLDEST)


@scheduled("connectivity.forget", "27 * * * *")
async def forget(context: JobContext) -> None:
    """Delete what is older, sent or not."""
    await OLD.run(context)
