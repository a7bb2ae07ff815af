"""Writes a license's billing state. Where fewer seats are paid than are held, as after a trial that was
bought with fewer, the surplus seats are freed: their tools claim one again, and get `NO_SEATS`."""

from datetime import datetime

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.licenses.seats.queries import FREE_SEATS_BEYOND
from gatehouse.licensing.licenses.subscription_queries import APPLY_SUBSCRIPTION
from gatehouse.licensing.purchases.events import SeatsBeyondPaid
from gatehouse.licensing.purchases.models import Buyer, PurchasedLicense
from gatehouse.licensing.purchases.state import BillingState


async def apply_state(
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
        await _free_beyond(db, buyer, target, state.seats)


async def _free_beyond(db: Db, buyer: Buyer, target: PurchasedLicense, seats: int) -> None:
    freed = await FREE_SEATS_BEYOND.one(db, buyer.tenant_id, target.id, seats, clock.now())
    if freed:
        event = SeatsBeyondPaid(buyer.tenant_id, target.id, target.name, freed)
        await announce_event(db, event, by=SYSTEM)
