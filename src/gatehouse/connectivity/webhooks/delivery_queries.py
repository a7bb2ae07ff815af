"""Statements of the delivery. `webhooks.due_at` is changed under the lock of its row only, so that nothing
that is added while others are sent is overlooked."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class SubscribedWebhook:
    """A webhook that gets an event. `tenant_id`: that of the webhook."""

    id: UUID
    tenant_id: UUID
    is_ordered: bool


@dataclass(frozen=True, slots=True)
class DeliveryTarget:
    """A webhook that is claimed for sending."""

    id: UUID
    name: str
    url: str
    sealed_secret: bytes | None
    is_ordered: bool
    failing_since: datetime | None
    sealed_previous_secret: bytes | None


@dataclass(frozen=True, slots=True)
class DueDelivery:
    """What is to be sent now; `attempts` have failed."""

    id: UUID
    event_id: UUID
    body: str
    attempts: int


@dataclass(frozen=True, slots=True)
class DueWebhook:
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """`status` is None when no answer came; `answer` then says why."""

    due: DueDelivery
    status: int | None
    answer: str


# Of the vendor's own, the account is `VENDOR`, which is no row in `tenants`.
OF_VENDOR: LiteralString = "'00000000-0000-0000-0000-000000000000'"
HEARS: LiteralString = f"""
  tenant_id in ($1, {OF_VENDOR}) and is_active and event_keys && array[$2, $3]::text[]
"""
# The active webhooks that want the event $2 of tenant $1, or the category $3; each is due from $4 on, or
# after its rest, $5, when it fails. Locked in one order, as many events come at once.
WANTING = Query(
    SubscribedWebhook,
    f"""
    with wanting as (select id, tenant_id from webhooks where {HEARS} order by id for update)
    update webhooks w set due_at = least(
      w.due_at, case when w.failing_since is null then $4::timestamptz else $5::timestamptz end)
    from wanting where w.tenant_id = wanting.tenant_id and w.id = wanting.id
    returning w.id, w.tenant_id, w.is_ordered
    """,
)
# The same question without an answer for each.
IS_WANTED = Query(
    bool,
    f"select exists (select from webhooks where {HEARS})",
)
# An event comes to a webhook once, however often the news of it does.
ADD = Command(
    """
    insert into webhook_deliveries (id, tenant_id, webhook_id, event_id, event_key, body, status,
      next_attempt_at, created_at)
    values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)
    on conflict (webhook_id, event_id) do nothing
    """
)

# Claims a webhook that is due until $4; no row while another worker has claimed it. In a deleted tenant it
# waits for a restore.
TAKE = Query(
    DeliveryTarget,
    f"""
    update webhooks set sending_until = $4
    where tenant_id = $1 and id = $2 and is_active and due_at <= $3
      and (sending_until is null or sending_until <= $3)
      and (tenant_id = {OF_VENDOR} or exists (
        select from tenants t where t.id = $1 and t.deleted_at is null))
    returning id, coalesce(nullif(display_name, ''), url) as name, url, sealed_secret, is_ordered,
      failing_since,
      case when previous_secret_until > $3 then sealed_previous_secret end as sealed_previous_secret
    """,
)
DUE = Query(
    DueDelivery,
    """
    select id, event_id, body, attempts from webhook_deliveries
    where tenant_id = $1 and webhook_id = $2 and next_attempt_at <= $3
    order by next_attempt_at limit $4
    """,
)
# The oldest that has not arrived, due or not, and what follows it.
IN_ORDER = Query(
    DueDelivery,
    """
    select id, event_id, body, attempts from (
      select d.id, d.event_id, d.body, d.attempts,
        bool_and(d.next_attempt_at <= $3) over (order by d.event_id) as is_next
      from (
        select id, event_id, body, attempts, next_attempt_at from webhook_deliveries
        where tenant_id = $1 and webhook_id = $2 and next_attempt_at is not null
        order by event_id limit $4
      ) d
    ) waiting where is_next order by event_id
    """,
)

LOCK = Query(UUID, "select id from webhooks where tenant_id = $1 and id = $2 for update")
RECORD = Command(
    """
    update webhook_deliveries set status = $3, attempts = $4, status_code = $5, answer = $6,
      last_attempt_at = $7, next_attempt_at = $8
    where tenant_id = $1 and id = $2
    """
)
# After LOCK, so that it sees what was added meanwhile. $3: the earliest time to send again.
RELEASE = Query(
    datetime,
    """
    update webhooks w set sending_until = null, invocations = invocations + $4, failing_since = $5,
      due_at = greatest($3, (
        case when w.is_ordered then (
          select d.next_attempt_at from webhook_deliveries d
          where d.tenant_id = $1 and d.webhook_id = $2 and d.next_attempt_at is not null
          order by d.event_id limit 1
        ) else (
          select min(d.next_attempt_at) from webhook_deliveries d
          where d.tenant_id = $1 and d.webhook_id = $2 and d.next_attempt_at is not null
        ) end
      ))
    where w.tenant_id = $1 and w.id = $2
    returning due_at
    """,
)
DISABLE = Command(
    """
    update webhooks set is_active = false, disabled_at = $3
    where tenant_id = $1 and id = $2 and is_active
    """
)
# Across tenants: what a job is to be started for.
DUE_WEBHOOKS = Query(
    DueWebhook,
    f"""
    select id, tenant_id from webhooks
    where is_active and due_at <= $1 and (sending_until is null or sending_until <= $1)
      and (tenant_id = {OF_VENDOR} or exists (
        select from tenants t where t.id = webhooks.tenant_id and t.deleted_at is null))
    order by due_at limit $2
    """,
)
