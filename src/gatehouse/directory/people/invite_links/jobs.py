"""Cleanup job of invite links."""

from datetime import timedelta

from gatehouse.directory.people.invite_links import queries
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

EXPIRED = Purge("invite_links", timedelta(0), queries.FORGET, queries.OLDEST_TO_FORGET)


@scheduled_job("invite_links.forget", "47 * * * *")
async def forget_expired(context: JobContext) -> None:
    """Delete expired invite links."""
    await EXPIRED.run(context)
