"""A user's notifications in a tenant, and whether they are read or pinned."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.connectivity.notifications import queries
from gatehouse.connectivity.notifications.errors import NotificationNotFound, TooManyPinned
from gatehouse.connectivity.notifications.models import Notification
from gatehouse.connectivity.notifications.schemas import (
    NotificationOut,
    NotificationsAsked,
    NotificationState,
)
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock

MOST_PINNED = 20


async def list_notifications(
    db: Db, caller: Principal, asked: NotificationsAsked
) -> list[NotificationOut]:
    """Pinned ones first, then the newest; archived ones are gone."""
    found = await queries.PAGE.all(
        db, caller.tenant_id, caller.person_id, asked.count, asked.offset
    )
    return [_to_notification(one) for one in found]


def _to_notification(one: Notification) -> NotificationOut:
    values = {name: getattr(one, name) for name in one.__slots__ if name != "event_key"}
    return NotificationOut(**values, key=one.event_key, viewed=one.status == "read")


async def set_status(db: Db, caller: Principal, data: NotificationState) -> None:
    """Raises `NotificationNotFound`."""
    await _find_notification(db, caller, data.notification_id)
    await queries.SET_STATUS.run(
        db, caller.tenant_id, caller.person_id, data.notification_id, data.status, clock.now()
    )


async def pin_notification(
    db: Db, caller: Principal, notification_id: UUID, *, is_pinned: bool
) -> None:
    """Raises `NotificationNotFound` or `TooManyPinned`."""
    await _find_notification(db, caller, notification_id)
    if is_pinned:
        await take_lock(db, Lock.PINNED_NOTIFICATIONS, str(caller.person_id))
    pinned = await queries.COUNT_PINNED.one(db, caller.tenant_id, caller.person_id)
    if is_pinned and pinned >= MOST_PINNED:
        raise TooManyPinned(f"At most {MOST_PINNED} can be pinned. Unpin one first.")
    await queries.SET_PINNED.run(
        db, caller.tenant_id, caller.person_id, notification_id, is_pinned, clock.now()
    )


async def read_all(db: Db, caller: Principal) -> None:
    await queries.READ_ALL.run(db, caller.tenant_id, caller.person_id, clock.now())


async def _find_notification(db: Db, caller: Principal, notification_id: UUID) -> None:
    found = await queries.ONE.first(db, caller.tenant_id, caller.person_id, notification_id)
    if found is None:
        raise NotificationNotFound("The notification was not found")
