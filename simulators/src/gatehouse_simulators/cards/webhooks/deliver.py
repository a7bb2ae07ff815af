"""Delivers events to the receiver, with the faults that switches ask for."""

from dataclasses import dataclass
from datetime import timedelta

import httpx
import orjson

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.cards.store.models import EventDelivery
from gatehouse_simulators.cards.switches import SWITCHES
from gatehouse_simulators.cards.webhooks import queries
from gatehouse_simulators.cards.webhooks.service import DELIVER
from gatehouse_simulators.cards.webhooks.signature import sign_body
from gatehouse_simulators.shared.origin import own_origin

# Three repetitions within a few hours, as in test mode. They leave with the first run of the clockwork
# after their time, so that moving the clock moves them too.
RETRY_AFTER = [timedelta(minutes=1), timedelta(minutes=30), timedelta(hours=2)]
FORMER_SECRET = "whsec_FormerSecretOfTheEndpoint00000"  # noqa: S105


@dataclass(frozen=True, slots=True)
class WebhookFaults:
    """The faults of one delivery attempt."""

    copies: int
    age: timedelta
    secrets: tuple[str, ...]


@job(DELIVER, max_attempts=5)
async def deliver_event(context: JobContext, event_id: str) -> None:
    """Post the event if it is due."""
    simulator = context.resources[CardSimulator]
    async with simulator.transaction() as db:
        due = await queries.DUE.first(db, event_id, clock.now())
        plan = await _plan_delivery(db, due, simulator.secrets.webhook_secret) if due else None
    if due and plan:
        await _send_attempt(simulator, due, plan)


async def _plan_delivery(db: Db, due: EventDelivery, secret: str) -> WebhookFaults | None:
    """The faults of this attempt, or None when the event is not sent now."""
    on = await SWITCHES.take_group(db, "webhook")
    if "webhook.drop" in on:
        await queries.DROP.run(db, due.id)
    elif "webhook.reorder" in on:
        await queries.HOLD.run(db, due.id)
    elif "webhook.delay" in on:
        wait = timedelta(seconds=int(on["webhook.delay"] or 60))
        await queries.POSTPONE.run(db, due.id, clock.now() + wait)
    else:
        return _build_faults(secret, on)
    return None


def _build_faults(secret: str, on: dict[str, str]) -> WebhookFaults:
    age = timedelta()
    secrets: tuple[str, ...] = (secret,)
    if "webhook.old_timestamp" in on:
        age = timedelta(seconds=int(on["webhook.old_timestamp"] or 600))
    if "webhook.wrong_signature" in on:
        secrets = (FORMER_SECRET,)
    elif "webhook.rotated_secret" in on:
        secrets = (FORMER_SECRET, secret)
    return WebhookFaults(2 if "webhook.duplicate" in on else 1, age, secrets)


async def _send_attempt(simulator: CardSimulator, due: EventDelivery, plan: WebhookFaults) -> None:
    body = orjson.dumps(due.body)
    for _ in range(plan.copies):
        code = await _post_event(simulator, body, plan)
    async with simulator.transaction() as db:
        await _record_attempt(db, due, code)


async def _post_event(simulator: CardSimulator, body: bytes, plan: WebhookFaults) -> int | None:
    headers = {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        "Stripe-Signature": sign_body(body, clock.now() - plan.age, *plan.secrets),
    }
    url = own_origin(simulator.deployment) + fixtures.WEBHOOK_PATH
    try:
        answer = await simulator.http.post(url, content=body, headers=headers)
    except httpx.HTTPError:
        return None
    return answer.status_code


async def _record_attempt(db: Db, due: EventDelivery, code: int | None) -> None:
    """Store the receiver's status, not its response."""
    arrived = code is not None and 200 <= code < 300
    left = RETRY_AFTER[due.times_attempted :]
    status = "delivered" if arrived else "needs_retry" if left else "failed"
    again = clock.now() + left[0] if left and not arrived else None
    await queries.RECORD.run(db, due.id, status, again, code)
    if arrived:
        for event_id in await queries.RELEASE_HELD.all(db, due.id):
            await enqueue(db, DELIVER, event_id=event_id)


async def deliver_overdue(db: Db) -> None:
    """Send events whose retry is due."""
    for event_id in await queries.OVERDUE.all(db, clock.now()):
        await enqueue(db, DELIVER, once=f"{DELIVER}:{event_id}", event_id=event_id)
