"""Retention of the status of triggered events."""

from datetime import timedelta

from gatehouse.connectivity.triggers import queries
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

OLD = Purge("triggered_events", timedelta(days=30), queries.FORGET, queries.OLDEST)


@scheduled_job("triggers.forget", "29 * * * *")
async def delete_expired_event_triggers(context: JobContext) -> None:
    """Delete what is older."""
    await OLD.run(context)
