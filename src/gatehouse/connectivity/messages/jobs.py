"""How long messages are kept."""

from datetime import timedelta

from gatehouse.connectivity.messages import queries
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

OLD = Purge("event_messages", timedelta(days=30), queries.FORGET, queries.OLDEST)


@scheduled_job("connectivity.forget", "27 * * * *")
async def delete_expired_event_messages(context: JobContext) -> None:
    """Delete what is older, sent or not."""
    await OLD.run(context)
