"""Keeps delivered events, each once."""

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.licensing.purchases import queries
from gatehouse.licensing.purchases.jobs import enqueue_event
from gatehouse.providers.payments.port import ProviderEvent


async def keep_event(db: Db, provider: str, event: ProviderEvent) -> None:
    """A second delivery, even at the same moment, is only counted."""
    deliveries = await queries.ADD_EVENT.one(
        db,
        event.id,
        provider,
        event.type,
        event.occurred_at,
        clock.now(),
        event.payload,
        event.subscription_id,
    )
    if deliveries == 1:
        await enqueue_event(db, event.id)
