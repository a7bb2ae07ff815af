"""Records billing discrepancies and carries out what staff decide about them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from prometheus_client import Gauge

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.kit.jobs import enqueue
from gatehouse.licensing.discrepancies import queries
from gatehouse.licensing.discrepancies.compare import SETTLES, compare_with_provider
from gatehouse.licensing.discrepancies.errors import (
    DifferenceMissing,
    NothingCharged,
    NothingToTake,
)
from gatehouse.licensing.discrepancies.events import (
    PaymentChargesStopped,
    PaymentDifferenceAccepted,
    PaymentDifferenceFound,
    PaymentDifferenceNoted,
)
from gatehouse.licensing.discrepancies.models import (
    BillingDiscrepancy,
    FoundDiscrepancy,
    KeptSubscription,
    KnownBuyer,
    OpenDiscrepancy,
)
from gatehouse.licensing.licenses.status.service import set_standing
from gatehouse.licensing.licenses.subscription_queries import CANCEL_LICENSE, FORGET_PROVIDER_TIMES
from gatehouse.licensing.purchases.events import LicenseUpdated
from gatehouse.licensing.purchases.queries import LICENSE
from gatehouse.providers.payments.port import SubscriptionFact

WAITING = Gauge(
    "gatehouse_payment_differences",
    "What the payment provider says differently and nobody has looked at, up to 10,000",
)
OLDEST = Gauge(
    "gatehouse_payment_differences_oldest_seconds",
    "For how long the oldest of these differences has been there",
)

State = Literal["waiting", "noted", "resolved"]
PAGES = {
    "waiting": (queries.WAITING, queries.COUNT_WAITING),
    "noted": (queries.NOTED, queries.COUNT_NOTED),
    "resolved": (queries.RESOLVED, queries.COUNT_RESOLVED),
}
# What a license could be made to follow; what is charged there without one, or though it is not to be used.
FOLLOWED = {"changed", "missing", "blocked"}
CHARGED = {"unlicensed", "replaced", "blocked"}


async def kept_of(
    db: Db, organization_id: UUID
) -> tuple[KnownBuyer, list[KeptSubscription]] | None:
    buyer = await queries.BUYER.first(db, organization_id)
    return (buyer, await queries.KEPT.all(db, buyer.tenant_id, buyer.id)) if buyer else None


async def record_discrepancies(
    db: Db,
    buyer: KnownBuyer,
    before: Sequence[KeptSubscription],
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
        await announce_event(db, PaymentDifferenceFound(None, subscription, kind), by=SYSTEM)
    for one in _correct_found(before, found, facts, price_ids, known_at):
        await queries.CORRECTED.run(
            db, *here, new_id(), one.subscription_id, one.license_id, dict(one.provider), dict(one.kept),
            known_at,
        )  # fmt: skip
    named_now = [one.subscription_id for one in found], [one.kind for one in found]
    await queries.AGREED.run(db, *here, *named_now, known_at)


def _correct_found(
    before: Sequence[KeptSubscription],
    found: Sequence[FoundDiscrepancy],
    facts: Mapping[str, SubscriptionFact],
    price_ids: Sequence[str],
    known_at: datetime,
) -> list[FoundDiscrepancy]:
    """What the facts have changed though they were no news: what told of them was lost."""
    still = {(one.subscription_id, one.kind) for one in found}
    return [
        one
        for one in compare_with_provider(before, facts, price_ids, known_at)
        if one.kind == "changed"
        and (one.subscription_id, one.kind) not in still
        and known_at - facts[one.subscription_id].updated_at > SETTLES
    ]


async def list_differences(
    db: Db, state: State, offset: int, limit: int
) -> tuple[list[BillingDiscrepancy], int]:
    """The newest first, and how many there are, to 10,000."""
    page, count = PAGES[state]
    return await page.all(db, offset, limit), await count.one(db)


async def count_waiting(db: Db) -> int:
    """Count the unresolved discrepancies, and set the metrics of their number and age."""
    waiting = await queries.WATCHED.one(db)
    WAITING.set(waiting.count)
    age = clock.now() - waiting.oldest_at if waiting.oldest_at else timedelta()
    OLDEST.set(age.total_seconds())
    return waiting.count


async def add_discrepancy_note(
    db: Db, difference_id: UUID, text: str, who: str, by: Actor
) -> BillingDiscrepancy:
    """It is right as it is, and why: it waits no more until one side says something else. Raises
    `DifferenceMissing`."""
    held = await _lock_discrepancy(db, difference_id)
    await queries.NOTE.run(db, held.tenant_id, held.id, text, who, clock.now())
    await announce_event(db, PaymentDifferenceNoted(None, held.subscription_id, text), by=by)
    return await queries.ONE.one(db, difference_id)


async def accept_open_discrepancy(
    db: Db, difference_id: UUID, who: str, by: Actor
) -> BillingDiscrepancy:
    """What the provider says counts: the license follows it, one that is paid may be used again, one that is
    unknown there ends. Raises `DifferenceMissing` or `NothingToTake`."""
    held = await _lock_discrepancy(db, difference_id)
    if held.kind not in FOLLOWED or held.license_id is None:
        raise NothingToTake("There is no license that could follow it")
    await _follow_provider(db, held, held.license_id, by)
    await queries.RESOLVE.run(db, held.tenant_id, held.id, "accepted", who, clock.now())
    event = PaymentDifferenceAccepted(None, held.subscription_id, held.kind)
    await announce_event(db, event, by=by)
    return await queries.ONE.one(db, difference_id)


async def _follow_provider(db: Db, held: OpenDiscrepancy, license_id: UUID, by: Actor) -> None:
    here = (held.tenant_id, license_id)
    if held.kind == "changed":
        await FORGET_PROVIDER_TIMES.run(db, *here, clock.now())
        await look_again(db, held.organization_id)
    elif held.kind == "missing":
        known = await LICENSE.one(db, *here)
        if known.provider_occurred_at and known.provider_occurred_at > held.seen_at:
            raise NothingToTake("The provider has told of it since. Ask the provider again.")
        await CANCEL_LICENSE.run(db, *here, clock.now())
        event = LicenseUpdated(
            held.tenant_id, known.id, known.name, known.max_seats, "canceled", False,
            "the subscription is canceled",
        )  # fmt: skip
        await announce_event(db, event, by=by)
    else:
        await set_standing(db, await queries.FINGERPRINT.one(db, *here), "restored", by)


async def stop_charges(db: Db, difference_id: UUID, who: str, by: Actor) -> BillingDiscrepancy:
    """Enqueue the job that cancels the subscription at the provider immediately and permanently. Raises
    `DifferenceMissing`, and `NothingCharged` when the discrepancy charges nothing extra."""
    held = await _lock_discrepancy(db, difference_id)
    if held.kind not in CHARGED:
        raise NothingCharged("This subscription is its license's own: end it there")
    await enqueue(
        db, "payments.stop", subscription_id=held.subscription_id, tenant_id=held.tenant_id
    )
    await queries.RESOLVE.run(db, held.tenant_id, held.id, "stopped", who, clock.now())
    event = PaymentChargesStopped(None, held.subscription_id, held.kind)
    await announce_event(db, event, by=by)
    return await queries.ONE.one(db, difference_id)


async def check_discrepancy(db: Db, difference_id: UUID) -> None:
    """Enqueue another read of the customer at the provider. Raises `DifferenceMissing`."""
    held = await _lock_discrepancy(db, difference_id)
    await look_again(db, held.organization_id)


async def look_again(db: Db, organization_id: UUID) -> None:
    await enqueue(
        db, "payments.read_customer", once=f"read {organization_id}", organization_id=organization_id
    )  # fmt: skip


async def _lock_discrepancy(db: Db, difference_id: UUID) -> OpenDiscrepancy:
    held = await queries.OPEN.first(db, difference_id)
    if held is None:
        raise DifferenceMissing("This difference does not wait any more")
    return held
