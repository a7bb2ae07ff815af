"""How long deliveries are kept."""

from datetime import timedelta

from gatehouse.connectivity.webhooks.log import queries
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge

OLD = Purge("webhook_deliveries", timedelta(days=30), queries.FORGET, queries.OLDEST)


@scheduled_job("webhooks.forget", "23 * * * *")
async def delete_expired_webhook_logs(context: JobContext) -> None:
    """Delete what is older, arrived or not."""
    await OLD.run(context)
