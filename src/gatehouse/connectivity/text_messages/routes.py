"""Events told by text message (wire-api §16.18; admin portal, connectivity)."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.connectivity.messages import send as _send  # noqa: F401  registers its jobs
from gatehouse.connectivity.subscriptions import service
from gatehouse.connectivity.subscriptions.models import Channel
from gatehouse.connectivity.subscriptions.schemas import (
    EventChannelIn,
    EventChannelOut,
    EventChannelSwitch,
    EventKeyPath,
    EventSubscriptionIn,
)
from gatehouse.connectivity.subscriptions.service import Place
from gatehouse.kit.resources import AllResources

CanRead = Annotated[Principal, require(Permission.READ_SMS_CONFIG)]
CanWrite = Annotated[Principal, require(Permission.WRITE_SMS_CONFIG)]
CanDelete = Annotated[Principal, require(Permission.DELETE_SMS_CONFIG)]


def _written(
    caller: CanWrite, client: CurrentClient, resources: AllResources, event_key: EventKeyPath
) -> Place:
    return Place(resources, caller, client, Channel.SMS, event_key)


def _deleted(
    caller: CanDelete, client: CurrentClient, resources: AllResources, event_key: EventKeyPath
) -> Place:
    return Place(resources, caller, client, Channel.SMS, event_key)


Written = Annotated[Place, Depends(_written)]
Deleted = Annotated[Place, Depends(_deleted)]

router = APIRouter(
    prefix="/integrations/resources/configurations/v2/sms", tags=["SMS subscriptions"]
)


@router.get("")
async def list_sms_subscriptions(db: Transaction, caller: CanRead) -> list[EventChannelOut]:
    """Every event of which somebody is told, with who could not be told lately."""
    return await service.list_of(db, caller, Channel.SMS)


@router.post("/{event_key}", status_code=201)
async def create_sms_subscriptions(
    db: Transaction, place: Written, data: EventChannelIn
) -> Response:
    """Tell more recipients of this event. 400 `phone_numbers.invalid`, `ER-01037`; 404
    `subscriptions.unknown_event`; 409 `subscriptions.too_many` beyond ten."""
    await service.create(db, place, data)
    return Response(status_code=201)


@router.patch("/{event_key}")
async def switch_sms_event(db: Transaction, place: Written, data: EventChannelSwitch) -> Response:
    """Tell of this event, or keep its subscriptions and tell nobody. 404 `subscriptions.not_found`."""
    await service.switch(db, place, enabled=data.enabled)
    return Response()


@router.delete("/{event_key}")
async def delete_sms_event(db: Transaction, place: Deleted) -> Response:
    """With all its subscriptions. 404 `subscriptions.not_found`."""
    await service.delete_all(db, place)
    return Response()


@router.put("/{event_key}/subscriptions/{subscription_id}")
async def change_sms_subscription(
    db: Transaction, place: Written, subscription_id: UUID, data: EventSubscriptionIn
) -> Response:
    """400 `phone_numbers.invalid`, `ER-01037`; 404 `subscriptions.not_found`."""
    await service.change(db, place, subscription_id, data)
    return Response()


@router.delete("/{event_key}/subscriptions/{subscription_id}")
async def delete_sms_subscription(
    db: Transaction, place: Deleted, subscription_id: UUID
) -> Response:
    """The event goes with its last subscription. 404 `subscriptions.not_found`."""
    await service.delete(db, place, subscription_id)
    return Response()
