"""Reading the log, and sending an event again."""

from uuid import UUID

import orjson

from gatehouse.audit.service import announce_event
from gatehouse.connectivity.webhooks.delivery.queue import start_webhook_delivery
from gatehouse.connectivity.webhooks.errors import (
    DeliveryNotFound,
    WebhookInactive,
    WebhookNotFound,
)
from gatehouse.connectivity.webhooks.events import WebhookRedelivered
from gatehouse.connectivity.webhooks.log import queries
from gatehouse.connectivity.webhooks.log.models import WebhookDelivery
from gatehouse.connectivity.webhooks.log.schemas import DeliveryOut, DeliveryPage
from gatehouse.connectivity.webhooks.owner import WebhookOwner, account_of
from gatehouse.connectivity.webhooks.queries import ONE
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.db.replica_reads import primary_of

COUNTED = 10_000


async def list_deliveries(
    db: Db, tenant_id: UUID, vendor_id: UUID, webhook_id: UUID, offset: int, limit: int
) -> DeliveryPage:
    """The newest first. Raises `WebhookNotFound`."""
    if await ONE.first(db, tenant_id, webhook_id) is None:
        db = primary_of(db)
        if await ONE.first(db, tenant_id, webhook_id) is None:
            raise WebhookNotFound("The webhook was not found")
    count = await queries.COUNT.one(db, tenant_id, webhook_id, COUNTED)
    rows = await queries.PAGE.all(db, tenant_id, webhook_id, limit, offset)
    return DeliveryPage(count=count, rows=[_to_delivery(row, vendor_id) for row in rows])


def _to_delivery(row: WebhookDelivery, vendor_id: UUID) -> DeliveryOut:
    """The account is the event's: the vendor's webhooks hear of all."""
    values = {name: getattr(row, name) for name in row.__slots__ if name != "tenant_id"}
    account = account_of(row.tenant_id) or orjson.loads(row.body)["eventContext"]["tenantId"]
    return DeliveryOut(**values, tenant_id=account, vendor_id=vendor_id)


async def redeliver_webhook(db: Db, owner: WebhookOwner, delivery_id: UUID) -> None:
    """Send a delivery again, in any status. Raises `DeliveryNotFound`, and `WebhookInactive` when the webhook
    is switched off."""
    webhook = await queries.LOCK_OF.first(db, owner.tenant_id, delivery_id)
    if webhook is None:
        raise DeliveryNotFound("The event is no longer in the log")
    if not webhook.is_active:
        raise WebhookInactive("The webhook is switched off. Switch it on first.")
    await queries.AGAIN.run(db, owner.tenant_id, webhook.webhook_id, delivery_id, clock.now())
    event = WebhookRedelivered(owner.account, webhook.webhook_id, webhook.name, delivery_id)
    await announce_event(db, event, by=owner.by)
    await start_webhook_delivery(db, owner.tenant_id, webhook.webhook_id)
