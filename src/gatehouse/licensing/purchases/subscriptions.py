"""What a subscription reports: the first report makes or converts a license, later ones change it."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.apply import apply_state
from gatehouse.licensing.purchases.conversion import link_license
from gatehouse.licensing.purchases.doubt import Doubt
from gatehouse.licensing.purchases.models import Buyer, License
from gatehouse.licensing.purchases.news import announce_purchase, announce_update
from gatehouse.licensing.purchases.outcomes import (
    APPLIED,
    NOT_FOR_SALE,
    REPLACED,
    STALE,
    UNKNOWN_CUSTOMER,
    UNREADABLE,
)
from gatehouse.licensing.purchases.state import PAST_DUE, seat_lines, state_of_subscription
from gatehouse.licensing.purchases.terms import Terms
from gatehouse.providers.payments.port import SubscriptionFact

# Later than that news does not usually come.
LATE = timedelta(minutes=10)


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
    bought = await link_license(db, buyer, fact.id, fact.custom_data, terms)
    await _remember(db, buyer, bought.id, fact, occurred_at)
    await apply_state(db, buyer, bought, state, fact.updated_at, occurred_at)
    if fact.transaction_id:
        await queries.SET_TRANSACTION.run(db, buyer.tenant_id, bought.id, fact.transaction_id)
    await announce_purchase(db, buyer, bought, state)
    if fact.updated_at < clock.now() - LATE:
        # More may have happened since, and its news was before or is lost: the provider is asked.
        await queries.SUSPECT_BUYER.run(db, buyer.id, clock.now())
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
    unpaid_since = await _remember(db, buyer, license_id, fact, occurred_at)
    state = state_of_subscription(fact, lines, terms.grace, unpaid_since)
    applied = (known.provider_updated_at, known.provider_occurred_at)
    if applied == (fact.updated_at, occurred_at) and known.state != state and not terms.certain:
        raise Doubt(fact.id)
    if not _is_newer(known, fact, occurred_at):
        return await _correct(db, terms, buyer, known, unpaid_since)
    await apply_state(db, buyer, known, state, fact.updated_at, occurred_at)
    if known.state != state:
        await announce_update(db, buyer, known, state)
    return APPLIED


async def _remember(
    db: Db, buyer: Buyer, license_id: UUID, fact: SubscriptionFact, occurred_at: datetime
) -> datetime | None:
    """Keep what the fact says besides the state; since when a payment is missing, by all known facts."""
    if fact.discount_id:
        await queries.KEEP_DISCOUNT.run(
            db, buyer.tenant_id, license_id, fact.discount_id, clock.now()
        )
    await queries.KEEP_FACT.run(
        db, buyer.tenant_id, fact.id, fact.updated_at, occurred_at, fact.status
    )
    return await queries.UNPAID_SINCE.first(db, buyer.tenant_id, fact.id)


async def _correct(
    db: Db, terms: Terms, buyer: Buyer, known: License, unpaid_since: datetime | None
) -> str:
    """An older fact changes nothing, but it may tell since when a payment is missing."""
    if known.billing_status != PAST_DUE or unpaid_since in (None, known.status_at):
        return STALE
    state = replace(known.state, status_at=unpaid_since, valid_to=unpaid_since + terms.grace)
    await apply_state(
        db, buyer, known, state, known.provider_updated_at, known.provider_occurred_at
    )
    return APPLIED


def _is_newer(known: License, fact: SubscriptionFact, occurred_at: datetime) -> bool:
    if known.provider_updated_at is None or known.provider_occurred_at is None:
        return True
    applied = (known.provider_updated_at, known.provider_occurred_at)
    return (fact.updated_at, occurred_at) > applied
