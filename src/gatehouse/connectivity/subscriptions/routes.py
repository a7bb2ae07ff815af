"""The routes of event subscriptions by mail or text message (wire-api §16.18; admin portal, connectivity)."""

from collections.abc import Callable
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.connectivity.messages import send as _send  # noqa: F401  registers its jobs
from gatehouse.connectivity.subscriptions import schemas, service
from gatehouse.connectivity.subscriptions.queries import SubscriptionChannel
from gatehouse.connectivity.subscriptions.service import SubscriptionScope
from gatehouse.kit.resources import AllResources


def _add_channel_routes(
    channel: SubscriptionChannel,
    router: Router,
    *,
    read: Permission,
    write: Permission,
    delete: Permission,
    refuses: str,
) -> Router:
    """Add the routes of this channel to the router, and return it: for mail `list_email_subscriptions` and so
    on. The router has a path and a tag. `refuses`: the error codes for an invalid recipient."""
    name = channel.value
    event_of_channel: Any = Annotated[SubscriptionScope, Depends(_build_scope_dependency(channel))]

    @router.get("", permission=read, name=f"list_{name}_subscriptions")
    async def list_subscriptions(db: Transaction, caller: Caller) -> list[schemas.EventChannelOut]:
        """List the events that have subscriptions, with the recipients that recently could not be reached."""
        return await service.list_channel_subscriptions(db, caller, channel)

    @router.post(
        "/{event_key}",
        permission=write,
        status_code=201,
        name=f"create_{name}_subscriptions",
        description=f"Tell more recipients of this event. 400 {refuses}; 404"
        " `subscriptions.unknown_event`; 409 `subscriptions.too_many` beyond ten.",
    )
    async def create(
        db: Transaction, place: event_of_channel, data: schemas.EventChannelIn
    ) -> Response:
        await service.create_event_subscription(db, place, data)
        return Response(status_code=201)

    @router.patch("/{event_key}", permission=write, name=f"switch_{name}_event")
    async def switch(
        db: Transaction, place: event_of_channel, data: schemas.EventChannelSwitch
    ) -> Response:
        """Enable this event, or disable it and keep its subscriptions. 404 `subscriptions.not_found`."""
        await service.switch_event_subscription(db, place, enabled=data.enabled)
        return Response()

    @router.delete("/{event_key}", permission=delete, name=f"delete_{name}_event")
    async def delete_all(db: Transaction, place: event_of_channel) -> Response:
        """Delete the event with all its subscriptions. 404 `subscriptions.not_found`."""
        await service.delete_all_event_subscriptions(db, place)
        return Response()

    @router.put(
        "/{event_key}/subscriptions/{subscription_id}",
        permission=write,
        name=f"change_{name}_subscription",
        description=f"400 {refuses}; 404 `subscriptions.not_found`.",
    )
    async def change(
        db: Transaction,
        place: event_of_channel,
        subscription_id: UUID,
        data: schemas.EventSubscriptionChange,
    ) -> Response:
        await service.change_event_subscription(db, place, subscription_id, data)
        return Response()

    @router.delete(
        "/{event_key}/subscriptions/{subscription_id}",
        permission=delete,
        name=f"delete_{name}_subscription",
    )
    async def delete_one(
        db: Transaction, place: event_of_channel, subscription_id: UUID
    ) -> Response:
        """The event goes with its last subscription. 404 `subscriptions.not_found`."""
        await service.delete_event_subscription(db, place, subscription_id)
        return Response()

    return router


def _build_scope_dependency(channel: SubscriptionChannel) -> Callable[..., SubscriptionScope]:
    def read_scope(
        caller: Caller, resources: AllResources, event_key: schemas.EventKeyPath
    ) -> SubscriptionScope:
        return SubscriptionScope(resources, caller, channel, event_key)

    return read_scope


emails = _add_channel_routes(
    SubscriptionChannel.EMAIL,
    Router(prefix="/integrations/resources/configurations/v1/emails", tags=["Email subscriptions"]),
    read=Permission.READ_EMAIL_CONFIG,
    write=Permission.WRITE_EMAIL_CONFIG,
    delete=Permission.DELETE_EMAIL_CONFIG,
    refuses="`users.email_invalid`",
)
text_messages = _add_channel_routes(
    SubscriptionChannel.SMS,
    Router(prefix="/integrations/resources/configurations/v2/sms", tags=["SMS subscriptions"]),
    read=Permission.READ_SMS_CONFIG,
    write=Permission.WRITE_SMS_CONFIG,
    delete=Permission.DELETE_SMS_CONFIG,
    refuses="`phone_numbers.invalid`, `ER-01037`",
)
