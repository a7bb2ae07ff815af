"""Reads an account at the card provider and stores what it says, after an event and periodically."""

from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.billing import queries, reading_queries
from gatehouse.billing.errors import CardsRefused
from gatehouse.billing.events import BillingStatusChanged, CardAdded, CardRemoved, InvoicePaid
from gatehouse.billing.plans import find_plan_by_price
from gatehouse.billing.provider.port import (
    AccountFact,
    CardFact,
    Cards,
    CardsChoice,
    CardSubscriptionFact,
    EventFact,
    InvoiceFact,
)
from gatehouse.billing.queries import ACCOUNT, SAVE_READING
from gatehouse.billing.reading_queries import ADD_EVENT
from gatehouse.billing.states import OVER
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.current import configuration_of


async def refresh_account(db: Db, cards: Cards, configuration: Snapshot, tenant_id: UUID) -> None:
    """Leaves the transaction open that has written the copy. Raises `CardsUnavailable` or `CardsRefused`."""
    account = await ACCOUNT.first(db, tenant_id)
    if account is None or account.customer is None:
        return
    number = await reading_queries.NEXT_READING.one(db)
    await db.pause()
    fact = await cards.read_account(account.customer)
    default = _choose_charged_card(fact)
    if default is not None and default != fact.default_method:
        await cards.set_default_method(account.customer, default)
    await _store_account(db, configuration, tenant_id, number, fact, default)


def _choose_charged_card(fact: AccountFact) -> str | None:
    """The card to charge: the default one while a subscription uses it, else the card that was added last."""
    if not fact.methods:
        return None
    if fact.default_method in [one.id for one in fact.methods] and any(
        one.status not in OVER for one in fact.subscriptions
    ):
        return fact.default_method
    return max(fact.methods, key=lambda one: one.created_at).id


async def _store_account(
    db: Db,
    configuration: Snapshot,
    tenant_id: UUID,
    number: int,
    fact: AccountFact,
    default: str | None,
) -> None:
    if await SAVE_READING.first(db, tenant_id, number, clock.now(), default) is None:
        return
    known = await reading_queries.KNOWN_STATUSES.one(db, tenant_id)
    for subscription in fact.subscriptions:
        await _store_subscription(db, configuration, tenant_id, subscription, known)
    for method in fact.methods:
        await _store_method(db, tenant_id, method, known)
    held = [one.id for one in fact.methods]
    for last4 in await reading_queries.FORGET_METHODS.all(db, tenant_id, held):
        await announce_event(db, CardRemoved(tenant_id, last4), by=SYSTEM)
    for invoice in fact.invoices:
        await _store_invoice(db, tenant_id, invoice, known)


async def _store_subscription(
    db: Db,
    configuration: Snapshot,
    tenant_id: UUID,
    fact: CardSubscriptionFact,
    known: dict[str, Any],
) -> None:
    plan = find_plan_by_price(configuration, fact.price)
    await reading_queries.KEEP_SUBSCRIPTION.run(
        db,
        new_id(),
        tenant_id,
        fact.id,
        fact.item,
        fact.status,
        fact.price,
        plan.key if plan else None,
        fact.method,
        fact.latest_invoice,
        fact.started_at,
        fact.period_starts_at,
        fact.period_ends_at,
        fact.trial_ends_at,
        fact.cancels_at_period_end,
        fact.canceled_at,
        fact.ended_at,
        clock.now(),
    )
    former = known.get(fact.id)
    if former != fact.status:
        name = plan.name if plan else "a plan of before"
        event = BillingStatusChanged(tenant_id, fact.status, name, former)
        await announce_event(db, event, by=SYSTEM)


async def _store_method(db: Db, tenant_id: UUID, fact: CardFact, known: dict[str, Any]) -> None:
    address = {name: getattr(fact.address, name) for name in fact.address.__slots__}
    await reading_queries.KEEP_METHOD.run(
        db,
        new_id(),
        tenant_id,
        fact.id,
        fact.brand,
        fact.last4,
        fact.exp_month,
        fact.exp_year,
        fact.name,
        fact.email,
        {name: value for name, value in address.items() if value},
        fact.created_at,
    )
    if fact.id not in known:
        await announce_event(db, CardAdded(tenant_id, fact.brand, fact.last4), by=SYSTEM)


async def _store_invoice(db: Db, tenant_id: UUID, fact: InvoiceFact, known: dict[str, Any]) -> None:
    await reading_queries.KEEP_INVOICE.run(
        db,
        new_id(),
        tenant_id,
        fact.id,
        fact.subscription,
        fact.number,
        fact.receipt_number,
        fact.status,
        fact.currency,
        fact.total,
        fact.created_at,
        fact.paid_at,
        fact.covers_until,
    )
    if fact.status == "paid" and known.get(fact.id) != "paid" and fact.total > 0:
        event = InvoicePaid(tenant_id, fact.number or "", fact.total, fact.currency)
        await announce_event(db, event, by=SYSTEM)


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


@job("billing.read_account")
async def read_billing_account(context: JobContext, tenant_id: str) -> None:
    """Read the account at the provider without an event, in case one was lost."""
    cards = context.resources[CardsChoice].cards
    if cards is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        await refresh_account(db, cards, configuration_of(context.resources), UUID(tenant_id))


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


@job("billing.end_subscription")
async def end_subscription_of_deleted_tenant(
    context: JobContext, tenant_id: str, external_id: str
) -> None:
    """End the subscription of a deleted tenant, unless the tenant was restored meanwhile."""
    cards = context.resources[CardsChoice].cards
    if cards is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        if not await reading_queries.IS_DELETED.one(db, UUID(tenant_id)):
            return
    with suppress(CardsRefused):  # it has ended there
        await cards.end_subscription(external_id)
    async with context.database.transaction(Scope.system()) as db:
        await refresh_account(db, cards, configuration_of(context.resources), UUID(tenant_id))


@scheduled_job("billing.end_left_open", "7 * * * *")
async def end_subscriptions_of_deleted_tenants(context: JobContext) -> None:
    """Subscriptions of accounts that were deleted."""
    async with context.database.transaction(Scope.system()) as db:
        for left in await reading_queries.LEFT_OPEN.all(db):
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


async def enqueue_card_event(db: Db, event_id: str) -> None:
    await enqueue(db, "billing.apply_event", once=f"billing event {event_id}", event_id=event_id)


async def store_card_event(db: Db, event: EventFact) -> None:
    """A second delivery, even at the same moment, changes nothing."""
    first = await ADD_EVENT.first(db, event.id, event.type, event.customer, clock.now())
    if first:
        await enqueue_card_event(db, event.id)
