"""How long it is told what became of a triggered event."""

from datetime import timedelta

from gatehouse.connectivity.triggers import queries
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.purge import Purge

OLD = Purge("triggered_events", timedelta(days=30), queries.FORGET, queries.OLDEST)


@scheduled("triggers.forget", "29 * * * *")
async def forget(context: JobContext) -> None:
    """Delete what is older."""
    await OLD.run(context)
