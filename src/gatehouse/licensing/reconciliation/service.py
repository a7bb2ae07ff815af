"""Compares a customer with what the provider knows, records billing discrepancies, and carries out what staff
decide about them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from prometheus_client import Gauge

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.licensing import events
from gatehouse.licensing.errors import DifferenceMissing, NothingCharged, NothingToTake
from gatehouse.licensing.licenses.subscription_queries import (
    CANCEL_LICENSE,
    FORGET_PROVIDER_TIMES,
    RELEASE_LAPSED_SEAT_HOLDS,
)
from gatehouse.licensing.licenses.vendor_service import set_license_standing
from gatehouse.licensing.organizations.queries import NOTE_PROVIDER_READ
from gatehouse.licensing.purchases.jobs import settle_read_subscriptions
from gatehouse.licensing.purchases.models import Buyer
from gatehouse.licensing.purchases.queries import LICENSE
from gatehouse.licensing.purchases.service import enqueue_customer_read
from gatehouse.licensing.reconciliation import models, queries
from gatehouse.licensing.reconciliation.compare import (
    SETTLES,
    compare_with_provider,
    list_missing_subscriptions,
)
from gatehouse.licensing.reconciliation.schemas import DifferenceState
from gatehouse.providers.payments.port import Payments, SubscriptionFact

WAITING = Gauge(
    "gatehouse_payment_differences",
    "Billing discrepancies that are not reviewed yet, up to 10,000",
)
OLDEST = Gauge(
    "gatehouse_payment_differences_oldest_seconds",
    "For how long the oldest of these differences has been there",
)

# What a license could be made to follow; what is charged there without one, or though it is not to be used.
FOLLOWED = {"changed", "missing", "blocked"}
CHARGED = {"unlicensed", "replaced", "blocked"}


async def find_stored_subscriptions(
    db: Db, organization_id: UUID
) -> tuple[Buyer, list[models.KeptSubscription]] | None:
    buyer = await queries.BUYER.first(db, organization_id)
    return (buyer, await queries.KEPT.all(db, buyer.tenant_id, buyer.id)) if buyer else None


async def record_discrepancies(
    db: Db,
    buyer: Buyer,
    before: Sequence[models.KeptSubscription],
    facts: Mapping[str, SubscriptionFact],
    price_ids: Sequence[str],
    known_at: datetime,
) -> None:
    """Record the discrepancies that remain after the facts were applied, and close those that are gone.
    `before`: the state stored until then; what the facts have corrected is recorded as a corrected one."""
    after = await queries.KEPT.all(db, buyer.tenant_id, buyer.id)
    found = compare_with_provider(after, facts, price_ids, known_at)
    here = (buyer.tenant_id, buyer.id)
    new = await queries.RECORD.all(
        db, *here, [new_id() for _ in found], [one.subscription_id for one in found],
        [one.kind for one in found], [one.license_id for one in found],
        [dict(one.provider) for one in found], [dict(one.kept) for one in found], known_at,
    )  # fmt: skip
    for named in new:
        subscription, _, kind = named.rpartition(" ")
        await announce_event(db, events.PaymentDifferenceFound(None, subscription, kind), by=SYSTEM)
    for one in _list_corrected(before, found, facts, price_ids, known_at):
        await queries.CORRECTED.run(
            db, *here, new_id(), one.subscription_id, one.license_id, dict(one.provider), dict(one.kept),
            known_at,
        )  # fmt: skip
    named_now = [one.subscription_id for one in found], [one.kind for one in found]
    await queries.AGREED.run(db, *here, *named_now, known_at)


def _list_corrected(
    before: Sequence[models.KeptSubscription],
    found: Sequence[models.FoundDiscrepancy],
    facts: Mapping[str, SubscriptionFact],
    price_ids: Sequence[str],
    known_at: datetime,
) -> list[models.FoundDiscrepancy]:
    """What the facts have changed though they were no news: what told of them was lost."""
    still = {(one.subscription_id, one.kind) for one in found}
    return [
        one
        for one in compare_with_provider(before, facts, price_ids, known_at)
        if one.kind == "changed"
        and (one.subscription_id, one.kind) not in still
        and known_at - facts[one.subscription_id].updated_at > SETTLES
    ]


async def list_discrepancies(
    db: Db, state: DifferenceState, offset: int, limit: int
) -> tuple[list[models.BillingDiscrepancy], int]:
    """The newest first, and how many there are, to 10,000."""
    page, count = queries.PAGES[state]
    return await page.all(db, offset, limit), await count.one(db)


async def count_unreviewed_discrepancies(db: Db) -> int:
    """Count the unresolved discrepancies, and set the metrics of their number and age."""
    waiting = await queries.WATCHED.one(db)
    WAITING.set(waiting.count)
    age = clock.now() - waiting.oldest_at if waiting.oldest_at else timedelta()
    OLDEST.set(age.total_seconds())
    return waiting.count


async def add_discrepancy_note(
    db: Db, difference_id: UUID, text: str, who: str, by: Actor
) -> models.BillingDiscrepancy:
    """It is right as it is, and why: it waits no more until one side says something else. Raises
    `DifferenceMissing`."""
    held = await _lock_discrepancy(db, difference_id)
    await queries.ADD_NOTE.run(db, held.tenant_id, held.id, text, who, clock.now())
    await announce_event(db, events.PaymentDifferenceNoted(None, held.subscription_id, text), by=by)
    return await queries.DISCREPANCY.one(db, difference_id)


async def accept_provider_data(
    db: Db, difference_id: UUID, who: str, by: Actor
) -> models.BillingDiscrepancy:
    """What the provider says counts: the license follows it, one that is paid may be used again, one that is
    unknown there ends. Raises `DifferenceMissing` or `NothingToTake`."""
    held = await _lock_discrepancy(db, difference_id)
    if held.kind not in FOLLOWED or held.license_id is None:
        raise NothingToTake("There is no license to update")
    await _update_license_from_provider(db, held, held.license_id, by)
    await queries.RESOLVE.run(db, held.tenant_id, held.id, "accepted", who, clock.now())
    event = events.PaymentDifferenceAccepted(None, held.subscription_id, held.kind)
    await announce_event(db, event, by=by)
    return await queries.DISCREPANCY.one(db, difference_id)


async def _update_license_from_provider(
    db: Db, held: models.OpenDiscrepancy, license_id: UUID, by: Actor
) -> None:
    here = (held.tenant_id, license_id)
    if held.kind == "changed":
        await FORGET_PROVIDER_TIMES.run(db, *here, clock.now())
        await enqueue_customer_read(db, held.organization_id)
    elif held.kind == "missing":
        known = await LICENSE.one(db, *here)
        if known.provider_occurred_at and known.provider_occurred_at > held.seen_at:
            raise NothingToTake("The provider's data has changed. Check with the provider again.")
        await CANCEL_LICENSE.run(db, *here, clock.now())
        event = events.LicenseUpdated(
            held.tenant_id, known.id, known.name, known.max_seats, "canceled", False,
            "the subscription is canceled",
        )  # fmt: skip
        await announce_event(db, event, by=by)
    else:
        await set_license_standing(db, await queries.FINGERPRINT.one(db, *here), "restored", by)


async def stop_charges(
    db: Db, difference_id: UUID, who: str, by: Actor
) -> models.BillingDiscrepancy:
    """Enqueue the job that cancels the subscription at the provider immediately and permanently. Raises
    `DifferenceMissing`, and `NothingCharged` when the discrepancy charges nothing extra."""
    held = await _lock_discrepancy(db, difference_id)
    if held.kind not in CHARGED:
        raise NothingCharged("This subscription belongs to its license. Cancel it there.")
    await enqueue(
        db, "payments.stop", subscription_id=held.subscription_id, tenant_id=held.tenant_id
    )
    await queries.RESOLVE.run(db, held.tenant_id, held.id, "stopped", who, clock.now())
    event = events.PaymentChargesStopped(None, held.subscription_id, held.kind)
    await announce_event(db, event, by=by)
    return await queries.DISCREPANCY.one(db, difference_id)


async def recheck_discrepancy(db: Db, difference_id: UUID) -> None:
    """Enqueue another read of the customer at the provider. Raises `DifferenceMissing`."""
    held = await _lock_discrepancy(db, difference_id)
    await enqueue_customer_read(db, held.organization_id)


async def _lock_discrepancy(db: Db, difference_id: UUID) -> models.OpenDiscrepancy:
    held = await queries.OPEN_DISCREPANCY.first(db, difference_id)
    if held is None:
        raise DifferenceMissing("This discrepancy is no longer open")
    return held


@job("payments.read_customer")
async def read_customer_subscriptions(context: JobContext, organization_id: str) -> None:
    """Apply every subscription of an organization as the provider knows them now."""
    payments, known_at = context.resources[Payments], clock.now()
    async with context.database.transaction(Scope.system()) as db:
        customer_id = await NOTE_PROVIDER_READ.first(db, UUID(organization_id), known_at)
        known = await find_stored_subscriptions(db, UUID(organization_id))
    if customer_id is None or known is None:
        return
    buyer, before = known
    listed = await payments.list_subscriptions(customer_id)
    facts = {one.id: one for one in listed}
    moved = list[SubscriptionFact]()
    for subscription_id in list_missing_subscriptions(before, facts):
        fact = await payments.find_subscription(subscription_id)
        if fact is None:
            continue
        if fact.customer_id == customer_id:
            facts[fact.id] = fact
        else:
            moved.append(fact)
    await settle_read_subscriptions(context, [*listed, *moved], known_at)
    async with context.database.transaction(Scope.system()) as db:
        await RELEASE_LAPSED_SEAT_HOLDS.run(db, buyer.tenant_id, buyer.id, known_at)
        await record_discrepancies(db, buyer, before, facts, payments.price_ids, known_at)
        await enqueue(
            db,
            "payments.read_adjustments",
            once=f"adjustments {customer_id}",
            customer_id=customer_id,
        )
