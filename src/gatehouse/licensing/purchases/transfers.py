"""A subscription that the provider moved to another customer: the license of the former one ends."""

from dataclasses import dataclass, replace
from datetime import datetime

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.licensing.events import LicenseMovedAway
from gatehouse.licensing.licenses.seat_release import release_seats_of_moved_license
from gatehouse.licensing.licenses.subscription_queries import UNLINK_SUBSCRIPTION
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.models import Buyer, PurchasedLicense, SubscriptionLink
from gatehouse.licensing.purchases.settlement import apply_billing_state
from gatehouse.licensing.purchases.state import CANCELED, BillingState
from gatehouse.providers.payments.port import SubscriptionFact


@dataclass(frozen=True, slots=True)
class TransferParties:
    """`buyer`: the organization of the customer that a fact names. `holder`: the one whose license the
    subscription pays here, by `link`."""

    buyer: Buyer | None
    holder: Buyer | None
    link: SubscriptionLink | None

    @property
    def differ(self) -> bool:
        return self.link is not None and self.buyer != self.holder


async def lock_parties(db: Db, customer_id: str, subscription_id: str) -> TransferParties:
    """Lock the subscription, then the organizations that a fact about it concerns."""
    await take_lock(db, Lock.SUBSCRIPTION, subscription_id)
    link = await queries.LINK.first(db, subscription_id)
    tenant_id = link.tenant_id if link else None
    found = await queries.PARTIES.all(db, customer_id, tenant_id)
    return TransferParties(
        buyer=next((one for one in found if one.is_billed), None),
        holder=next((one for one in found if one.tenant_id == tenant_id), None),
        link=link,
    )


async def end_former_license(
    db: Db, parties: TransferParties, fact: SubscriptionFact, occurred_at: datetime
) -> bool:
    """End the license of the former customer, whose keys are refused from then on. False when newer facts
    name that customer: what moved the subscription is late, or was taken back."""
    holder, link = parties.holder, parties.link
    if holder is None or link is None:
        return False
    known = await queries.LICENSE.one(db, holder.tenant_id, link.license_id)
    if link.replaced_at:
        # Another subscription pays this license; the one that was moved paid it before.
        return parties.buyer is not None and fact.updated_at >= link.replaced_at
    if known.provider_updated_at and fact.updated_at < known.provider_updated_at:
        return False
    state = _build_canceled_state(known, fact.updated_at)
    await apply_billing_state(db, holder, known, state, fact.updated_at, occurred_at)
    await release_seats_of_moved_license(db, holder.tenant_id, known.id)
    if known.billing_status != CANCELED:
        event = LicenseMovedAway(holder.tenant_id, known.id, known.name, fact.id)
        await announce_event(db, event, by=SYSTEM)
    return True


async def unlink_former_license(
    db: Db, holder: Buyer, link: SubscriptionLink, subscription_id: str
) -> datetime | None:
    """Take the subscription from its license, so that another can have it; since when it is unpaid."""
    unpaid_since = await queries.UNPAID_SINCE.first(db, holder.tenant_id, subscription_id)
    await UNLINK_SUBSCRIPTION.run(
        db, holder.tenant_id, link.license_id, subscription_id, clock.now()
    )
    return unpaid_since


def _build_canceled_state(known: PurchasedLicense, at: datetime) -> BillingState:
    """Its state when the subscription is canceled at that time."""
    if known.billing_status == CANCELED:
        return known.state
    return replace(
        known.state,
        status=CANCELED,
        status_at=at,
        next_payment_at=None,
        deactivation_at=None,
        pauses_at=None,
        is_past_due=False,
        valid_to=at,
    )
