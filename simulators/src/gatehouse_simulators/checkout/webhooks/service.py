"""Emits events: a row beside the change, and a job that delivers it."""

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse_simulators.checkout.errors import not_found
from gatehouse_simulators.checkout.ids import new_entity_id, to_timestamp
from gatehouse_simulators.checkout.store.models import (
    Body,
    DeliveryAttempt,
    StoredEvent,
    StoredNotification,
)
from gatehouse_simulators.checkout.webhooks import queries

DELIVER = "simulated_checkout.deliver"


async def emit_event(db: Db, event_type: str, data: Body) -> None:
    """Emit an event. `data` is the entity now."""
    event_id = new_entity_id("evt")
    if await queries.ADD_EVENT.one(db, event_id, event_type, clock.now(), data):
        await enqueue(db, DELIVER, event_id=event_id)


async def replay_notification(db: Db, notification_id: str) -> Body:
    """Send the same event once more under a new notification id."""
    new = new_entity_id("ntf")
    event_id = await queries.REPLAY.first(db, notification_id, new, clock.now())
    if event_id is None:
        raise not_found(notification_id)
    await enqueue(db, DELIVER, event_id=event_id)
    return {"notification_id": new}


def build_event(event: StoredEvent) -> Body:
    return {
        "event_id": event.id,
        "event_type": event.type,
        "occurred_at": to_timestamp(event.occurred_at),
        "data": event.data,
    }


def build_notification(row: StoredNotification) -> Body:
    return {
        "id": row.id,
        "type": row.type,
        "status": row.status,
        "payload": {
            **build_event(StoredEvent(row.event_id, row.type, row.occurred_at, row.data)),
            "notification_id": row.id,
        },
        "occurred_at": to_timestamp(row.occurred_at),
        "delivered_at": to_timestamp(row.delivered_at) if row.delivered_at else None,
        "replayed_at": to_timestamp(row.replayed_at) if row.replayed_at else None,
        "origin": row.origin,
        "last_attempt_at": to_timestamp(row.last_attempt_at) if row.last_attempt_at else None,
        "retry_at": to_timestamp(row.retry_at) if row.retry_at else None,
        "times_attempted": row.times_attempted,
        "notification_setting_id": row.destination_id,
    }


def build_attempt(row: DeliveryAttempt) -> Body:
    return {
        "id": row.id,
        "response_code": row.response_code,
        "response_content_type": row.response_content_type,
        "response_body": row.response_body,
        "attempted_at": to_timestamp(row.attempted_at),
    }
