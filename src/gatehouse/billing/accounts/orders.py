"""Orders: every change that charges money. An order's id is the idempotency key at the card provider, so that
a double click, two concurrent administrators, or a retry after a lost answer charge once.

An order is open from before the provider is called until its answer is stored, or until it has refused.
"""

from datetime import timedelta
from uuid import UUID

from gatehouse.billing.accounts import queries
from gatehouse.billing.errors import OrderUnderWay
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db

# Longer than the provider could still be working on one that we gave up.
ABANDONED = timedelta(minutes=2)
# The provider knows a key for a day.
KEPT = timedelta(hours=23)


async def begin_order(db: Db, tenant_id: UUID, what: str) -> UUID:
    """Open an order, or return the id of the open order for the same change. Raises `OrderUnderWay` while an
    order for something else is open."""
    now = clock.now()
    order = await queries.ORDER.first(
        db, tenant_id, what, new_id(), now, now - ABANDONED, now - KEPT
    )
    if order is None:
        raise OrderUnderWay("Another change is under way. Wait a moment, then look again.")
    return order


async def finish_order(db: Db, tenant_id: UUID, order: UUID) -> None:
    await queries.DONE.run(db, tenant_id, order)
