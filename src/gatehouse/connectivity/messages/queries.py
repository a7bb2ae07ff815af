"""Statements on messages about events, one for each recipient."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.tenant_cleanup import TenantTable


@dataclass(frozen=True, slots=True)
class EventRecipient:
    """A recipient of an event on one channel."""

    channel: str
    recipient: str


@dataclass(frozen=True, slots=True)
class PendingEventMessage:
    """A queued message. `content` is what the mail or text message is made of."""

    id: UUID
    tenant_id: UUID
    channel: str
    recipient: str
    content: dict[str, Any]


LEFT = TenantTable("event_messages")

# The recipients of event $2 in tenant $1, each once per channel.
TOLD = Query(
    EventRecipient,
    """
    select distinct s.channel, r.recipient
    from event_channels e
    join event_subscriptions s
      on s.tenant_id = e.tenant_id and s.channel = e.channel and s.event_key = e.event_key
    cross join lateral unnest(s.recipients) as r (recipient)
    where e.tenant_id = $1 and e.channel in ('email', 'sms') and e.event_key = $2
      and e.enabled and s.enabled
    """,
)
# No row when the recipient already has a message about the event.
ADD = Query(
    UUID,
    """
    insert into event_messages (id, tenant_id, event_id, event_key, channel, recipient, content, status,
      created_at)
    values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8)
    on conflict (event_id, channel, recipient) do nothing
    returning id
    """,
)
# Claims the message until $4, unless another worker has claimed it ($3: now). Messages of deleted tenants are
# not sent.
CLAIM = Query(
    PendingEventMessage,
    """
    update event_messages set claimed_until = $4
    where tenant_id = $1 and id = $2 and status = 'waiting'
      and (claimed_until is null or claimed_until <= $3)
      and exists (select from tenants t where t.id = $1 and t.deleted_at is null)
    returning id, tenant_id, channel, recipient, content
    """,
)
WAITS = Query(
    bool,
    """
    select exists (
      select from event_messages e join tenants t on t.id = e.tenant_id and t.deleted_at is null
      where e.tenant_id = $1 and e.id = $2 and e.status = 'waiting') as waits
    """,
)
SENT = Command(
    """
    update event_messages set status = 'sent', content = null, error = '', finished_at = $3
    where tenant_id = $1 and id = $2
    """
)
TRY_AGAIN = Command(
    "update event_messages set error = $3, claimed_until = null where tenant_id = $1 and id = $2"
)
FAILED = Command(
    """
    update event_messages set status = 'failed', content = null, error = $3, finished_at = $4
    where tenant_id = $1 and id = $2
    """
)


DELETE_MESSAGES_TO_USER = Command(
    "delete from event_messages where recipient = any ($1::text[]) and created_at < $2"
)


# Delete what is older, sent or not.
declare_purge(
    "event_messages",
    timedelta(days=30),
    column="created_at",
    job="connectivity.forget",
    cron="27 * * * *",
)
