"""What time brings: trials that end, renewals, repeated attempts, ends; late deliveries."""

from collections.abc import Awaitable, Callable

from gatehouse.kit import clock
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse_simulators.cards.ids import moment, unix
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.simulator import CardSimulator
from gatehouse_simulators.cards.store import queries
from gatehouse_simulators.cards.store.models import Entity
from gatehouse_simulators.cards.subscriptions import collection, ending, pending
from gatehouse_simulators.cards.subscriptions.build import agenda, period_of, save
from gatehouse_simulators.cards.subscriptions.cancel import start_period
from gatehouse_simulators.cards.webhooks.deliver import deliver_overdue
from gatehouse_simulators.cards.webhooks.service import emit

MOST_STEPS = 20_000  # of all subscriptions in one run; the next goes on


@scheduled("simulated_cards.tick", "* * * * *")
async def tick(context: JobContext) -> None:
    await run_due(context.resources[CardSimulator])


async def run_due(simulator: CardSimulator) -> None:
    """Do everything whose time has come, each thing in a transaction, the earliest first."""
    for _ in range(MOST_STEPS):
        async with simulator.transaction() as db:
            subscription = await queries.DUE_SUBSCRIPTIONS.first(db, unix(clock.now()))
            if subscription is None:
                break
            at, what = agenda(subscription.body, subscription.private)[0]
            await STEPS[what](Ledger(db, moment(at)), subscription)
    async with simulator.transaction() as db:
        await deliver_overdue(db)


async def _warn(ledger: Ledger, subscription: Entity) -> None:
    await save(ledger, subscription, private={"warned": True})
    await emit(ledger, "customer.subscription.trial_will_end", subscription.body)


async def _end_trial(ledger: Ledger, subscription: Entity) -> None:
    """The first paid period, or what was settled for a trial without a card."""
    body = subscription.body
    without_card = await collection.method_of(ledger, body) is None
    behavior = body["trial_settings"]["end_behavior"]["missing_payment_method"]
    if without_card and behavior == "cancel":
        await ending.end(ledger, subscription, "cancellation_requested")
    elif without_card and behavior == "pause":
        await save(ledger, subscription, status="paused")
        await emit(ledger, "customer.subscription.paused", {**body, "status": "paused"})
    else:
        end = body["trial_end"]
        await start_period(ledger, subscription, end, end, "subscription_cycle")


async def _renew(ledger: Ledger, subscription: Entity) -> None:
    anchor = subscription.body["billing_cycle_anchor"]
    starts = period_of(subscription.body)[1]
    await start_period(ledger, subscription, anchor, starts, "subscription_cycle")


async def _cancel(ledger: Ledger, subscription: Entity) -> None:
    await ending.end(ledger, subscription, "cancellation_requested")


Step = Callable[[Ledger, Entity], Awaitable[object]]

STEPS: dict[str, Step] = {
    "warn": _warn,
    "expire": ending.expire,
    "drop_pending": pending.drop_pending,
    "cancel": _cancel,
    "end_trial": _end_trial,
    "retry": collection.retry,
    "renew": _renew,
}
