"""The job that delivers an event. Each attempt is recorded; a failed one is retried later.

No transaction is open during the request, because the receiver may call the provider's API before it
responds.
"""

from dataclasses import dataclass
from datetime import timedelta

import httpx
import orjson

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse_simulators.checkout.ids import new_entity_id, to_timestamp
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from gatehouse_simulators.checkout.store.models import NotificationDelivery
from gatehouse_simulators.checkout.switches import SWITCHES
from gatehouse_simulators.checkout.webhooks import queries
from gatehouse_simulators.checkout.webhooks.service import DELIVER
from gatehouse_simulators.checkout.webhooks.signature import sign_body
from gatehouse_simulators.shared.origin import own_origin

# Three repetitions within a quarter of an hour, as the sandbox does it. They leave with the first run
# of the clockwork after their time, so that moving the clock moves them too.
RETRY_AFTER = [timedelta(seconds=10), timedelta(seconds=60), timedelta(minutes=10)]
FORMER_SECRET = "pdl_ntfset_01gatehouse000000000000000_FormerSecretOfTheDestination0000"  # noqa: S105


@dataclass(frozen=True, slots=True)
class NotificationFaults:
    """The faults of one delivery attempt."""

    copies: int = 1
    age: timedelta = timedelta()
    secrets: tuple[str, ...] = ()


@job(DELIVER, max_attempts=5)
async def deliver_event(context: JobContext, event_id: str) -> None:
    """Post the event to every destination for which it is due."""
    simulator = context.resources[CheckoutSimulator]
    async with simulator.transaction() as db:
        due = await queries.DUE.all(db, event_id, clock.now())
        plans = [(delivery, await _plan_delivery(db, delivery)) for delivery in due]
    for delivery, plan in plans:
        if plan is not None:
            await _send_attempt(simulator, delivery, plan)


async def _plan_delivery(db: Db, delivery: NotificationDelivery) -> NotificationFaults | None:
    """The faults of this attempt, or None when the notification is not sent now."""
    on = await SWITCHES.take_group(db, "webhook")
    if "webhook.drop" in on:
        await queries.DROP.run(db, delivery.id)
        return None
    if "webhook.reorder" in on:
        await queries.HOLD.run(db, delivery.id)
        return None
    if "webhook.delay" in on:
        wait = timedelta(seconds=int(on["webhook.delay"] or 60))
        await queries.POSTPONE.run(db, delivery.id, clock.now() + wait)
        return None
    return _build_faults(delivery, on)


def _build_faults(delivery: NotificationDelivery, on: dict[str, str]) -> NotificationFaults:
    age = timedelta()
    secrets: tuple[str, ...] = (delivery.secret,)
    if "webhook.old_timestamp" in on:
        age = timedelta(seconds=int(on["webhook.old_timestamp"] or 600))
    if "webhook.wrong_signature" in on:
        secrets = (FORMER_SECRET,)
    elif "webhook.rotated_secret" in on:
        secrets = (FORMER_SECRET, delivery.secret)
    return NotificationFaults(2 if "webhook.duplicate" in on else 1, age, secrets)


async def _send_attempt(
    simulator: CheckoutSimulator, delivery: NotificationDelivery, plan: NotificationFaults
) -> None:
    body = orjson.dumps(
        {
            "event_id": delivery.event_id,
            "event_type": delivery.event_type,
            "occurred_at": to_timestamp(delivery.occurred_at),
            "notification_id": delivery.id,
            "data": delivery.data,
        }
    )
    answer = await _post_event(simulator, delivery.url, body, plan)
    for _ in range(plan.copies - 1):
        await _post_event(simulator, delivery.url, body, plan)
    async with simulator.transaction() as db:
        await _record_attempt(db, delivery, answer)


async def _post_event(
    simulator: CheckoutSimulator, url: str, body: bytes, plan: NotificationFaults
) -> httpx.Response | str:
    if not url.startswith(f"{own_origin(simulator.deployment)}/"):
        return "Not sent: the simulator delivers to its own installation only"
    headers = {
        "content-type": "application/json",
        "user-agent": "Paddle",
        "paddle-version": "1",
        "Paddle-Signature": sign_body(body, clock.now() - plan.age, *plan.secrets),
    }
    try:
        return await simulator.http.post(url, content=body, headers=headers)
    except httpx.HTTPError as error:
        return type(error).__name__


async def _record_attempt(
    db: Db, delivery: NotificationDelivery, answer: httpx.Response | str
) -> None:
    now, retries = clock.now(), delivery.times_attempted
    arrived = not isinstance(answer, str) and 200 <= answer.status_code < 300
    again = None if arrived or retries >= len(RETRY_AFTER) else RETRY_AFTER[retries]
    status = "delivered" if arrived else "needs_retry" if again else "failed"
    # The receiver's response is not stored: users who may add a destination could read it.
    code, kind, text = (
        (0, None, answer)
        if isinstance(answer, str)
        else (answer.status_code, answer.headers.get("content-type"), "")
    )
    await queries.RECORD.run(
        db,
        delivery.id,
        now,
        status,
        now + again if again else None,
        new_entity_id("ntflog"),
        code,
        kind,
        text,
    )
    if arrived:
        for event_id in await queries.RELEASE_HELD.all(db, delivery.id):
            await enqueue(db, DELIVER, event_id=event_id)


async def deliver_overdue(db: Db) -> None:
    """Send notifications whose retry is due."""
    for event_id in await queries.OVERDUE_EVENTS.all(db, clock.now()):
        await enqueue(db, DELIVER, once=f"{DELIVER}:{event_id}", event_id=event_id)
