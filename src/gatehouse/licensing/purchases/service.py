"""Settles what the provider reports: once, in any order, for the organization that paid."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.conversion import link_license
from gatehouse.licensing.purchases.doubt import Doubt
from gatehouse.licensing.purchases.models import Buyer, License
from gatehouse.licensing.purchases.news import announce_purchase, announce_update
from gatehouse.licensing.purchases.state import (
    BillingState,
    seat_lines,
    state_of_purchase,
    state_of_subscription,
)
from gatehouse.providers.payments.port import (
    CustomerFact,
    Fact,
    SubscriptionFact,
    TransactionFact,
)

PURCHASE_ORIGINS = {"web", "api"}

UNKNOWN_CUSTOMER = "the customer belongs to no organization"
NOT_FOR_SALE = "the price is not for sale here"
REPLACED = "the subscription was replaced"
UNREADABLE = "the subscription has no recurring items"
STALE = "newer facts are known"
APPLIED = "applied"
RECORDED = "recorded"
IGNORED = "of no consequence"


@dataclass(frozen=True, slots=True)
class Terms:
    """`grace`: how long a license works without payment. `certain`: the provider was asked already, so
    what is still unclear is decided without it."""

    price_ids: tuple[str, ...]
    grace: timedelta
    certain: bool = False


async def settle(db: Db, terms: Terms, fact: Fact | None, occurred_at: datetime) -> str:
    """Apply one fact; says what came of it. `Doubt` when the provider has to be asked first."""
    match fact:
        case SubscriptionFact():
            return await settle_subscription(db, terms, fact, occurred_at)
        case TransactionFact():
            return await _settle_transaction(db, terms, fact, occurred_at)
        case CustomerFact():
            return await _settle_customer(db, fact)
    return IGNORED


async def settle_subscription(
    db: Db, terms: Terms, fact: SubscriptionFact, occurred_at: datetime
) -> str:
    buyer = await queries.BUYER.first(db, fact.customer_id)
    if buyer is None:
        return UNKNOWN_CUSTOMER
    link = await queries.LINK.first(db, buyer.tenant_id, fact.id)
    if link and link.replaced_at:
        return REPLACED
    if link:
        return await _update(db, terms, buyer, link.license_id, fact, occurred_at)
    lines = seat_lines(fact.lines, terms.price_ids)
    if not lines:
        return NOT_FOR_SALE
    state = state_of_subscription(fact, lines, terms.grace)
    bought = await link_license(db, buyer, fact.id, fact.custom_data, certain=terms.certain)
    await _apply(db, buyer, bought, state, fact.updated_at, occurred_at)
    if fact.transaction_id:
        await queries.SET_TRANSACTION.run(db, buyer.tenant_id, bought.id, fact.transaction_id)
    await announce_purchase(db, buyer, bought, state)
    return APPLIED


async def _update(
    db: Db,
    terms: Terms,
    buyer: Buyer,
    license_id: UUID,
    fact: SubscriptionFact,
    occurred_at: datetime,
) -> str:
    """The license of a known subscription. A price that is no longer for sale keeps its seats."""
    known = await queries.LICENSE.one(db, buyer.tenant_id, license_id)
    lines = seat_lines(fact.lines, terms.price_ids) or fact.lines
    if not lines:
        return UNREADABLE
    state = state_of_subscription(fact, lines, terms.grace)
    applied = (known.provider_updated_at, known.provider_occurred_at)
    if applied == (fact.updated_at, occurred_at) and known.state != state and not terms.certain:
        raise Doubt(fact.id)
    if not _is_newer(known, fact, occurred_at):
        return STALE
    await _apply(db, buyer, known, state, fact.updated_at, occurred_at)
    if known.state != state:
        await announce_update(db, buyer, known, state)
    return APPLIED


def _is_newer(known: License, fact: SubscriptionFact, occurred_at: datetime) -> bool:
    if known.provider_updated_at is None or known.provider_occurred_at is None:
        return True
    applied = (known.provider_updated_at, known.provider_occurred_at)
    return (fact.updated_at, occurred_at) > applied


async def _apply(
    db: Db,
    buyer: Buyer,
    target: License,
    state: BillingState,
    updated_at: datetime | None,
    occurred_at: datetime | None,
) -> None:
    await queries.APPLY_STATE.run(
        db,
        buyer.tenant_id,
        target.id,
        state.status,
        state.status_at,
        state.seats,
        state.price_id,
        state.cycle,
        state.next_payment_at,
        state.deactivation_at,
        state.is_past_due,
        state.valid_to,
        updated_at,
        occurred_at,
        clock.now(),
    )


async def _settle_transaction(
    db: Db, terms: Terms, fact: TransactionFact, occurred_at: datetime
) -> str:
    buyer = await queries.BUYER.first(db, fact.customer_id) if fact.customer_id else None
    if buyer is None:
        return UNKNOWN_CUSTOMER
    await queries.KEEP_TRANSACTION.run(
        db,
        fact.id,
        buyer.tenant_id,
        buyer.id,
        fact.subscription_id,
        fact.status,
        fact.origin,
        fact.invoice_number,
        fact.currency_code,
        fact.total,
        fact.billed_at,
        fact.updated_at,
        occurred_at,
    )
    if fact.status == "past_due":
        # Its subscription should report the same; if that is lost, the provider is asked.
        await queries.SUSPECT_BUYER.run(db, buyer.id, clock.now())
    if not (fact.subscription_id and fact.status == "completed"):
        return RECORDED
    if fact.origin not in PURCHASE_ORIGINS:
        return RECORDED
    return await _settle_purchase(db, terms, buyer, fact, fact.subscription_id)


async def _settle_purchase(
    db: Db, terms: Terms, buyer: Buyer, fact: TransactionFact, subscription_id: str
) -> str:
    """The first payment of a subscription. It makes the license when the subscription's own news has not
    come yet, and that news then overrules what the payment could only guess."""
    link = await queries.LINK.first(db, buyer.tenant_id, subscription_id)
    if link and link.replaced_at:
        return REPLACED
    if link:
        await queries.SET_TRANSACTION.run(db, buyer.tenant_id, link.license_id, fact.id)
        return APPLIED
    lines = seat_lines(fact.lines, terms.price_ids)
    if not lines:
        return NOT_FOR_SALE
    state = state_of_purchase(fact, lines)
    bought = await link_license(db, buyer, subscription_id, fact.custom_data, certain=terms.certain)
    await _apply(db, buyer, bought, state, None, None)
    await queries.SET_TRANSACTION.run(db, buyer.tenant_id, bought.id, fact.id)
    await queries.SUSPECT_BUYER.run(db, buyer.id, clock.now())
    await announce_purchase(db, buyer, bought, state)
    return APPLIED


async def _settle_customer(db: Db, fact: CustomerFact) -> str:
    changed = await queries.SET_BILLING_EMAIL.first(
        db, fact.id, fact.email.lower(), fact.updated_at
    )
    return APPLIED if changed else IGNORED
