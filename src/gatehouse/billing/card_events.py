"""Events of the card provider. An event is stored once, at its first delivery; a job then reads the account
of its customer (`reading.py`). What the event says is not applied, so the order of events does not matter.
"""

from datetime import timedelta

from gatehouse.billing import queries, reading_queries
from gatehouse.billing.provider.port import CardsChoice, EventFact
from gatehouse.billing.reading import read_billing_account
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.purge import Purge

# Longer than a look takes; where it ended without a word, the event is left, and read again.
TAKEN_FOR = timedelta(minutes=1)
LEFT_AFTER = timedelta(minutes=2)
LEFT_UNTIL = timedelta(days=3)

# Longer than the provider repeats an event.
OLD_EVENTS = Purge(
    "billing_events",
    timedelta(days=30),
    reading_queries.FORGET_EVENTS,
    reading_queries.OLDEST_EVENT,
)


async def store_card_event(db: Db, event: EventFact) -> None:
    """A second delivery, even at the same moment, changes nothing."""
    first = await reading_queries.ADD_EVENT.first(
        db, event.id, event.type, event.customer, clock.now()
    )
    if first:
        await enqueue_card_event(db, event.id)


async def enqueue_card_event(db: Db, event_id: str) -> None:
    await enqueue(db, "billing.apply_event", once=f"billing event {event_id}", event_id=event_id)


@job("billing.apply_event")
async def apply_card_event(context: JobContext, event_id: str) -> None:
    """Read the billing account of one event, which covers all pending events of that account. The events are
    claimed before the provider is read, so the read includes what they report."""
    if context.resources[CardsChoice].cards is None:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        customer = await reading_queries.EVENT_CUSTOMER.first(db, event_id)
        if customer is None:
            return
        account = await queries.ACCOUNT_OF_CUSTOMER.first(db, customer)
        if account is None:
            await reading_queries.APPLIED.run(db, [event_id], now, "of no account")
            return
        taken = await reading_queries.TAKE_EVENTS.all(db, customer, now, now + TAKEN_FOR)
    if event_id not in taken:
        return
    try:
        await read_billing_account(context, str(account.tenant_id))
    except Exception:
        async with context.database.transaction(Scope.system()) as db:
            await reading_queries.GIVE_BACK.run(db, taken)
        raise
    async with context.database.transaction(Scope.system()) as db:
        await reading_queries.APPLIED.run(db, taken, clock.now(), "read")


@scheduled_job("billing.heal", "*/2 * * * *")
async def reconcile_billing(context: JobContext) -> None:
    """Events that were left, payments that may be under way, periods that ended without news."""
    if context.resources[CardsChoice].cards is None:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        for event_id in await reading_queries.LEFT_EVENTS.all(
            db, now - LEFT_UNTIL, now - LEFT_AFTER
        ):
            await enqueue_card_event(db, event_id)
        for tenant_id in await reading_queries.TO_READ.all(db, now):
            await enqueue(
                db, "billing.read_account", once=f"billing {tenant_id}", tenant_id=tenant_id
            )


@scheduled_job("billing.forget", "37 3 * * *")
async def delete_expired_billing_events(context: JobContext) -> None:
    """Delete what the provider said long ago."""
    await OLD_EVENTS.run(context)
