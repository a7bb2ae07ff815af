"""Subscriptions to events. They belong to the tenant's event, which is removed with its last subscription."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.connectivity import events
from gatehouse.connectivity.catalogue import index_entries_by_key
from gatehouse.connectivity.errors import (
    SubscriptionNotFound,
    TooManySubscriptions,
    UnknownEventKey,
)
from gatehouse.connectivity.subscriptions import queries, schemas
from gatehouse.connectivity.subscriptions.queries import (
    EventSubscription,
    RecipientFailure,
    SubscriptionChannel,
)
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.text_messages.service import require_number_served
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.list_changes import merge_list
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


def normalize_recipients(
    resources: Resources, channel: SubscriptionChannel, recipients: Iterable[str]
) -> list[str]:
    """In their order. Raises `InvalidEmail`, `InvalidPhoneNumber` or `NumberNotServed`."""
    if channel is SubscriptionChannel.EMAIL:
        return list(dict.fromkeys(map(normalize_email, recipients)))
    numbers = list(dict.fromkeys(map(normalize_number, recipients)))
    for number in numbers:
        require_number_served(resources, number)
    return numbers


FAILURES_SHOWN_FOR = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class SubscriptionScope:
    """Whose subscriptions to which event by which channel; `keys` is how statements name that."""

    resources: Resources
    caller: Principal
    channel: SubscriptionChannel
    event_key: str

    @property
    def keys(self) -> tuple[UUID, str, str]:
        return self.caller.tenant_id, self.channel, self.event_key


async def list_channel_subscriptions(
    db: Db, caller: Principal, channel: SubscriptionChannel
) -> list[schemas.EventChannelOut]:
    """By event."""
    rows = await queries.ALL.all(db, caller.tenant_id, channel)
    since = clock.now() - FAILURES_SHOWN_FOR
    failures = await queries.FAILURES.all(db, caller.tenant_id, channel, since)
    return [
        _to_channel_response(key, list(of_it), failures)
        for key, of_it in groupby(rows, key=lambda row: row.event_key)
    ]


def _to_channel_response(
    key: str, rows: list[EventSubscription], failures: list[RecipientFailure]
) -> schemas.EventChannelOut:
    return schemas.EventChannelOut(
        event_key=key,
        enabled=rows[0].told,
        subscriptions=[schemas.EventSubscriptionOut.model_validate(row) for row in rows],
        failures=[schemas.NotTold.model_validate(one) for one in failures if one.event_key == key],
    )


async def create_event_subscription(
    db: Db, place: SubscriptionScope, data: schemas.EventChannelIn
) -> None:
    """To an event that has some, more are added. `UnknownEventKey`, `TooManySubscriptions`, and the
    refusals of recipients."""
    if place.event_key not in index_entries_by_key(configuration_of(place.resources).events):
        raise UnknownEventKey(f"Unknown event: {place.event_key}")
    wanted = [
        (one, normalize_recipients(place.resources, place.channel, one.recipients))
        for one in data.subscriptions
    ]
    await lock_tenant(db, place.caller.tenant_id)
    there = await queries.COUNT.one(db, *place.keys)
    if there.of_event + len(wanted) > schemas.MOST_SUBSCRIPTIONS:
        raise TooManySubscriptions(
            f"An event can have at most {schemas.MOST_SUBSCRIPTIONS} subscriptions"
        )
    if there.of_channel + len(wanted) > schemas.MOST_OF_CHANNEL:
        raise TooManySubscriptions(
            f"The limit of {schemas.MOST_OF_CHANNEL} subscriptions is reached. Delete some first."
        )
    now = clock.now()
    await queries.SAVE_EVENT.run(db, *place.keys, data.enabled, now)
    for one, recipients in wanted:
        await queries.ADD.run(db, *place.keys, new_id(), one.name, one.enabled, recipients, now)
    told = sorted({recipient for _, recipients in wanted for recipient in recipients})
    await announce_event(
        db, events.EventSubscribed(*place.keys, recipients=told), by=place.caller.actor
    )


async def switch_event_subscription(db: Db, place: SubscriptionScope, *, enabled: bool) -> None:
    """Raises `SubscriptionNotFound`."""
    if not await queries.SWITCH.run(db, *place.keys, enabled, clock.now()):
        raise _event_subscription_not_found()
    await announce_event(
        db, events.EventChannelSwitched(*place.keys, enabled=enabled), by=place.caller.actor
    )


async def change_event_subscription(
    db: Db, place: SubscriptionScope, subscription_id: UUID, data: schemas.EventSubscriptionChange
) -> None:
    """`SubscriptionNotFound`, and the refusals of recipients."""
    current = await queries.LOCK.first(db, *place.keys, subscription_id)
    if current is None:
        raise _event_subscription_not_found()
    wanted = normalize_recipients(place.resources, place.channel, data.recipients)
    recipients = merge_list(current, data.base_recipients, wanted, most=schemas.MOST_RECIPIENTS)
    await queries.CHANGE.run(
        db, *place.keys, subscription_id, data.name, data.enabled, recipients, clock.now()
    )
    event = events.EventSubscriptionChanged(
        *place.keys, recipients=recipients, enabled=data.enabled
    )
    await announce_event(db, event, by=place.caller.actor)


async def delete_event_subscription(
    db: Db, place: SubscriptionScope, subscription_id: UUID
) -> None:
    """Raises `SubscriptionNotFound`."""
    await lock_tenant(db, place.caller.tenant_id)
    if await queries.DELETE.first(db, *place.keys, subscription_id) is None:
        raise _event_subscription_not_found()
    await queries.DELETE_EMPTY.run(db, *place.keys)
    await announce_event(db, events.EventUnsubscribed(*place.keys), by=place.caller.actor)


async def delete_all_event_subscriptions(db: Db, place: SubscriptionScope) -> None:
    """Every subscription of the event. Raises `SubscriptionNotFound`."""
    if not await queries.DELETE_EVENT.run(db, *place.keys):
        raise _event_subscription_not_found()
    await announce_event(db, events.EventUnsubscribed(*place.keys), by=place.caller.actor)


def _event_subscription_not_found() -> SubscriptionNotFound:
    return SubscriptionNotFound("The subscription was not found")
