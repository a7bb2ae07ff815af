"""Events of the vendor's become notifications, which are kept for 90 days."""

from datetime import timedelta

from gatehouse.connectivity.events.events import EventTriggered
from gatehouse.connectivity.notifications import queries
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Scope
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.purge import declare_purge

# Delete what is older, pinned or not.
OLD_NOTIFICATIONS = declare_purge(
    "bell_notifications",
    timedelta(days=90),
    column="created_at",
    job="notifications.forget",
    cron="31 * * * *",
)


@subscribe_to_event(EventTriggered, "notifications.add")
async def add_notification(context: JobContext, news: EventEnvelope[EventTriggered]) -> None:
    """Where the vendor asked for the bell. Once, however often it runs."""
    event = news.event
    tenant_id, bell = event.tenant_id, event.channels.get("bell")
    if bell is None or tenant_id is None:
        return
    said = (
        tenant_id,
        news.id,
        event.event_key,
        bell.get("title", event.title),
        bell.get("body", event.summary),
        bell["severity"],
        bell.get("url", ""),
        news.occurred_at,
    )
    async with context.database.transaction(Scope.tenant(tenant_id)) as db:
        if "user_ids" in bell:
            await queries.ADD_FOR.run(db, *said, bell["user_ids"])
        else:
            await queries.ADD.run(db, *said, new_id())
