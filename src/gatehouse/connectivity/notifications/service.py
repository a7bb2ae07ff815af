"""A user's notifications in a tenant, and whether they are read or pinned."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.connectivity.errors import NotificationNotFound, TooManyPinned
from gatehouse.connectivity.events import EventTriggered
from gatehouse.connectivity.notifications import queries
from gatehouse.connectivity.notifications.schemas import (
    NotificationState,
)
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.events import EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.purge import declare_purge

MOST_PINNED = 20


async def set_notification_status(db: Db, caller: Principal, data: NotificationState) -> None:
    """Raises `NotificationNotFound`."""
    await _require_notification(db, caller, data.notification_id)
    await queries.SET_STATUS.run(
        db, caller.tenant_id, caller.person_id, data.notification_id, data.status, clock.now()
    )


async def pin_notification(
    db: Db, caller: Principal, notification_id: UUID, *, is_pinned: bool
) -> None:
    """Raises `NotificationNotFound` or `TooManyPinned`."""
    await _require_notification(db, caller, notification_id)
    if is_pinned:
        await take_lock(db, Lock.PINNED_NOTIFICATIONS, str(caller.person_id))
    pinned = await queries.COUNT_PINNED.one(db, caller.tenant_id, caller.person_id)
    if is_pinned and pinned >= MOST_PINNED:
        raise TooManyPinned(f"You can pin at most {MOST_PINNED} notifications. Unpin one first.")
    await queries.SET_PINNED.run(
        db, caller.tenant_id, caller.person_id, notification_id, is_pinned, clock.now()
    )


async def _require_notification(db: Db, caller: Principal, notification_id: UUID) -> None:
    found = await queries.ONE.first(db, caller.tenant_id, caller.person_id, notification_id)
    if found is None:
        raise NotificationNotFound("The notification was not found")


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
