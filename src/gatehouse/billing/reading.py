"""Reads an account at the card provider and stores what it says."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.billing import reading_queries
from gatehouse.billing.errors import CardsRefused
from gatehouse.billing.events import BillingStatusChanged, CardAdded, CardRemoved, InvoicePaid
from gatehouse.billing.plans import find_plan_by_price
from gatehouse.billing.provider.port import (
    AccountFact,
    CardFact,
    Cards,
    CardsChoice,
    CardSubscriptionFact,
    InvoiceFact,
)
from gatehouse.billing.queries import ACCOUNT, SAVE_READING
from gatehouse.billing.states import OVER
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, enqueue, job, scheduled_job
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


@job("billing.read_account")
async def read_billing_account(context: JobContext, tenant_id: str) -> None:
    """Read the account at the provider without an event, in case one was lost."""
    cards = context.resources[CardsChoice].cards
    if cards is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        await refresh_account(db, cards, configuration_of(context.resources), UUID(tenant_id))


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
