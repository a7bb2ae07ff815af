"""How long deliveries are kept."""

from datetime import timedelta

from gatehouse.connectivity.webhooks.log import queries
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.purge import Purge

OLD = Purge("webhook_deliveries", timedelta(days=30), queries.FORGET, queries.OLDEST)


@scheduled("webhooks.forget", "23 * * * *")
async def forget(context: JobContext) -> None:
    """Delete what is older, arrived or not."""
    await OLD.run(context)
