"""Makes our copy of an account what the card provider says now.

Nothing is taken from the events that it sends: each only says that something has changed, and then all of
the account is read. So it does not matter in which order they come, how often, or that some never come. A
look has a number from before it began; the copy is always that of the latest look.
"""

from typing import Any
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.billing.accounts.queries import ACCOUNT, SAVE_READING
from gatehouse.billing.plans.service import plan_of_price
from gatehouse.billing.provider.port import (
    AccountFact,
    CardFact,
    Cards,
    CardSubscriptionFact,
    InvoiceFact,
)
from gatehouse.billing.reading import queries
from gatehouse.billing.reading.events import (
    BillingStatusChanged,
    CardAdded,
    CardRemoved,
    InvoicePaid,
)
from gatehouse.billing.subscriptions.state import OVER
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.vendor.configuration.snapshot import Snapshot


async def read_again(db: Db, cards: Cards, configuration: Snapshot, tenant_id: UUID) -> None:
    """Leaves the transaction open that has written the copy. Raises `CardsUnavailable` or `CardsRefused`."""
    account = await ACCOUNT.first(db, tenant_id)
    if account is None or account.customer is None:
        return
    number = await queries.NEXT_READING.one(db)
    await db.pause()
    fact = await cards.account(account.customer)
    default = _to_charge(fact)
    if default is not None and default != fact.default_method:
        await cards.make_default(account.customer, default)
    await _store_fact(db, configuration, tenant_id, number, fact, default)


def _to_charge(fact: AccountFact) -> str | None:
    """The card to charge: the default one while a subscription uses it, else the card that was added last."""
    if not fact.methods:
        return None
    if fact.default_method in [one.id for one in fact.methods] and any(
        one.status not in OVER for one in fact.subscriptions
    ):
        return fact.default_method
    return max(fact.methods, key=lambda one: one.created_at).id


async def _store_fact(
    db: Db,
    configuration: Snapshot,
    tenant_id: UUID,
    number: int,
    fact: AccountFact,
    default: str | None,
) -> None:
    if await SAVE_READING.first(db, tenant_id, number, clock.now(), default) is None:
        return
    known = await queries.KNOWN_STATUSES.one(db, tenant_id)
    for subscription in fact.subscriptions:
        await _keep_subscription(db, configuration, tenant_id, subscription, known)
    for method in fact.methods:
        await _keep_method(db, tenant_id, method, known)
    held = [one.id for one in fact.methods]
    for last4 in await queries.FORGET_METHODS.all(db, tenant_id, held):
        await announce_event(db, CardRemoved(tenant_id, last4), by=SYSTEM)
    for invoice in fact.invoices:
        await _keep_invoice(db, tenant_id, invoice, known)


async def _keep_subscription(
    db: Db,
    configuration: Snapshot,
    tenant_id: UUID,
    fact: CardSubscriptionFact,
    known: dict[str, Any],
) -> None:
    plan = plan_of_price(configuration, fact.price)
    await queries.KEEP_SUBSCRIPTION.run(
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


async def _keep_method(db: Db, tenant_id: UUID, fact: CardFact, known: dict[str, Any]) -> None:
    address = {name: getattr(fact.address, name) for name in fact.address.__slots__}
    await queries.KEEP_METHOD.run(
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


async def _keep_invoice(db: Db, tenant_id: UUID, fact: InvoiceFact, known: dict[str, Any]) -> None:
    await queries.KEEP_INVOICE.run(
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
