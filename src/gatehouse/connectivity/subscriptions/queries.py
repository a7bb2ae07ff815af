"""Statements on subscriptions by mail and text message."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable


class SubscriptionChannel(StrEnum):
    EMAIL = "email"
    SMS = "sms"


@dataclass(frozen=True, slots=True)
class EventSubscription:
    """With what it belongs to: `told` is whether the account tells of the event at all."""

    id: UUID
    event_key: str
    told: bool
    name: str
    enabled: bool
    recipients: list[str]


@dataclass(frozen=True, slots=True)
class ChannelCounts:
    of_channel: int
    of_event: int


@dataclass(frozen=True, slots=True)
class RecipientFailure:
    """A recipient that could not be reached, and why."""

    event_key: str
    recipient: str
    reason: str
    at: datetime


LEFT = TenantTable("event_channels")

# Bounded by how many may be made.
ALL = Query(
    EventSubscription,
    """
    select s.id, s.event_key, e.enabled as told, s.name, s.enabled, s.recipients
    from event_channels e
    join event_subscriptions s
      on s.tenant_id = e.tenant_id and s.channel = e.channel and s.event_key = e.event_key
    where e.tenant_id = $1 and e.channel = $2
    order by s.event_key, s.created_at, s.id
    limit 500
    """,
)
# The newest of an event since $3, five of each.
FAILURES = Query(
    RecipientFailure,
    """
    select f.event_key, f.recipient, f.error as reason, f.finished_at as at
    from event_channels e
    cross join lateral (
      select m.event_key, m.recipient, m.error, m.finished_at from event_messages m
      where m.tenant_id = $1 and m.channel = $2 and m.event_key = e.event_key and m.status = 'failed'
        and m.finished_at >= $3
      order by m.finished_at desc limit 5
    ) f
    where e.tenant_id = $1 and e.channel = $2
    order by f.finished_at desc
    """,
)
COUNT = Query(
    ChannelCounts,
    """
    select count(*)::int as of_channel, (count(*) filter (where event_key = $3))::int as of_event
    from event_subscriptions where tenant_id = $1 and channel = $2
    """,
)
SAVE_EVENT = Command(
    """
    insert into event_channels (tenant_id, channel, event_key, enabled, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5)
    on conflict (tenant_id, channel, event_key) do update set enabled = $4, updated_at = $5
    """
)
SWITCH = Command(
    """
    update event_channels set enabled = $4, updated_at = $5
    where tenant_id = $1 and channel = $2 and event_key = $3
    """
)
ADD = Command(
    """
    insert into event_subscriptions (id, tenant_id, channel, event_key, name, enabled, recipients,
      created_at, updated_at)
    values ($4, $1, $2, $3, $5, $6, $7, $8, $8)
    """
)
LOCK = Query(
    list[str],
    """
    select recipients from event_subscriptions
    where tenant_id = $1 and channel = $2 and event_key = $3 and id = $4 for update
    """,
)
CHANGE = Command(
    """
    update event_subscriptions set name = $5, enabled = $6, recipients = $7, updated_at = $8
    where tenant_id = $1 and channel = $2 and event_key = $3 and id = $4
    """
)
DELETE = Query(
    UUID,
    """
    delete from event_subscriptions
    where tenant_id = $1 and channel = $2 and event_key = $3 and id = $4 returning id
    """,
)
DELETE_EVENT = Command(
    "delete from event_channels where tenant_id = $1 and channel = $2 and event_key = $3"
)
# Removes an event of the tenant that has no subscription left.
DELETE_EMPTY = Command(
    """
    delete from event_channels e where tenant_id = $1 and channel = $2 and event_key = $3 and not exists (
      select from event_subscriptions s
      where s.tenant_id = e.tenant_id and s.channel = e.channel and s.event_key = e.event_key)
    """
)
