"""Sending one message, outside any transaction; what fails is tried again, and is visible in the end."""

from datetime import timedelta
from uuid import UUID

import structlog

from gatehouse.connectivity.messages import jobs as _jobs  # noqa: F401  registers them
from gatehouse.connectivity.messages import queries
from gatehouse.connectivity.messages import queue as _queue  # noqa: F401  registers it
from gatehouse.connectivity.messages.carriers import CARRIERS, NOT_REACHED
from gatehouse.connectivity.messages.errors import CannotTell
from gatehouse.connectivity.messages.limits import count_event_message
from gatehouse.connectivity.messages.models import PendingEventMessage
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.providers.outgoing import BeingSent

log = structlog.get_logger()

# Longer than any server may take to accept a message.
CLAIMED_FOR = timedelta(seconds=60)


@job("connectivity.send", max_attempts=12)
async def send_event_message(context: JobContext, tenant_id: str, message_id: str) -> None:
    """Once. A crash after sending can repeat the message, under the same id."""
    waiting = await _claim_message(context, UUID(tenant_id), UUID(message_id))
    if waiting is None:
        return
    try:
        if context.attempt == 1:
            await count_event_message(context.resources[RateLimiter], waiting)
        await CARRIERS[waiting.channel](context.resources, waiting)
    except CannotTell as refusal:
        await _record_outcome(context, waiting, str(refusal), gave_up=True)
    except Exception as error:
        log.warning("event not told", channel=waiting.channel, reason=type(error).__name__)
        await _record_outcome(
            context, waiting, NOT_REACHED[waiting.channel], gave_up=context.last_attempt
        )
        raise
    else:
        async with context.database.transaction(Scope.tenant(waiting.tenant_id)) as db:
            await queries.SENT.run(db, waiting.tenant_id, waiting.id, clock.now())


async def _claim_message(
    context: JobContext, tenant_id: UUID, message_id: UUID
) -> PendingEventMessage | None:
    """Claim the message for a while; None when it waits no longer. Raises `BeingSent` when another worker has
    claimed it."""
    now = clock.now()
    async with context.database.transaction(Scope.tenant(tenant_id)) as db:
        waiting = await queries.CLAIM.first(db, tenant_id, message_id, now, now + CLAIMED_FOR)
        if waiting is None and await queries.WAITS.one(db, tenant_id, message_id):
            raise BeingSent(str(message_id))
    return waiting


async def _record_outcome(
    context: JobContext, waiting: PendingEventMessage, why: str, *, gave_up: bool
) -> None:
    async with context.database.transaction(Scope.tenant(waiting.tenant_id)) as db:
        if gave_up:
            await queries.FAILED.run(db, waiting.tenant_id, waiting.id, why, clock.now())
        else:
            await queries.TRY_AGAIN.run(db, waiting.tenant_id, waiting.id, why)
