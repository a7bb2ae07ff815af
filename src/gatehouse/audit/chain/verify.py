"""Compares the audit with its blocks, account by account: what was changed, taken out or put in later, and
where the blocks themselves are not as they were written."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.audit.chain import queries
from gatehouse.audit.chain.erasure_records import EntryRecords, read_erasure_records
from gatehouse.audit.chain.mac import compute_block_mac, find_chain_key
from gatehouse.audit.chain.queries import (
    NOBODY,
    AuditBlock,
    AuditPosition,
    ChainHead,
    DigestedEntry,
    TenantRetention,
)
from gatehouse.audit.chain.seal import SHORTEST
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, equal_in_constant_time
from gatehouse.kit.db import Database, Scope

FIRST = AuditPosition(datetime.fromisoformat("1970-01-01T00:00:00Z"), UUID(int=0))
PAGE = 5000  # entries compared per step


@dataclass(frozen=True, slots=True)
class ChainFinding:
    """`what` is a sentence about an entry or a block."""

    tenant_id: UUID
    what: str


class ChainVerification:
    """`kept_since` is where the months begin whose entries must still be there. `known` are heads that were
    written down elsewhere: they find an end that was cut off."""

    def __init__(
        self, database: Database, box: Box, *, kept_since: datetime, known: dict[UUID, ChainHead]
    ) -> None:
        self._database = database
        self._box = box
        self._kept_since = kept_since
        self._known = known
        self._key = b""
        self.retentions: dict[UUID, TenantRetention] = {}
        self.entries = 0
        self.blocks = 0
        self.erased = 0

    async def load_tenant_ids(self) -> list[UUID]:
        async with self._database.transaction(Scope.system()) as db:
            self._key = await find_chain_key(db, self._box) or b""
            found = await queries.ACCOUNTS.all(db, NOBODY)
            own = await queries.RETENTIONS.all(db, clock.now(), SHORTEST)
        self.retentions = {one.tenant_id: one for one in own}
        return sorted({*found, *self._known})

    async def verify_tenant(self, tenant_id: UUID) -> AsyncIterator[ChainFinding]:
        """Findings in one tenant, ordered like the audit. Call `load_tenant_ids` before."""
        async for text in self._find_faults(tenant_id):
            yield ChainFinding(tenant_id, text)

    async def _find_faults(self, tenant_id: UUID) -> AsyncIterator[str]:
        place, last, known = FIRST, None, self._known.get(tenant_id)
        async for block in self._read_blocks(tenant_id):
            for text in self._find_block_faults(block, last, known):
                yield text
            end = AuditPosition(block.last_at, block.entries[-1])
            async for text in self._compare_entries(block, place, end):
                yield text
            place, last = max(place, end, key=lambda one: (one.at, one.id)), block
            self.blocks += 1
        if (
            known
            and (last is None or last.number < known.number)
            and self._is_within_retention(tenant_id, known.last_at)
        ):
            yield f"blocks up to {known.number} were there, and are gone: the end was cut off"
        async with self._database.transaction(Scope.system()) as db:
            sealed = await queries.SEALED_UNTIL.one(db)
        async for entry in self._read_entries(tenant_id, place, sealed):
            yield f"entry {entry.id} of {entry.created_at:%Y-%m-%d %H:%M:%S} was added later"

    def _find_block_faults(
        self, block: AuditBlock, last: AuditBlock | None, known: ChainHead | None
    ) -> list[str]:
        name = f"block {block.number}"
        if not equal_in_constant_time(compute_block_mac(self._key, block), block.mac):
            return [f"{name} is not as it was written"]
        if (
            known
            and known.number == block.number
            and not equal_in_constant_time(known.mac, block.mac)
        ):
            return [f"{name} is not the one that was written down elsewhere"]
        if last is None:
            before = block.previous_last_at
            is_gone = before and self._is_within_retention(block.tenant_id, before)
            return [f"what came before {name} is gone"] if is_gone else []
        if block.number != last.number + 1:
            return [f"between block {last.number} and {name} something is gone"]
        return (
            []
            if equal_in_constant_time(block.previous, last.mac)
            else [f"{name} does not follow the one before"]
        )

    async def _compare_entries(
        self, block: AuditBlock, place: AuditPosition, end: AuditPosition
    ) -> AsyncIterator[str]:
        """The entries after `place` until `end` with those of the block."""
        expected = {one: block.get_entry_digest(index) for index, one in enumerate(block.entries)}
        async for entry, records in self._read_entries_with_erasures(block.tenant_id, place, end):
            said = f"entry {entry.id} of {entry.created_at:%Y-%m-%d %H:%M:%S}"
            digest = expected.pop(entry.id, None)
            if digest is None:
                yield f"{said} was added later"
            elif not equal_in_constant_time(records.follow_digest(digest), entry.digest):
                yield f"{said} was changed"
            elif records.forged:
                yield f"{said} has a record of an erasure that was not made here"
            else:
                self.erased += bool(records)
            self.entries += 1
        if self._is_within_retention(block.tenant_id, block.last_at):
            for gone in expected:
                yield f"entry {gone}, until {block.last_at:%Y-%m-%d %H:%M:%S}, is gone"

    def _is_within_retention(self, tenant_id: UUID, at: datetime) -> bool:
        own = self.retentions.get(tenant_id)
        return at >= (max(own.since, self._kept_since) if own else self._kept_since)

    async def _read_blocks(self, tenant_id: UUID) -> AsyncIterator[AuditBlock]:
        number = 0
        while True:
            async with self._database.transaction(Scope.system()) as db:
                page = await queries.BLOCKS_AFTER.all(db, tenant_id, number)
            for block in page:
                yield block
            if not page:
                return
            number = page[-1].number

    async def _read_entries(
        self, tenant_id: UUID, after: AuditPosition, end: AuditPosition
    ) -> AsyncIterator[DigestedEntry]:
        async for entry, _ in self._read_entries_with_erasures(tenant_id, after, end):
            yield entry

    async def _read_entries_with_erasures(
        self, tenant_id: UUID, after: AuditPosition, end: AuditPosition
    ) -> AsyncIterator[tuple[DigestedEntry, EntryRecords]]:
        """Each entry with what is on record of its erasures, both as they were at one moment."""
        statement = queries.ENTRIES_OF_NOBODY if tenant_id == NOBODY else queries.ENTRIES
        while (after.at, after.id) < (end.at, end.id):
            async with self._database.transaction(Scope.system()) as db:
                await queries.ONE_MOMENT.run(db)
                page = await statement.all(db, tenant_id, after.at, after.id, end.at, PAGE)
                found = await read_erasure_records(db, self._key, page)
            for entry in page:
                if (entry.created_at, entry.id) > (end.at, end.id):
                    return
                yield entry, found[entry.id]
            if len(page) < PAGE:
                return
            after = AuditPosition(page[-1].created_at, page[-1].id)


async def list_chain_heads(database: Database) -> list[ChainHead]:
    """The last block of each account: kept elsewhere, they find an end that was cut off."""
    async with database.transaction(Scope.system()) as db:
        return await queries.ALL_HEADS.all(db)
