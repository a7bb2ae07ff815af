"""Reads billing accounts at the card provider, after an event or when one is overdue."""

from contextlib import suppress
from datetime import timedelta
from uuid import UUID

from gatehouse.billing.accounts import queries as accounts
from gatehouse.billing.provider.errors import CardsRefused
from gatehouse.billing.provider.port import CardsChoice
from gatehouse.billing.reading import queries
from gatehouse.billing.reading.service import read_again
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.vendor.current import configuration_of

# Longer than a look takes; where it ended without a word, the event is left, and read again.
TAKEN_FOR = timedelta(minutes=1)
LEFT_AFTER = timedelta(minutes=2)
LEFT_UNTIL = timedelta(days=3)

# Longer than the provider repeats an event.
OLD_EVENTS = Purge(
    "billing_events", timedelta(days=30), queries.FORGET_EVENTS, queries.OLDEST_EVENT
)


@job("billing.apply_event")
async def apply_event(context: JobContext, event_id: str) -> None:
    """Read the billing account of one event, which covers all pending events of that account. The events are
    claimed before the provider is read, so the read includes what they report."""
    if context.resources[CardsChoice].cards is None:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        customer = await queries.EVENT_CUSTOMER.first(db, event_id)
        if customer is None:
            return
        account = await accounts.OF_CUSTOMER.first(db, customer)
        if account is None:
            await queries.APPLIED.run(db, [event_id], now, "of no account")
            return
        taken = await queries.TAKE_EVENTS.all(db, customer, now, now + TAKEN_FOR)
    if event_id not in taken:
        return
    try:
        await read_account(context, str(account.tenant_id))
    except Exception:
        async with context.database.transaction(Scope.system()) as db:
            await queries.GIVE_BACK.run(db, taken)
        raise
    async with context.database.transaction(Scope.system()) as db:
        await queries.APPLIED.run(db, taken, clock.now(), "read")


@job("billing.read_account")
async def read_account(context: JobContext, tenant_id: str) -> None:
    """Read the account at the provider without an event, in case one was lost."""
    cards = context.resources[CardsChoice].cards
    if cards is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        await read_again(db, cards, configuration_of(context.resources), UUID(tenant_id))


@scheduled_job("billing.heal", "*/2 * * * *")
async def reconcile_billing(context: JobContext) -> None:
    """Events that were left, payments that may be under way, periods that ended without news."""
    if context.resources[CardsChoice].cards is None:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        for event_id in await queries.LEFT_EVENTS.all(db, now - LEFT_UNTIL, now - LEFT_AFTER):
            await enqueue_event(db, event_id)
        for tenant_id in await queries.TO_READ.all(db, now):
            await enqueue(
                db, "billing.read_account", once=f"billing {tenant_id}", tenant_id=tenant_id
            )


@job("billing.end_subscription")
async def end_subscription(context: JobContext, tenant_id: str, external_id: str) -> None:
    """End the subscription of a deleted tenant, unless the tenant was restored meanwhile."""
    cards = context.resources[CardsChoice].cards
    if cards is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        if not await queries.IS_DELETED.one(db, UUID(tenant_id)):
            return
    with suppress(CardsRefused):  # it has ended there
        await cards.end(external_id)
    async with context.database.transaction(Scope.system()) as db:
        await read_again(db, cards, configuration_of(context.resources), UUID(tenant_id))


@scheduled_job("billing.end_left_open", "7 * * * *")
async def end_left_open(context: JobContext) -> None:
    """Subscriptions of accounts that were deleted."""
    async with context.database.transaction(Scope.system()) as db:
        for left in await queries.LEFT_OPEN.all(db):
            await enqueue(
                db,
                "billing.end_subscription",
                once=f"billing end {left.external_id}",
                tenant_id=left.tenant_id,
                external_id=left.external_id,
            )


@scheduled_job("billing.forget", "37 3 * * *")
async def delete_expired_billing_events(context: JobContext) -> None:
    """Delete what the provider said long ago."""
    await OLD_EVENTS.run(context)


async def enqueue_event(db: Db, event_id: str) -> None:
    await enqueue(db, "billing.apply_event", once=f"billing event {event_id}", event_id=event_id)
