"""What settling a purchase announces."""

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases.events import (
    LicenseMovedHere,
    LicensePurchased,
    LicenseUpdated,
    count_seats,
)
from gatehouse.licensing.purchases.models import Buyer, PurchasedLicense
from gatehouse.licensing.purchases.state import BillingState


async def announce_purchase(
    db: Db, buyer: Buyer, bought: PurchasedLicense, state: BillingState
) -> None:
    event = LicensePurchased(buyer.tenant_id, bought.id, bought.name, state.seats)
    await announce_event(db, event, by=SYSTEM)


async def announce_move(
    db: Db, buyer: Buyer, received: PurchasedLicense, state: BillingState
) -> None:
    event = LicenseMovedHere(buyer.tenant_id, received.id, received.name, state.seats)
    await announce_event(db, event, by=SYSTEM)


async def announce_update(
    db: Db, buyer: Buyer, known: PurchasedLicense, state: BillingState
) -> None:
    event = LicenseUpdated(
        buyer.tenant_id,
        known.id,
        known.name,
        state.seats,
        state.status,
        state.is_past_due,
        _describe_change(known, state),
    )
    await announce_event(db, event, by=SYSTEM)


def _describe_change(known: PurchasedLicense, state: BillingState) -> str:
    if known.billing_status != state.status:
        return f"the subscription is {state.status.replace('_', ' ')}"
    if known.max_seats != state.seats:
        return f"{count_seats(known.max_seats)} became {count_seats(state.seats)}"
    if known.deactivation_at != state.deactivation_at:
        if state.deactivation_at:
            return f"the subscription ends on {state.deactivation_at:%Y-%m-%d}"
        return "the subscription goes on"
    return "the subscription was updated"
