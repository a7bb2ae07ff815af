"""Reading the log, and sending an event again."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.connectivity.webhooks.delivery.queue import start
from gatehouse.connectivity.webhooks.errors import (
    DeliveryNotFound,
    WebhookInactive,
    WebhookNotFound,
)
from gatehouse.connectivity.webhooks.events import WebhookRedelivered
from gatehouse.connectivity.webhooks.log import queries
from gatehouse.connectivity.webhooks.log.schemas import DeliveryOut, DeliveryPage
from gatehouse.connectivity.webhooks.queries import ONE
from gatehouse.kit import clock
from gatehouse.kit.db import Db

COUNTED = 10_000


async def page(
    db: Db, caller: Principal, vendor_id: UUID, webhook_id: UUID, offset: int, limit: int
) -> DeliveryPage:
    """The newest first; `WebhookNotFound`."""
    if await ONE.first(db, caller.tenant_id, webhook_id) is None:
        raise WebhookNotFound("The webhook was not found")
    count = await queries.COUNT.one(db, caller.tenant_id, webhook_id, COUNTED)
    rows = await queries.PAGE.all(db, caller.tenant_id, webhook_id, limit, offset)
    values = [{name: getattr(row, name) for name in row.__slots__} for row in rows]
    return DeliveryPage(
        count=count, rows=[DeliveryOut(**row, vendor_id=vendor_id) for row in values]
    )


async def redeliver(db: Db, caller: Principal, client: Client, delivery_id: UUID) -> None:
    """Whatever became of it before. `DeliveryNotFound`, `WebhookInactive`."""
    webhook = await queries.LOCK_OF.first(db, caller.tenant_id, delivery_id)
    if webhook is None:
        raise DeliveryNotFound("The event is no longer in the log")
    if not webhook.is_active:
        raise WebhookInactive("The webhook is switched off. Switch it on first.")
    await queries.AGAIN.run(db, caller.tenant_id, webhook.webhook_id, delivery_id, clock.now())
    event = WebhookRedelivered(
        caller.tenant_id, webhook.webhook_id, webhook.display_name, delivery_id
    )
    await announce(db, event, by=by_caller(caller, client))
    await start(db, caller.tenant_id, webhook.webhook_id)
