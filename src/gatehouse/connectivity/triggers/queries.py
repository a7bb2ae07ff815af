"""Statements on triggered events."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.tenant_cleanup import TenantTable


@dataclass(frozen=True, slots=True)
class TriggeredEvent:
    id: UUID
    tenant_id: UUID
    event_key: str


@dataclass(frozen=True, slots=True)
class ChannelCounts:
    """What became of an event's messages by one channel; `error` is why one of them failed."""

    channel: str
    waiting: int
    sent: int
    failed: int
    error: str


LEFT = TenantTable("triggered_events")

ADD = Command(
    "insert into triggered_events (id, tenant_id, event_key, created_at) values ($1, $2, $3, $4)"
)
# Found by its id alone: the vendor's backends act for no tenant.
ONE = Query(TriggeredEvent, "select id, tenant_id, event_key from triggered_events where id = $1")
COUNTS = Query(
    ChannelCounts,
    """
    select channel, (count(*) filter (where status = 'waiting'))::int as waiting,
      (count(*) filter (where status = 'sent'))::int as sent,
      (count(*) filter (where status = 'failed'))::int as failed,
      coalesce(max(error) filter (where status = 'failed'), '') as error
    from event_messages where tenant_id = $1 and event_id = $2 group by channel
    union all
    select 'webhook', (count(*) filter (where d.status = 'waiting'))::int,
      (count(*) filter (where d.status = 'delivered'))::int,
      (count(*) filter (where d.status = 'dead'))::int,
      coalesce(max(d.answer) filter (where d.status = 'dead'), '')
    from webhooks w join webhook_deliveries d on d.webhook_id = w.id and d.event_id = $2
    where w.tenant_id = $1 and d.tenant_id = $1
    having count(*) > 0
    union all
    select 'bell', 0, count(*)::int, 0, '' from bell_notifications where tenant_id = $1 and event_id = $2
    having count(*) > 0
    """,
)


# Delete what is older.
declare_purge(
    "triggered_events",
    timedelta(days=30),
    column="created_at",
    job="triggers.forget",
    cron="29 * * * *",
)
