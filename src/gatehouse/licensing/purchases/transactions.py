"""What a payment reports: it is kept as an invoice, and a first one may make or convert a license."""

from datetime import datetime

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.events import LicensePurchased
from gatehouse.licensing.licenses.subscription_queries import SET_TRANSACTION
from gatehouse.licensing.organizations.queries import NOTE_CHECKOUT
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.conversion import link_subscription_to_license
from gatehouse.licensing.purchases.models import Buyer, SubscriptionLink
from gatehouse.licensing.purchases.settlement import (
    APPLIED,
    NOT_FOR_SALE,
    RECORDED,
    REPLACED,
    UNKNOWN_CUSTOMER,
    SettlementContext,
    apply_billing_state,
)
from gatehouse.licensing.purchases.state import build_purchase_state, select_seat_lines
from gatehouse.licensing.purchases.transfers import TransferParties, lock_parties
from gatehouse.providers.payments.port import TransactionFact

PURCHASE_ORIGINS = {"web", "api"}


async def settle_transaction(
    db: Db, terms: SettlementContext, fact: TransactionFact, occurred_at: datetime
) -> str:
    parties = await _lock_transaction_parties(db, fact)
    buyer = parties.buyer
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
        fact.period_ends_at,
    )
    if fact.status == "past_due":
        # Its subscription should report the same; if that is lost, the provider is asked.
        await NOTE_CHECKOUT.one(db, buyer.tenant_id, clock.now())
    if not (fact.subscription_id and fact.status == "completed"):
        return RECORDED
    if fact.origin not in PURCHASE_ORIGINS:
        return RECORDED
    if parties.differ:
        # Who is billed by now, only the subscription itself says: the provider is asked.
        await NOTE_CHECKOUT.one(db, buyer.tenant_id, clock.now())
        return REPLACED
    return await _settle_first_payment(db, terms, buyer, parties.link, fact, fact.subscription_id)


async def _lock_transaction_parties(db: Db, fact: TransactionFact) -> TransferParties:
    if fact.customer_id and fact.subscription_id:
        return await lock_parties(db, fact.customer_id, fact.subscription_id)
    buyer = await queries.BUYER.first(db, fact.customer_id) if fact.customer_id else None
    return TransferParties(buyer, holder=None, link=None)


async def _settle_first_payment(
    db: Db,
    terms: SettlementContext,
    buyer: Buyer,
    link: SubscriptionLink | None,
    fact: TransactionFact,
    subscription_id: str,
) -> str:
    """The first payment of a subscription. It makes the license when the subscription's own news has not
    come yet, and that news then overrules what the payment could only guess."""
    if link and link.replaced_at:
        return REPLACED
    if link:
        await SET_TRANSACTION.run(db, buyer.tenant_id, link.license_id, fact.id)
        return APPLIED
    lines = select_seat_lines(fact.lines, terms.price_ids)
    if not lines:
        return NOT_FOR_SALE
    state = build_purchase_state(fact, lines)
    bought = await link_subscription_to_license(db, buyer, subscription_id, fact.custom_data, terms)
    await apply_billing_state(db, buyer, bought, state, None, None)
    await SET_TRANSACTION.run(db, buyer.tenant_id, bought.id, fact.id)
    await NOTE_CHECKOUT.one(db, buyer.tenant_id, clock.now())
    event = LicensePurchased(buyer.tenant_id, bought.id, bought.name, state.seats)
    await announce_event(db, event, by=SYSTEM)
    return APPLIED
