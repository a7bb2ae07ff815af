"""How long messages are kept."""

from datetime import timedelta

from gatehouse.kit.purge import declare_purge

# Delete what is older, sent or not.
declare_purge(
    "event_messages",
    timedelta(days=30),
    column="created_at",
    job="connectivity.forget",
    cron="27 * * * *",
)
