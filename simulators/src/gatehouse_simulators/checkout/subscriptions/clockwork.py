"""Scheduled work: renewals, scheduled changes, payment retries, approved refunds, late deliveries."""

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse_simulators.checkout import adjustments
from gatehouse_simulators.checkout.ids import to_timestamp
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from gatehouse_simulators.checkout.store import queries
from gatehouse_simulators.checkout.store.models import Entity
from gatehouse_simulators.checkout.subscriptions import lifecycle, renewal
from gatehouse_simulators.checkout.webhooks.deliver import deliver_overdue

MOST_ROUNDS = 120  # a clock that was moved by ten years renews a monthly subscription this often


@scheduled_job("simulated_checkout.tick", "* * * * *")
async def run_scheduled(context: JobContext) -> None:
    await run_due(context.resources[CheckoutSimulator])


async def run_due(simulator: CheckoutSimulator) -> None:
    """Run everything that is due, one transaction each."""
    for _ in range(MOST_ROUNDS):
        async with simulator.transaction() as db:
            due = await queries.DUE_SUBSCRIPTIONS.all(db, to_timestamp(clock.now()))
            moved = [subscription for subscription in due if await _run_due_step(db, subscription)]
        if not moved:
            break
    async with simulator.transaction() as db:
        await adjustments.approve_due(db)
    async with simulator.transaction() as db:
        await deliver_overdue(db)


async def _run_due_step(db: Db, subscription: Entity) -> bool:
    """Run one step that is due for this subscription; False when nothing is due."""
    now, body = to_timestamp(clock.now()), subscription.body
    change = body["scheduled_change"]
    if change and change["effective_at"] <= now:
        await _make_scheduled_change(db, subscription, change["action"], change["resume_at"])
    elif body["status"] == "past_due" and (subscription.private.get("retry_at") or "~") <= now:
        await renewal.collect_again(db, subscription)
    elif body["status"] in ("active", "trialing") and (body["next_billed_at"] or "~") <= now:
        await renewal.renew_subscription(db, subscription)
    else:
        return False
    return True


async def _make_scheduled_change(
    db: Db, subscription: Entity, action: str, resume_at: str | None
) -> None:
    if action == "cancel":
        await lifecycle.end_subscription(db, subscription)
    elif action == "pause":
        await lifecycle.pause_now(db, subscription, resume_at)
    else:
        await renewal.renew_subscription(db, await lifecycle.resume_now(db, subscription))
