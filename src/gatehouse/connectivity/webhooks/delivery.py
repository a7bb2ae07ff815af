"""From an event to the receiver's answer: queued with the event, sent by a job for each webhook.

One job at a time has the webhook, so that order is kept where it is configured, and a slow receiver keeps one
job busy and no request. A run sends a few messages, outside any transaction.
"""

import asyncio
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.owners import list_owner_emails
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.connectivity.catalogue import find_category_id, find_event_key
from gatehouse.connectivity.events import WebhookDisabled
from gatehouse.connectivity.webhooks import delivery_queries as queries
from gatehouse.connectivity.webhooks.delivery_queries import (
    DeliveryOutcome,
    DeliveryTarget,
    DueDelivery,
)
from gatehouse.connectivity.webhooks.message import build_webhook_body
from gatehouse.connectivity.webhooks.models import (
    VENDOR,
    choose_delivery_scope,
    tenant_id_unless_vendor,
)
from gatehouse.connectivity.webhooks.queries import PREVIOUS_SECRET, SECRET
from gatehouse.directory.people.administrators import list_administrator_emails
from gatehouse.identity.mails.service import send_mail
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.events import Event, EventEnvelope, subscribe_to_event
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.resources import Resources
from gatehouse.kit.webhook_signature import build_signature_headers
from gatehouse.vendor.current import configuration_of

# After each failed attempt, until the next; about three days together. The first repeats come soon, as most
# receivers are away for the moment of a restart.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 300, 600, 840, 1200, 1440))
# A receiver that took nothing of what it was just sent is left alone.
REST = timedelta(minutes=1)
# Where order counts, an event waits for what happened just before it and is still on its way here.
SETTLED_AFTER = timedelta(seconds=2)
# A receiver from which nothing good came for so long is switched off.
GIVEN_UP_AFTER = timedelta(days=3)
GONE = 410  # says of itself that it will not come back


def is_success_status(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


def compute_next_attempt(attempts: int, now: datetime) -> datetime | None:
    """After so many failed attempts; None when there is none any more."""
    return now + WAITS[attempts - 1] if attempts <= len(WAITS) else None


def is_webhook_given_up(failing_since: datetime, now: datetime, status: int | None) -> bool:
    return status == GONE or now - failing_since >= GIVEN_UP_AFTER


async def record_delivery_outcomes(
    db: Db,
    resources: Resources,
    tenant_id: UUID,
    target: DeliveryTarget,
    outcomes: list[DeliveryOutcome],
    rest_until: datetime | None,
) -> datetime | None:
    """Let the webhook go; when it is due again, if it is."""
    now = clock.now()
    if await queries.LOCK.first(db, tenant_id, target.id) is None:
        return None  # deleted meanwhile, with its deliveries
    for outcome in outcomes:
        await _store_delivery_outcome(db, tenant_id, outcome, now)
    failing_since = _compute_failing_since(target, outcomes, now)
    due_at = await queries.RELEASE.first(
        db, tenant_id, target.id, rest_until, len(outcomes), failing_since
    )
    last = outcomes[-1].status if outcomes else None
    if failing_since and is_webhook_given_up(failing_since, now, last):
        await _disable_webhook(db, resources, tenant_id, target, now)
        return None
    return due_at


async def _store_delivery_outcome(
    db: Db, tenant_id: UUID, outcome: DeliveryOutcome, now: datetime
) -> None:
    attempts = outcome.due.attempts + 1
    if is_success_status(outcome.status):
        status, again_at = "delivered", None
    else:
        again_at = compute_next_attempt(attempts, now)
        status = "waiting" if again_at else "dead"
    await queries.RECORD.run(
        db,
        tenant_id,
        outcome.due.id,
        status,
        attempts,
        outcome.status,
        outcome.answer,
        now,
        again_at,
    )


def _compute_failing_since(
    target: DeliveryTarget, outcomes: list[DeliveryOutcome], now: datetime
) -> datetime | None:
    if not outcomes:
        return target.failing_since
    if any(is_success_status(outcome.status) for outcome in outcomes):
        return None
    return target.failing_since or now


async def _disable_webhook(
    db: Db, resources: Resources, tenant_id: UUID, target: DeliveryTarget, now: datetime
) -> None:
    """Disable the webhook and mail the tenant's administrators, or the staff owners for a webhook of the
    vendor. Does nothing when it is disabled already."""
    if not await queries.DISABLE.run(db, tenant_id, target.id, now):
        return
    account = tenant_id_unless_vendor(tenant_id)
    await announce_event(db, WebhookDisabled(account, target.id, target.name), by=SYSTEM)
    page = "/oauth/portal/webhooks" if account else "/console/webhooks"
    link = f"{resources[Deployment].public_url}{page}"
    addresses = (
        await list_administrator_emails(db, account) if account else await list_owner_emails(db)
    )
    for address in addresses:
        await send_mail(db, resources, "webhook-disabled", address, webhook=target.name, link=link)


DUE_AT_ONCE = 500


async def has_subscribed_webhook(context: JobContext, db: Db, news: EventEnvelope[Event]) -> bool:
    """By some webhook of the account, or of the vendor. Most accounts have none."""
    key, tenant_id = find_event_key(news.event), news.event.tenant_id
    if key is None or tenant_id is None:
        return False
    category = find_category_id(key, configuration_of(context.resources).events)
    return await queries.IS_WANTED.one(db, tenant_id, key, category)


@subscribe_to_event(Event, "connectivity.deliver", wants=has_subscribed_webhook)
async def queue_webhook_deliveries(context: JobContext, news: EventEnvelope[Event]) -> None:
    """Once for each webhook, however often it runs."""
    key, tenant_id = find_event_key(news.event), news.event.tenant_id
    if key is None or tenant_id is None:
        return
    now = clock.now()
    settled_at = news.occurred_at + SETTLED_AFTER
    async with context.database.transaction(Scope((tenant_id, VENDOR))) as db:
        category = find_category_id(key, configuration_of(context.resources).events)
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
                build_webhook_body(key, news),
                due_at,
                now,
            )
            await enqueue_webhook_delivery(db, webhook.tenant_id, webhook.id, after=due_at - now)


async def enqueue_webhook_delivery(
    db: Db, tenant_id: UUID, webhook_id: UUID, *, after: timedelta = timedelta()
) -> None:
    """Enqueue the job that sends what is due, once this transaction has committed. A job that finds the
    webhook claimed by another job ends: the other job checks again before it finishes."""
    await enqueue(
        db, "webhooks.send", after=after or None, tenant_id=tenant_id, webhook_id=webhook_id
    )


@scheduled_job("webhooks.due", "* * * * *")
async def enqueue_due_webhooks(context: JobContext) -> None:
    """What is to be repeated now, and what was left behind by a process that died."""
    async with context.database.transaction(Scope.system()) as db:
        for webhook in await queries.DUE_WEBHOOKS.all(db, clock.now(), DUE_AT_ONCE):
            await enqueue(
                db,
                "webhooks.send",
                once=f"webhooks.send:{webhook.id}",
                tenant_id=webhook.tenant_id,
                webhook_id=webhook.id,
            )


IN_ONE_RUN = 16
AT_ONCE = 4
# The vendor's hear of every account: as long a run, with more at once.
OF_VENDOR = 4
# Longer than a run takes when every answer comes at the last moment.
TAKEN_FOR = timedelta(minutes=4)
# What is due so soon is not left to the minute's look.
SOON = timedelta(seconds=5)


@job("webhooks.send", max_attempts=3)
async def send_due_deliveries(context: JobContext, tenant_id: str, webhook_id: str) -> None:
    """One run. What is left is the next one's, which is started here."""
    tenant, webhook, now = UUID(tenant_id), UUID(webhook_id), clock.now()
    async with context.database.transaction(choose_delivery_scope(tenant)) as db:
        target = await queries.TAKE.first(db, tenant, webhook, now, now + TAKEN_FOR)
        if target is None:
            return
        wanted = queries.IN_ORDER if target.is_ordered else queries.DUE
        wide = OF_VENDOR if tenant == VENDOR and not target.is_ordered else 1
        due = await wanted.all(db, tenant, webhook, now, IN_ONE_RUN * wide)
    at_once = 1 if target.is_ordered else AT_ONCE * wide
    outcomes, is_resting = await _send_delivery_batches(context.resources, target, due, at_once)
    rest_until = clock.now() + REST if is_resting else None
    async with context.database.transaction(choose_delivery_scope(tenant)) as db:
        due_at = await record_delivery_outcomes(
            db, context.resources, tenant, target, outcomes, rest_until
        )
        wait = due_at - clock.now() if due_at else None
        if wait is not None and wait <= SOON:
            await enqueue_webhook_delivery(db, tenant, webhook, after=max(wait, timedelta()))


async def _send_delivery_batches(
    resources: Resources, target: DeliveryTarget, due: list[DueDelivery], at_once: int
) -> tuple[list[DeliveryOutcome], bool]:
    """What came of those that were sent, and whether nothing of the last was taken."""
    outcomes: list[DeliveryOutcome] = []
    for place in range(0, len(due), at_once):
        sent = [_send_delivery(resources, target, one) for one in due[place : place + at_once]]
        answered = await asyncio.gather(*sent)
        outcomes += answered
        if not any(is_success_status(outcome.status) for outcome in answered):
            return outcomes, True
    return outcomes, False


async def _send_delivery(
    resources: Resources, target: DeliveryTarget, due: DueDelivery
) -> DeliveryOutcome:
    secret, previous, box = None, None, resources[Box]
    if target.sealed_secret is not None:
        secret = SECRET.open(box, target.id, target.sealed_secret).decode()
    if target.sealed_previous_secret is not None:
        previous = PREVIOUS_SECRET.open(box, target.id, target.sealed_previous_secret).decode()
    body = await resources[ExternalIds].replace_in_json(due.body.encode())
    headers = build_signature_headers(
        secret, str(due.event_id), clock.now(), body, previous=previous
    )
    try:
        answer = await resources[Outbound].post(target.url, body, headers)
    except (AddressRefused, Unreachable) as error:
        return DeliveryOutcome(due, None, str(error))
    return DeliveryOutcome(due, answer.status, answer.text)
