"""Retention of the status of triggered events."""

from datetime import timedelta

from gatehouse.kit.purge import declare_purge

# Delete what is older.
declare_purge(
    "triggered_events",
    timedelta(days=30),
    column="created_at",
    job="triggers.forget",
    cron="29 * * * *",
)
