"""Applies received events, and asks the provider about what may have been lost."""

from datetime import datetime, timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job, scheduled_job
from gatehouse.kit.logs import get_logger
from gatehouse.licensing.purchases import queries, service
from gatehouse.licensing.purchases.metrics import SEATS_CORRECTED
from gatehouse.licensing.purchases.models import WaitingEvent
from gatehouse.licensing.purchases.refunds_and_disputes import list_unknown_adjustments
from gatehouse.licensing.purchases.service import enqueue_customer_read, enqueue_payment_event
from gatehouse.licensing.purchases.settlement import ProviderReadRequired, build_settlement_context
from gatehouse.licensing.purchases.transfers import lock_parties
from gatehouse.providers.payments.errors import PaymentsRefused, PaymentsUnavailable
from gatehouse.providers.payments.port import Payments, SubscriptionFact

# Younger events are left to their delivery and its job. Those older than three days need manual action.
LEFT_AFTER = timedelta(minutes=2)
LEFT_UNTIL = timedelta(days=3)
MAX_REASON = 500

log = get_logger()


@job("payments.apply_event")
async def apply_payment_event(context: JobContext, event_id: str) -> None:
    """Settle one stored event; when in doubt, after asking the provider. While none is configured, it waits:
    without the provider's prices, a purchase would count as one of another product."""
    if not context.resources[Payments].is_configured:
        return
    async with context.database.transaction(Scope.system()) as db:
        event = await queries.WAITING_EVENT.first(db, event_id)
    if event is None:
        return
    try:
        await _settle_event_with_read(context, event)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}".replace("\x00", "")[:MAX_REASON]
        async with context.database.transaction(Scope.system()) as db:
            await queries.EVENT_FAILED.run(db, event_id, clock.now(), reason)
        raise


async def _settle_event_with_read(context: JobContext, event: WaitingEvent) -> None:
    try:
        await _settle_event(context, event, certain=False)
    except ProviderReadRequired as doubt:
        await read_and_settle_subscription(context, doubt.subscription_id)
        await _settle_event(context, event, certain=True)


async def _settle_event(context: JobContext, event: WaitingEvent, *, certain: bool) -> None:
    fact = context.resources[Payments].read_fact(event.payload, event.occurred_at)
    terms = build_settlement_context(context.resources, certain=certain)
    async with context.database.transaction(Scope.system()) as db:
        if await queries.LOCK_EVENT.first(db, event.id) is None:
            return
        outcome = await service.settle_fact(db, terms, fact, event.occurred_at)
        await queries.EVENT_APPLIED.run(db, event.id, clock.now(), outcome)


async def read_and_settle_subscription(context: JobContext, subscription_id: str) -> None:
    """Apply the subscription as the provider knows it now."""
    payments = context.resources[Payments]
    known_at = clock.now()
    fact = await payments.find_subscription(subscription_id)
    if fact is not None:
        await settle_read_subscriptions(context, [fact], known_at)


@job("payments.end_replaced")
async def end_replaced_subscription(
    context: JobContext, subscription_id: str, tenant_id: str | None = None
) -> None:
    """Cancel a paused subscription permanently when another purchase has taken over its license."""
    await stop_subscription(context, subscription_id, tenant_id)


@job("payments.stop")
async def stop_subscription(
    context: JobContext, subscription_id: str, tenant_id: str | None = None
) -> None:
    """Cancel a subscription immediately and permanently, unless the provider has moved it from this tenant to
    another customer. Jobs of earlier versions name no tenant."""
    payments = context.resources[Payments]
    known_at = clock.now()
    fact = await payments.find_subscription(subscription_id)
    if fact is None or fact.status == "canceled":
        return
    async with context.database.transaction(Scope.system()) as db:
        parties = await lock_parties(db, fact.customer_id, subscription_id)
    billed = str(parties.buyer.tenant_id) if parties.buyer else None
    is_moved = parties.differ if tenant_id is None else billed != tenant_id
    if is_moved:
        log.warning("not ended: another customer's by now", id=subscription_id)
        await settle_read_subscriptions(context, [fact], known_at)
        return
    await payments.cancel_now(subscription_id)


async def settle_read_subscriptions(
    context: JobContext, facts: list[SubscriptionFact], known_at: datetime
) -> None:
    """Apply what was read at `known_at`. Ended ones first: a purchase may replace one of them."""
    for fact in sorted(facts, key=lambda one: one.status != "canceled"):
        try:
            await _settle_subscription_fact(context, fact, known_at, certain=False)
        except ProviderReadRequired as doubt:
            if doubt.subscription_id != fact.id:
                await read_and_settle_subscription(context, doubt.subscription_id)
            await _settle_subscription_fact(context, fact, known_at, certain=True)


async def _settle_subscription_fact(
    context: JobContext, fact: SubscriptionFact, known_at: datetime, *, certain: bool
) -> None:
    terms = build_settlement_context(context.resources, certain=certain)
    async with context.database.transaction(Scope.system()) as db:
        before = await queries.SEATS_OF.first(db, fact.id)
        await service.settle_fact(db, terms, fact, known_at)
        paid = await queries.SEATS_OF.first(db, fact.id)
    # What has just changed may still be on its way.
    if before is not None and before != paid and fact.updated_at < known_at - LEFT_AFTER:
        SEATS_CORRECTED.inc()
        log.warning("seats differed from what is paid", id=fact.id, seats=before, paid=paid)


@job("payments.read_adjustments")
async def read_adjustments(context: JobContext, customer_id: str) -> None:
    """Keep what was given back to a customer, as the provider knows it now. Seats do not depend on it, so a
    credential that may not read it is no fault; the next look asks again."""
    known_at = clock.now()
    try:
        facts = await context.resources[Payments].list_adjustments_of_customer(customer_id)
    except (PaymentsRefused, PaymentsUnavailable) as refusal:
        log.warning("adjustments cannot be read", reason=refusal.message)
        return
    terms = build_settlement_context(context.resources, certain=True)
    async with context.database.transaction(Scope.system()) as db:
        for fact in await list_unknown_adjustments(db, customer_id, facts):
            await service.settle_fact(db, terms, fact, known_at)


@scheduled_job("payments.heal", "*/2 * * * *")
async def reconcile_purchases(context: JobContext) -> None:
    """Enqueue the reconciliation of unprocessed events, of possible purchases, and of renewals and ends
    without an event; and once a day of every paying customer, so that seats do not differ from what is paid
    for longer than a day."""
    if not context.resources[Payments].is_configured:
        return
    now = clock.now()
    async with context.database.transaction(Scope.system()) as db:
        for event_id in await queries.LEFT_EVENTS.all(db, now - LEFT_UNTIL, now - LEFT_AFTER):
            await enqueue_payment_event(db, event_id)
        for organization_id in await queries.BUYERS_TO_READ.all(db, now):
            await enqueue_customer_read(db, organization_id)
