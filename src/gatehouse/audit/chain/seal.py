"""Seal audit entries in blocks, minutes after they were written, so that writers do not wait."""

import dataclasses
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from gatehouse.audit.chain import queries
from gatehouse.audit.chain.mac import build_next_block, get_or_create_chain_key
from gatehouse.audit.chain.queries import AuditBlock, AuditPortion, AuditPosition, ChainHead
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.db.locks import AdvisoryLock, try_advisory_lock

SHORTEST = 90  # days; the database never drops younger entries


def compute_retention_start(now: datetime, days: int) -> datetime:
    """Where the first month begins of which every entry must still be there. `now` is in UTC."""
    oldest = now - timedelta(days=max(days, SHORTEST))
    return oldest.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


# By then every transaction that wrote an entry of that moment has ended.
SETTLED = timedelta(minutes=5)
STEP = 2000  # entries in one transaction


async def seal_audit_entries(database: Database, box: Box, *, most_steps: int) -> int:
    """How many entries came into blocks; nothing where another process does it."""
    done = 0
    for _ in range(most_steps):
        async with database.transaction(Scope.system()) as db:
            if not await try_advisory_lock(db, AdvisoryLock.AUDIT_CHAIN):
                return done
            sealed = await _seal_batch(db, box, clock.now() - SETTLED)
        done += sealed
        if sealed < STEP:
            return done
    return done


async def _seal_batch(db: Db, box: Box, until: datetime) -> int:
    place = await queries.SEALED_UNTIL.one(db)
    portions = await queries.PORTIONS.all(db, place.at, place.id, until, STEP)
    count = sum(len(one.entries) for one in portions)
    if portions:
        await _add_audit_blocks(db, box, portions)
    # Entries inserted later with an earlier time are never sealed.
    end = _find_last_position(portions) if count == STEP else AuditPosition(until, UUID(int=0))
    await queries.SEAL_UNTIL.run(db, end.at, end.id)
    return count


async def _add_audit_blocks(db: Db, box: Box, portions: list[AuditPortion]) -> None:
    key = await get_or_create_chain_key(db, box)
    accounts = list({one.tenant_id for one in portions})
    heads = {head.tenant_id: head for head in await queries.HEADS.all(db, accounts)}
    blocks = [_to_stored_block(one) for one in _build_blocks(key, portions, heads)]
    await queries.ADD.run(db, blocks, clock.now())


def _build_blocks(
    key: bytes, portions: list[AuditPortion], heads: dict[UUID, ChainHead]
) -> Iterator[AuditBlock]:
    for portion in portions:
        block = build_next_block(key, portion, heads.get(portion.tenant_id))
        heads[block.tenant_id] = ChainHead(block.tenant_id, block.number, block.last_at, block.mac)
        yield block


def _to_stored_block(block: AuditBlock) -> dict[str, Any]:
    """The block with bytes as hex."""
    fields = dataclasses.asdict(block)
    return {key: one.hex() if isinstance(one, bytes) else one for key, one in fields.items()}


def _find_last_position(portions: list[AuditPortion]) -> AuditPosition:
    places = (AuditPosition(one.last_at, one.entries[-1]) for one in portions)
    return max(places, key=lambda place: (place.at, place.id.bytes))
