"""Which Slack channels get which events."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.connectivity.catalogue import index_entries_by_key
from gatehouse.connectivity.errors import (
    SlackEventUnknown,
    SlackSubscriptionNotFound,
    TooManySlackSubscriptions,
)
from gatehouse.connectivity.events import (
    SlackSubscribed,
    SlackSubscriptionChanged,
    SlackUnsubscribed,
)
from gatehouse.connectivity.slack import queries, schemas
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

FAILURES_SHOWN_FOR = timedelta(days=7)


async def read_slack_configuration(db: Db, caller: Principal) -> schemas.SlackConfiguration:
    """The oldest subscription first."""
    installation = await queries.INSTALLATION.first(db, caller.tenant_id)
    since = clock.now() - FAILURES_SHOWN_FOR
    return schemas.SlackConfiguration(
        id=caller.tenant_id,
        is_connected=installation is not None,
        team_name=installation.team_name if installation else None,
        slack_subscriptions=[
            schemas.SlackSubscriptionOut.model_validate(one)
            for one in await queries.ALL.all(db, caller.tenant_id)
        ],
        failures=await queries.FAILURES.all(db, caller.tenant_id, since),
    )


async def create_slack_subscription(
    db: Db, resources: Resources, caller: Principal, data: schemas.SlackSubscriptionIn
) -> None:
    """`SlackEventUnknown`, also without any channel. Raises `TooManySlackSubscriptions`."""
    events = _select_events_with_channels(resources, data, [])
    if not events:
        raise SlackEventUnknown("Choose a channel for at least one event")
    await lock_tenant(db, caller.tenant_id)
    if await queries.COUNT.one(db, caller.tenant_id) >= schemas.MOST_SUBSCRIPTIONS:
        raise TooManySlackSubscriptions(
            f"The limit of {schemas.MOST_SUBSCRIPTIONS} subscriptions is reached"
        )
    made = new_id()
    await queries.ADD.run(db, caller.tenant_id, made, data.is_active, events, clock.now())
    await announce_event(db, SlackSubscribed(caller.tenant_id, made), by=caller.actor)


async def change_slack_subscription(
    db: Db,
    resources: Resources,
    caller: Principal,
    subscription_id: UUID,
    data: schemas.SlackSubscriptionIn,
) -> None:
    """One without any channel is deleted. Raises `SlackSubscriptionNotFound` or `SlackEventUnknown`."""
    before = await queries.LOCKED.first(db, caller.tenant_id, subscription_id)
    if before is None:
        raise _slack_subscription_not_found()
    events = _select_events_with_channels(resources, data, before.slack_events)
    if not events:
        await delete_slack_subscription(db, caller, subscription_id)
        return
    await queries.CHANGE.run(
        db, caller.tenant_id, subscription_id, data.is_active, events, clock.now()
    )
    event = SlackSubscriptionChanged(caller.tenant_id, subscription_id, is_active=data.is_active)
    await announce_event(db, event, by=caller.actor)


async def delete_slack_subscription(db: Db, caller: Principal, subscription_id: UUID) -> None:
    """Raises `SlackSubscriptionNotFound`."""
    if await queries.DELETE.first(db, caller.tenant_id, subscription_id) is None:
        raise _slack_subscription_not_found()
    await announce_event(db, SlackUnsubscribed(caller.tenant_id, subscription_id), by=caller.actor)


def _select_events_with_channels(
    resources: Resources, data: schemas.SlackSubscriptionIn, before: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What was there before may stay, also where the event is no more."""
    known = {one["eventKey"] for one in before} | set(
        index_entries_by_key(configuration_of(resources).events)
    )
    events = [one for one in data.slack_events if one.channel_ids]
    for one in events:
        if one.event_key not in known:
            raise SlackEventUnknown(f"Unknown event: {one.event_key}")
    return [one.model_dump(by_alias=True, exclude_none=True) for one in events]


def _slack_subscription_not_found() -> SlackSubscriptionNotFound:
    return SlackSubscriptionNotFound("The subscription was not found")
