"""Payment events that could not be applied: staff list them, fix the cause and replay them."""

from collections.abc import Sequence
from datetime import timedelta

from prometheus_client import Gauge

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases.service import enqueue_payment_event
from gatehouse.licensing.reconciliation import queries
from gatehouse.licensing.reconciliation.schemas import StuckPaymentEvent

# An event is applied within seconds; the next look for those that were left comes every two minutes.
LATE = timedelta(minutes=10)
MOST = 500

STUCK = Gauge(
    "gatehouse_payment_events_stuck", "Events of the payment provider that could not be applied"
)


async def count_stuck_events(db: Db) -> int:
    """Count the stuck events, and set their metric."""
    count = await queries.COUNT_STUCK.one(db, clock.now() - LATE)
    STUCK.set(count)
    return count


async def read_stuck_events(db: Db) -> list[StuckPaymentEvent]:
    """The oldest first, at most `MOST`."""
    return await queries.STUCK_EVENTS.all(db, clock.now() - LATE, MOST)


async def replay_stuck_events(db: Db, event_ids: Sequence[str]) -> list[str]:
    """Have these applied again, or all that are stuck when none is named; which are. One that was applied
    already is left alone."""
    named = event_ids or [one.id for one in await read_stuck_events(db)]
    waiting = await queries.WAITING_EVENTS.all(db, list(named))
    for event_id in waiting:
        await enqueue_payment_event(db, event_id)
    return waiting
