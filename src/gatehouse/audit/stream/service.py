"""Sends what is new in the audit. Where it got to is kept, so that everything arrives at least once."""

from datetime import timedelta

from gatehouse.audit.chain.queries import AuditPosition
from gatehouse.audit.chain.seal import SETTLED
from gatehouse.audit.stream import queries
from gatehouse.audit.stream.destinations import AuditNotSent, Send
from gatehouse.audit.stream.queries import StreamedEntry
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.logs import get_logger

log = get_logger()

BATCH = 200
LEASE = timedelta(minutes=2)  # more than one batch may take


async def stream_audit_entries(database: Database, send: Send, *, most_batches: int) -> None:
    """Send new entries since streaming was turned on. Only entries five minutes old are sent, in order: by
    then no earlier one can be added."""
    place = await _acquire_stream_lease(database)
    if place is None:
        return
    try:
        for _ in range(most_batches):
            entries = await _read_entries_after(database, place)
            if entries:
                await send(entries)
                place = AuditPosition(entries[-1].created_at, entries[-1].id)
                await _save_stream_position(database, place)
            if len(entries) < BATCH:
                break
    except AuditNotSent as error:
        log.warning("the audit cannot be sent", reason=str(error))
        async with database.transaction(Scope.system()) as db:
            await queries.FAILED.run(db, clock.now(), str(error)[:500])
    async with database.transaction(Scope.system()) as db:
        await queries.GIVE_BACK.run(db)


async def _acquire_stream_lease(database: Database) -> AuditPosition | None:
    """Lease the stream; None if another process is sending."""
    now = clock.now()
    async with database.transaction(Scope.system()) as db:
        await queries.BEGIN.run(db, now - SETTLED)
        return await queries.LEASE.first(db, now, now + LEASE)


async def _read_entries_after(database: Database, place: AuditPosition) -> list[StreamedEntry]:
    async with database.transaction(Scope.system()) as db:
        return await queries.ENTRIES.all(db, place.at, place.id, clock.now() - SETTLED, BATCH)


async def _save_stream_position(database: Database, place: AuditPosition) -> None:
    async with database.transaction(Scope.system()) as db:
        await queries.ARRIVED.run(db, place.at, place.id, clock.now() + LEASE)
