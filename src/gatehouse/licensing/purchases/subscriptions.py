"""What a subscription reports: the first report makes or converts a license, later ones change it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.events import LicenseMovedHere, LicensePurchased, LicenseReceived
from gatehouse.licensing.licenses.subscription_queries import SET_TRANSACTION
from gatehouse.licensing.organizations.queries import NOTE_CHECKOUT
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.conversion import link_subscription_to_license
from gatehouse.licensing.purchases.models import Buyer, PurchasedLicense
from gatehouse.licensing.purchases.settlement import (
    APPLIED,
    MOVED_AWAY,
    NOT_FOR_SALE,
    REPLACED,
    STALE,
    UNKNOWN_CUSTOMER,
    UNREADABLE,
    ProviderReadRequired,
    SettlementContext,
    announce_license_update,
    apply_billing_state,
)
from gatehouse.licensing.purchases.state import (
    PAST_DUE,
    build_subscription_state,
    select_seat_lines,
)
from gatehouse.licensing.purchases.transfers import (
    TransferParties,
    end_former_license,
    lock_parties,
    unlink_former_license,
)
from gatehouse.providers.payments.port import SubscriptionFact, SubscriptionLine

# Later than that news does not usually come.
LATE = timedelta(minutes=10)


async def settle_subscription(
    db: Db, terms: SettlementContext, fact: SubscriptionFact, occurred_at: datetime
) -> str:
    parties = await lock_parties(db, fact.customer_id, fact.id)
    buyer, link = parties.buyer, parties.link
    if parties.differ:
        return await _settle_transferred_subscription(db, terms, parties, fact, occurred_at)
    if buyer is None:
        return UNKNOWN_CUSTOMER
    if link and link.replaced_at:
        return REPLACED
    if link:
        return await _update_license(db, terms, buyer, link.license_id, fact, occurred_at)
    lines = select_seat_lines(fact.lines, terms.price_ids)
    if not lines:
        return NOT_FOR_SALE
    return await _settle_new_license(db, terms, buyer, fact, lines, occurred_at, LicensePurchased)


async def _settle_transferred_subscription(
    db: Db,
    terms: SettlementContext,
    parties: TransferParties,
    fact: SubscriptionFact,
    occurred_at: datetime,
) -> str:
    """The provider bills another customer now: the license of the former one ends, the new one gets one. A
    price that is no longer for sale keeps its seats."""
    if not await end_former_license(db, parties, fact, occurred_at):
        return REPLACED
    buyer, holder, link = parties.buyer, parties.holder, parties.link
    if buyer is None or holder is None or link is None:
        return MOVED_AWAY
    lines = select_seat_lines(fact.lines, terms.price_ids) or fact.lines
    if not lines:
        return UNREADABLE
    unpaid_since = await unlink_former_license(db, holder, link, fact.id)
    kind = LicenseMovedHere
    return await _settle_new_license(db, terms, buyer, fact, lines, occurred_at, kind, unpaid_since)


async def _settle_new_license(
    db: Db,
    terms: SettlementContext,
    buyer: Buyer,
    fact: SubscriptionFact,
    lines: Sequence[SubscriptionLine],
    occurred_at: datetime,
    kind: type[LicenseReceived],
    unpaid_since: datetime | None = None,
) -> str:
    """Add the license of a subscription that pays none of the buyer's yet. `unpaid_since`: as its facts about
    another customer said."""
    added = await link_subscription_to_license(db, buyer, fact.id, fact.custom_data, terms)
    if unpaid_since:
        await queries.KEEP_FACT.run(
            db, buyer.tenant_id, fact.id, unpaid_since, unpaid_since, PAST_DUE
        )
    since = await _store_subscription_fact(db, buyer, added.id, fact, occurred_at)
    state = build_subscription_state(fact, lines, terms.grace, since)
    await apply_billing_state(db, buyer, added, state, fact.updated_at, occurred_at)
    if fact.transaction_id:
        await SET_TRANSACTION.run(db, buyer.tenant_id, added.id, fact.transaction_id)
    if fact.updated_at < clock.now() - LATE:
        # More may have happened since, and its news was before or is lost: the provider is asked.
        await NOTE_CHECKOUT.one(db, buyer.tenant_id, clock.now())
    event = kind(buyer.tenant_id, added.id, added.name, state.seats)
    await announce_event(db, event, by=SYSTEM)
    return APPLIED


async def _update_license(
    db: Db,
    terms: SettlementContext,
    buyer: Buyer,
    license_id: UUID,
    fact: SubscriptionFact,
    occurred_at: datetime,
) -> str:
    """The license of a known subscription. A price that is no longer for sale keeps its seats."""
    known = await queries.LICENSE.one(db, buyer.tenant_id, license_id)
    lines = select_seat_lines(fact.lines, terms.price_ids) or fact.lines
    if not lines:
        return UNREADABLE
    unpaid_since = await _store_subscription_fact(db, buyer, license_id, fact, occurred_at)
    state = build_subscription_state(fact, lines, terms.grace, unpaid_since)
    applied = (known.provider_updated_at, known.provider_occurred_at)
    if applied == (fact.updated_at, occurred_at) and known.state != state and not terms.certain:
        raise ProviderReadRequired(fact.id)
    if not _is_newer_fact(known, fact, occurred_at):
        return await _apply_older_fact(db, terms, buyer, known, unpaid_since)
    await apply_billing_state(db, buyer, known, state, fact.updated_at, occurred_at)
    if known.state != state:
        await announce_license_update(db, buyer, known, state)
    return APPLIED


async def _store_subscription_fact(
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


async def _apply_older_fact(
    db: Db,
    terms: SettlementContext,
    buyer: Buyer,
    known: PurchasedLicense,
    unpaid_since: datetime | None,
) -> str:
    """An older fact changes nothing, but it may tell since when a payment is missing."""
    if known.billing_status != PAST_DUE or unpaid_since in (None, known.status_at):
        return STALE
    state = replace(known.state, status_at=unpaid_since, valid_to=unpaid_since + terms.grace)
    await apply_billing_state(
        db, buyer, known, state, known.provider_updated_at, known.provider_occurred_at
    )
    return APPLIED


def _is_newer_fact(known: PurchasedLicense, fact: SubscriptionFact, occurred_at: datetime) -> bool:
    if known.provider_updated_at is None or known.provider_occurred_at is None:
        return True
    applied = (known.provider_updated_at, known.provider_occurred_at)
    return (fact.updated_at, occurred_at) > applied
