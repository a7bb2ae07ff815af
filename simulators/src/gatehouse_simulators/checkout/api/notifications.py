import secrets
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from gatehouse_simulators.checkout.api.listing import (
    list_page,
    read_after,
    read_page_size,
    read_texts,
)
from gatehouse_simulators.checkout.envelope import build_page, build_success
from gatehouse_simulators.checkout.errors import not_found
from gatehouse_simulators.checkout.fields import PathId, Text, Url
from gatehouse_simulators.checkout.ids import new_entity_id
from gatehouse_simulators.checkout.simulator import Account
from gatehouse_simulators.checkout.store import queries as entities
from gatehouse_simulators.checkout.store import service as store
from gatehouse_simulators.checkout.webhooks import queries, service
from gatehouse_simulators.checkout.webhooks.destination import (
    EVENT_TYPES,
    build_destination,
    event_type,
)

router = APIRouter()


class NewDestination(BaseModel):
    description: Text
    type: Literal["url"] = "url"
    destination: Url
    subscribed_events: list[str] = Field(max_length=100)


class DestinationChange(BaseModel):
    description: Text = ""
    destination: Url = ""
    active: bool = True
    subscribed_events: list[str] = Field([], max_length=100)


@router.get("/event-types")
async def list_event_types() -> JSONResponse:
    return build_success([event_type(name) for name in EVENT_TYPES])


@router.get("/notification-settings")
async def list_destinations(request: Request, db: Account) -> JSONResponse:
    return await list_page(request, db, "destination")


@router.post("/notification-settings")
async def create_destination(db: Account, data: NewDestination) -> JSONResponse:
    destination_id = new_entity_id("ntfset")
    secret = f"pdl_{destination_id}_{secrets.token_hex(16)}"
    events = [name for name in data.subscribed_events if name in EVENT_TYPES]
    body = build_destination(destination_id, data.destination, secret, data.description, events)
    return build_success((await store.add_entity(db, "destination", body)).body, 201)


@router.get("/notification-settings/{destination_id}")
async def get_destination(db: Account, destination_id: PathId) -> JSONResponse:
    return build_success((await store.get_entity(db, "destination", destination_id)).body)


@router.patch("/notification-settings/{destination_id}")
async def update_destination(
    db: Account, destination_id: PathId, data: DestinationChange
) -> JSONResponse:
    found = await store.lock_entity(db, "destination", destination_id)
    changes = data.model_dump(exclude_unset=True)
    if "subscribed_events" in changes:
        known = [name for name in data.subscribed_events if name in EVENT_TYPES]
        changes["subscribed_events"] = [event_type(name) for name in known]
    changed = await entities.SAVE.one(db, found.id, {**found.body, **changes}, found.private)
    return build_success(changed.body)


@router.delete("/notification-settings/{destination_id}")
async def delete_destination(db: Account, destination_id: PathId) -> Response:
    """Deactivate the destination. It is not deleted, because it keeps its delivery log."""
    found = await store.lock_entity(db, "destination", destination_id)
    await entities.SAVE.one(db, found.id, {**found.body, "active": False}, found.private)
    return Response(status_code=204)


@router.get("/events")
async def list_events(request: Request, db: Account) -> JSONResponse:
    types, size = read_texts(request, "event_type") or None, read_page_size(request)
    rows = await queries.EVENTS.all(db, types, read_after(request), size + 1)
    total = await queries.COUNT_EVENTS.one(db, types)
    bodies = [service.build_event(row) for row in rows]
    return build_page(request, bodies, size, total, key="event_id")


@router.get("/notifications")
async def list_notifications(request: Request, db: Account) -> JSONResponse:
    statuses, size = read_texts(request, "status") or None, read_page_size(request)
    rows = await queries.NOTIFICATIONS.all(db, statuses, "", read_after(request), size + 1)
    total = await queries.COUNT_NOTIFICATIONS.one(db, statuses)
    return build_page(request, [service.build_notification(row) for row in rows], size, total)


@router.get("/notifications/{notification_id}")
async def get_notification(db: Account, notification_id: PathId) -> JSONResponse:
    row = await queries.NOTIFICATIONS.first(db, None, notification_id, "", 1)
    if row is None:
        raise not_found(notification_id)
    return build_success(service.build_notification(row))


@router.get("/notifications/{notification_id}/logs")
async def list_attempts(request: Request, db: Account, notification_id: PathId) -> JSONResponse:
    """The receiver's status for each attempt, newest first."""
    rows = await queries.ATTEMPTS.all(db, notification_id)
    return build_page(request, [service.build_attempt(row) for row in rows], 200, len(rows))


@router.post("/notifications/{notification_id}/replay")
async def replay_notification(db: Account, notification_id: PathId) -> JSONResponse:
    return build_success(await service.replay_notification(db, notification_id), 201)


@router.get("/ips")
async def list_sender_addresses() -> JSONResponse:
    return build_success({"ipv4_cidrs": ["127.0.0.1/32"]})
