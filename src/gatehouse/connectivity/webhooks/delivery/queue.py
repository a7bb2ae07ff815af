"""An event becomes a delivery for each webhook that wants it, and a job sends what a webhook is due."""

from datetime import timedelta
from uuid import UUID

from gatehouse.connectivity.events.catalogue import category_id, key_of
from gatehouse.connectivity.webhooks.delivery import queries
from gatehouse.connectivity.webhooks.delivery.rules import REST, SETTLED_AFTER
from gatehouse.connectivity.webhooks.message import body_of
from gatehouse.connectivity.webhooks.owner import VENDOR
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Event, EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, enqueue, scheduled_job
from gatehouse.vendor.current import configuration_of

AT_ONCE = 500


async def is_wanted(context: JobContext, db: Db, news: EventEnvelope[Event]) -> bool:
    """By some webhook of the account, or of the vendor. Most accounts have none."""
    key, tenant_id = key_of(news.event), news.event.tenant_id
    if key is None or tenant_id is None:
        return False
    category = category_id(key, configuration_of(context.resources).events)
    return await queries.IS_WANTED.one(db, tenant_id, key, category)


@subscribe_to_event(Event, "connectivity.deliver", wants=is_wanted)
async def queue_webhook_deliveries(context: JobContext, news: EventEnvelope[Event]) -> None:
    """Once for each webhook, however often it runs."""
    key, tenant_id = key_of(news.event), news.event.tenant_id
    if key is None or tenant_id is None:
        return
    now = clock.now()
    settled_at = news.occurred_at + SETTLED_AFTER
    async with context.database.transaction(Scope((tenant_id, VENDOR))) as db:
        category = category_id(key, configuration_of(context.resources).events)
        wanting = await queries.WANTING.all(db, tenant_id, key, category, now, now + REST)
        for webhook in wanting:
            due_at = max(now, settled_at) if webhook.is_ordered else now
            await queries.ADD.run(
                db,
                new_id(),
                webhook.tenant_id,
                webhook.id,
                news.id,
                key,
                body_of(key, news),
                due_at,
                now,
            )
            await start_webhook_delivery(db, webhook.tenant_id, webhook.id, after=due_at - now)


async def start_webhook_delivery(
    db: Db, tenant_id: UUID, webhook_id: UUID, *, after: timedelta = timedelta()
) -> None:
    """Enqueue the job that sends what is due, once this transaction has committed. A job that finds the
    webhook claimed by another job ends: the other job checks again before it finishes."""
    await enqueue(
        db, "webhooks.send", after=after or None, tenant_id=tenant_id, webhook_id=webhook_id
    )


@scheduled_job("webhooks.due", "* * * * *")
async def start_due(context: JobContext) -> None:
    """What is to be repeated now, and what was left behind by a process that died."""
    async with context.database.transaction(Scope.system()) as db:
        for webhook in await queries.DUE_WEBHOOKS.all(db, clock.now(), AT_ONCE):
            await enqueue(
                db,
                "webhooks.send",
                once=f"webhooks.send:{webhook.id}",
                tenant_id=webhook.tenant_id,
                webhook_id=webhook.id,
            )
