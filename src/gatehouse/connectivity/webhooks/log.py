"""The log of a webhook: reading it, and sending an event again (wire-api §16.18)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import orjson

from gatehouse.audit.service import announce_event
from gatehouse.connectivity.errors import DeliveryNotFound, WebhookInactive, WebhookNotFound
from gatehouse.connectivity.events import WebhookRedelivered
from gatehouse.connectivity.webhooks.delivery import enqueue_webhook_delivery
from gatehouse.connectivity.webhooks.models import WebhookOwner, tenant_id_unless_vendor
from gatehouse.connectivity.webhooks.queries import ONE
from gatehouse.connectivity.webhooks.schemas import DeliveryOut, DeliveryPage
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.db.replica_reads import get_primary
from gatehouse.kit.purge import declare_purge


@dataclass(frozen=True, slots=True)
class WebhookDelivery:
    id: UUID
    tenant_id: UUID
    webhook_id: UUID
    event_id: UUID
    event_key: str
    body: str
    status: str
    attempts: int
    status_code: int | None
    answer: str
    next_attempt_at: datetime | None
    last_attempt_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class RedeliveredEvent:
    webhook_id: UUID
    name: str
    is_active: bool


PAGE = Query(
    WebhookDelivery,
    """
    select id, tenant_id, webhook_id, event_id, event_key, body, status, attempts, status_code, answer,
      next_attempt_at, last_attempt_at, created_at
    from webhook_deliveries where tenant_id = $1 and webhook_id = $2
    order by created_at desc, id desc limit $3::int offset $4::int
    """,
)
# Counted to $3.
COUNT = Query(
    int,
    """
    select count(*)::int as n from (
      select from webhook_deliveries where tenant_id = $1 and webhook_id = $2 limit $3::int) counted
    """,
)
# Locks the webhook first, in the same order as all statements that make it due.
LOCK_OF = Query(
    RedeliveredEvent,
    """
    select id as webhook_id, coalesce(nullif(display_name, ''), url) as name, is_active from webhooks
    where tenant_id = $1 and id = (
      select webhook_id from webhook_deliveries where tenant_id = $1 and id = $2)
    for update
    """,
)
AGAIN = Command(
    """
    with due as (
      update webhooks set due_at = least(coalesce(due_at, $4), $4) where tenant_id = $1 and id = $2
    )
    update webhook_deliveries set status = 'waiting', next_attempt_at = $4
    where tenant_id = $1 and id = $3
    """
)


# Delete what is older, arrived or not.
OLD_DELIVERIES = declare_purge(
    "webhook_deliveries",
    timedelta(days=30),
    column="created_at",
    job="webhooks.forget",
    cron="23 * * * *",
)


COUNTED = 10_000


async def list_deliveries(
    db: Db, tenant_id: UUID, vendor_id: UUID, webhook_id: UUID, offset: int, limit: int
) -> DeliveryPage:
    """The newest first. Raises `WebhookNotFound`."""
    if await ONE.first(db, tenant_id, webhook_id) is None:
        db = get_primary(db)
        if await ONE.first(db, tenant_id, webhook_id) is None:
            raise WebhookNotFound("The webhook was not found")
    count = await COUNT.one(db, tenant_id, webhook_id, COUNTED)
    rows = await PAGE.all(db, tenant_id, webhook_id, limit, offset)
    return DeliveryPage(count=count, rows=[_to_delivery_response(row, vendor_id) for row in rows])


def _to_delivery_response(row: WebhookDelivery, vendor_id: UUID) -> DeliveryOut:
    """The account is the event's: the vendor's webhooks hear of all."""
    values = {name: getattr(row, name) for name in row.__slots__ if name != "tenant_id"}
    account = (
        tenant_id_unless_vendor(row.tenant_id) or orjson.loads(row.body)["eventContext"]["tenantId"]
    )
    return DeliveryOut(**values, tenant_id=account, vendor_id=vendor_id)


async def redeliver_webhook(db: Db, owner: WebhookOwner, delivery_id: UUID) -> None:
    """Send a delivery again, in any status. Raises `DeliveryNotFound`, and `WebhookInactive` when the webhook
    is switched off."""
    webhook = await LOCK_OF.first(db, owner.tenant_id, delivery_id)
    if webhook is None:
        raise DeliveryNotFound("The event is no longer in the log")
    if not webhook.is_active:
        raise WebhookInactive("The webhook is turned off. Turn it on first.")
    await AGAIN.run(db, owner.tenant_id, webhook.webhook_id, delivery_id, clock.now())
    event = WebhookRedelivered(owner.account, webhook.webhook_id, webhook.name, delivery_id)
    await announce_event(db, event, by=owner.by)
    await enqueue_webhook_delivery(db, owner.tenant_id, webhook.webhook_id)
