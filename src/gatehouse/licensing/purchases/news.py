"""What settling a purchase announces."""

from gatehouse.audit.service import announce
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases.models import Buyer, License
from gatehouse.licensing.purchases.state import BillingState


async def announce_purchase(db: Db, buyer: Buyer, bought: License, state: BillingState) -> None:
    await announce(
        db,
        "license.purchased",
        tenant_id=buyer.tenant_id,
        description=f"{bought.name} was purchased with {_seats(state.seats)}",
        license_id=bought.id,
        seats=state.seats,
    )


async def announce_update(db: Db, buyer: Buyer, known: License, state: BillingState) -> None:
    await announce(
        db,
        "license.updated",
        tenant_id=buyer.tenant_id,
        description=f"{known.name}: {_change(known, state)}",
        severity="Medium" if state.is_past_due else "Info",
        license_id=known.id,
        seats=state.seats,
        status=state.status,
    )


def _change(known: License, state: BillingState) -> str:
    if known.billing_status != state.status:
        return f"the subscription is {state.status.replace('_', ' ')}"
    if known.max_seats != state.seats:
        return f"{_seats(known.max_seats)} became {_seats(state.seats)}"
    if known.deactivation_at != state.deactivation_at:
        if state.deactivation_at:
            return f"the subscription ends on {state.deactivation_at:%Y-%m-%d}"
        return "the subscription goes on"
    return "the subscription was updated"


def _seats(count: int) -> str:
    return "1 seat" if count == 1 else f"{count} seats"
