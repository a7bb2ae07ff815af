"""What every settlement uses: its context, its outcome, applying a billing state and announcing it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.licensing.events import (
    LicenseUpdated,
    format_seats,
)
from gatehouse.licensing.licenses.seat_release import release_seats_beyond_paid
from gatehouse.licensing.licenses.subscription_queries import APPLY_SUBSCRIPTION
from gatehouse.licensing.purchases.models import Buyer, PurchasedLicense
from gatehouse.licensing.purchases.state import BillingState
from gatehouse.licensing.settings import LicensingSettings
from gatehouse.providers.payments.port import Payments

APPLIED = "applied"
RECORDED = "recorded"
IGNORED = "of no consequence"
STALE = "newer facts are known"
REPLACED = "the subscription was replaced"
MOVED_AWAY = "the subscription was moved to a customer of no organization"
NOT_FOR_SALE = "the price is not for sale here"
UNKNOWN_CUSTOMER = "the customer belongs to no organization"
UNREADABLE = "the subscription has no recurring items"


class ProviderReadRequired(Exception):
    """This subscription has to be read at the provider before going on."""

    def __init__(self, subscription_id: str) -> None:
        super().__init__(subscription_id)
        self.subscription_id = subscription_id


@dataclass(frozen=True, slots=True)
class SettlementContext:
    """`grace`: how long a license works without payment. `certain`: the provider was asked already, so
    what is still unclear is decided without it."""

    price_ids: tuple[str, ...]
    grace: timedelta
    box: Box
    certain: bool = False


def build_settlement_context(resources: Resources, *, certain: bool = False) -> SettlementContext:
    grace = timedelta(days=resources[LicensingSettings].past_due_grace_days)
    return SettlementContext(resources[Payments].price_ids, grace, resources[Box], certain)


async def apply_billing_state(
    db: Db,
    buyer: Buyer,
    target: PurchasedLicense,
    state: BillingState,
    updated_at: datetime | None,
    occurred_at: datetime | None,
) -> None:
    await APPLY_SUBSCRIPTION.run(
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
        state.pauses_at,
    )
    if state.seats < target.max_seats:
        await release_seats_beyond_paid(db, buyer.tenant_id, target.id, target.name, state.seats)


async def announce_license_update(
    db: Db, buyer: Buyer, known: PurchasedLicense, state: BillingState
) -> None:
    event = LicenseUpdated(
        buyer.tenant_id,
        known.id,
        known.name,
        state.seats,
        state.status,
        state.is_past_due,
        _describe_license_change(known, state),
    )
    await announce_event(db, event, by=SYSTEM)


def _describe_license_change(known: PurchasedLicense, state: BillingState) -> str:
    if known.billing_status != state.status:
        return f"the subscription is {state.status.replace('_', ' ')}"
    if known.max_seats != state.seats:
        return f"{format_seats(known.max_seats)} became {format_seats(state.seats)}"
    if known.deactivation_at != state.deactivation_at:
        if state.deactivation_at:
            return f"the subscription ends on {state.deactivation_at:%Y-%m-%d}"
        return "the subscription goes on"
    return "the subscription was updated"
