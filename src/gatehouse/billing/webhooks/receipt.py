"""Notes delivered events, each once."""

from gatehouse.billing.provider.port import EventFact
from gatehouse.billing.reading.jobs import enqueue_event
from gatehouse.billing.reading.queries import ADD_EVENT
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def keep_event(db: Db, event: EventFact) -> None:
    """A second delivery, even at the same moment, changes nothing."""
    first = await ADD_EVENT.first(db, event.id, event.type, event.customer, clock.now())
    if first:
        await enqueue_event(db, event.id)
