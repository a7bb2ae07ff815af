"""How long deliveries are kept."""

from datetime import timedelta

from gatehouse.kit.purge import declare_purge

# Delete what is older, arrived or not.
OLD_DELIVERIES = declare_purge(
    "webhook_deliveries",
    timedelta(days=30),
    column="created_at",
    job="webhooks.forget",
    cron="23 * * * *",
)
