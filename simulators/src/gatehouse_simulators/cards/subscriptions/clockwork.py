"""Scheduled work: ended trials, renewals, payment retries, cancellations, late deliveries."""

from collections.abc import Awaitable, Callable

from gatehouse.kit import clock
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse_simulators.cards.ids import from_unix, to_unix
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.cards.store import queries
from gatehouse_simulators.cards.store.models import Entity
from gatehouse_simulators.cards.subscriptions import collection, ending, pending
from gatehouse_simulators.cards.subscriptions.build import (
    current_period,
    list_due_steps,
    save_subscription,
)
from gatehouse_simulators.cards.subscriptions.cancel import start_period
from gatehouse_simulators.cards.webhooks.deliver import deliver_overdue
from gatehouse_simulators.cards.webhooks.service import emit_event

MOST_STEPS = 20_000  # of all subscriptions in one run; the next goes on


@scheduled_job("simulated_cards.tick", "* * * * *")
async def run_scheduled(context: JobContext) -> None:
    await run_due(context.resources[CardSimulator])


async def run_due(simulator: CardSimulator) -> None:
    """Run every step that is due, earliest first, each in its own transaction."""
    for _ in range(MOST_STEPS):
        async with simulator.transaction() as db:
            subscription = await queries.DUE_SUBSCRIPTIONS.first(db, to_unix(clock.now()))
            if subscription is None:
                break
            at, what = list_due_steps(subscription.body, subscription.private)[0]
            await STEPS[what](Ledger(db, from_unix(at)), subscription)
    async with simulator.transaction() as db:
        await deliver_overdue(db)


async def _warn_of_trial_end(ledger: Ledger, subscription: Entity) -> None:
    await save_subscription(ledger, subscription, private={"warned": True})
    await emit_event(ledger, "customer.subscription.trial_will_end", subscription.body)


async def _end_trial(ledger: Ledger, subscription: Entity) -> None:
    """Start the first paid period, or apply `trial_settings` when there is no card."""
    body = subscription.body
    without_card = await collection.find_payment_method(ledger, body) is None
    behavior = body["trial_settings"]["end_behavior"]["missing_payment_method"]
    if without_card and behavior == "cancel":
        await ending.end_subscription(ledger, subscription, "cancellation_requested")
    elif without_card and behavior == "pause":
        await save_subscription(ledger, subscription, status="paused")
        await emit_event(ledger, "customer.subscription.paused", {**body, "status": "paused"})
    else:
        end = body["trial_end"]
        await start_period(ledger, subscription, end, end, "subscription_cycle")


async def _renew(ledger: Ledger, subscription: Entity) -> None:
    anchor = subscription.body["billing_cycle_anchor"]
    starts = current_period(subscription.body)[1]
    await start_period(ledger, subscription, anchor, starts, "subscription_cycle")


async def _cancel(ledger: Ledger, subscription: Entity) -> None:
    await ending.end_subscription(ledger, subscription, "cancellation_requested")


Step = Callable[[Ledger, Entity], Awaitable[object]]

STEPS: dict[str, Step] = {
    "warn": _warn_of_trial_end,
    "expire": ending.expire_subscription,
    "drop_pending": pending.drop_pending,
    "cancel": _cancel,
    "end_trial": _end_trial,
    "retry": collection.retry_collection,
    "renew": _renew,
}
