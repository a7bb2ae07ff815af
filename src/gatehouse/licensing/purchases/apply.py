"""Writes a license's billing state."""

from datetime import datetime

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.models import Buyer, License
from gatehouse.licensing.purchases.state import BillingState


async def apply_state(
    db: Db,
    buyer: Buyer,
    target: License,
    state: BillingState,
    updated_at: datetime | None,
    occurred_at: datetime | None,
) -> None:
    await queries.APPLY_STATE.run(
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
