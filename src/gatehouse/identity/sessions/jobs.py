"""Housekeeping of sessions."""

from datetime import timedelta

from gatehouse.identity.sessions import queries
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.purge import Purge

KEPT_AFTER_END = timedelta(days=30)

ENDED_SESSIONS = Purge("sessions", KEPT_AFTER_END, queries.FORGET, queries.OLDEST_TO_FORGET)


@scheduled("sessions.forget", "17 * * * *")
async def forget_ended(context: JobContext) -> None:
    """Forget sessions that ended long ago."""
    await ENDED_SESSIONS.run(context)
