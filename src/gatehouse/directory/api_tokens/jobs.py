"""Cleanup job of API tokens."""

from datetime import timedelta

from gatehouse.directory.api_tokens import queries
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

# Until then lists show the token as expired.
KEPT_AFTER_END = timedelta(days=90)

EXPIRED = Purge("api_tokens", KEPT_AFTER_END, queries.FORGET, queries.OLDEST_TO_FORGET)


@scheduled_job("api_tokens.forget", "37 * * * *")
async def forget_expired(context: JobContext) -> None:
    """Delete API tokens that expired more than 90 days ago."""
    await EXPIRED.run(context)
