"""Sending what a webhook is due: a few messages a run, outside any transaction.

One job at a time has the webhook, so that order is kept where it is configured, and a slow receiver keeps one
job busy and no request.
"""

import asyncio
from datetime import timedelta
from uuid import UUID

from gatehouse.connectivity.webhooks.delivery import queries
from gatehouse.connectivity.webhooks.delivery.models import (
    DeliveryOutcome,
    DeliveryTarget,
    DueDelivery,
)
from gatehouse.connectivity.webhooks.delivery.queue import start_webhook_delivery
from gatehouse.connectivity.webhooks.delivery.record import record_outcomes
from gatehouse.connectivity.webhooks.delivery.rules import REST, is_success
from gatehouse.connectivity.webhooks.owner import VENDOR, scope_of
from gatehouse.connectivity.webhooks.queries import PREVIOUS_SECRET, SECRET
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable
from gatehouse.kit.resources import Resources
from gatehouse.kit.webhook_signature import signed_headers

IN_ONE_RUN = 16
AT_ONCE = 4
# The vendor's hear of every account: as long a run, with more at once.
OF_VENDOR = 4
# Longer than a run takes when every answer comes at the last moment.
TAKEN_FOR = timedelta(minutes=4)
# What is due so soon is not left to the minute's look.
SOON = timedelta(seconds=5)


@job("webhooks.send", max_attempts=3)
async def send_due(context: JobContext, tenant_id: str, webhook_id: str) -> None:
    """One run. What is left is the next one's, which is started here."""
    tenant, webhook, now = UUID(tenant_id), UUID(webhook_id), clock.now()
    async with context.database.transaction(scope_of(tenant)) as db:
        target = await queries.TAKE.first(db, tenant, webhook, now, now + TAKEN_FOR)
        if target is None:
            return
        wanted = queries.IN_ORDER if target.is_ordered else queries.DUE
        wide = OF_VENDOR if tenant == VENDOR and not target.is_ordered else 1
        due = await wanted.all(db, tenant, webhook, now, IN_ONE_RUN * wide)
    at_once = 1 if target.is_ordered else AT_ONCE * wide
    outcomes, is_resting = await _send_all(context.resources, target, due, at_once)
    rest_until = clock.now() + REST if is_resting else None
    async with context.database.transaction(scope_of(tenant)) as db:
        due_at = await record_outcomes(db, context.resources, tenant, target, outcomes, rest_until)
        wait = due_at - clock.now() if due_at else None
        if wait is not None and wait <= SOON:
            await start_webhook_delivery(db, tenant, webhook, after=max(wait, timedelta()))


async def _send_all(
    resources: Resources, target: DeliveryTarget, due: list[DueDelivery], at_once: int
) -> tuple[list[DeliveryOutcome], bool]:
    """What came of those that were sent, and whether nothing of the last was taken."""
    outcomes: list[DeliveryOutcome] = []
    for place in range(0, len(due), at_once):
        sent = [_send_webhook(resources, target, one) for one in due[place : place + at_once]]
        answered = await asyncio.gather(*sent)
        outcomes += answered
        if not any(is_success(outcome.status) for outcome in answered):
            return outcomes, True
    return outcomes, False


async def _send_webhook(
    resources: Resources, target: DeliveryTarget, due: DueDelivery
) -> DeliveryOutcome:
    secret, previous, box = None, None, resources[Box]
    if target.sealed_secret is not None:
        secret = SECRET.open(box, target.id, target.sealed_secret).decode()
    if target.sealed_previous_secret is not None:
        previous = PREVIOUS_SECRET.open(box, target.id, target.sealed_previous_secret).decode()
    body = await resources[ExternalIds].in_json(due.body.encode())
    headers = signed_headers(secret, str(due.event_id), clock.now(), body, previous=previous)
    try:
        answer = await resources[Outbound].post(target.url, body, headers)
    except (AddressRefused, Unreachable) as error:
        return DeliveryOutcome(due, None, str(error))
    return DeliveryOutcome(due, answer.status, answer.text)
