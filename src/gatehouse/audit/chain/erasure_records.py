"""Audit entries that were changed after they were sealed, because a user in them was erased: how it is
recorded, and how it is done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.audit.chain import queries
from gatehouse.audit.chain.mac import (
    compute_erasure_record_mac,
    find_chain_key,
    get_or_create_chain_key,
)
from gatehouse.audit.chain.queries import DigestedEntry, ErasureRecord
from gatehouse.kit.crypto import Box, equal_in_constant_time
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import AdvisoryLock, take_advisory_lock

# Fields that an erasure may change; `ip` and `user_agent` may only be removed.
CHANGEABLE = frozenset({
    "description", "actor_user_id", "actor_email", "impersonator_id", "ip", "user_agent", "data",
})  # fmt: skip


class EntryRecords:
    """Those of one entry. `forged`: whether any has not been made with the key."""

    def __init__(self, key: bytes, records: Iterable[ErasureRecord] = ()) -> None:
        self._steps: dict[bytes, bytes] = {}
        self.forged = False
        for one in records:
            if equal_in_constant_time(compute_erasure_record_mac(key, one), one.mac):
                self._steps[one.before] = one.after
            else:
                self.forged = True

    def __bool__(self) -> bool:
        return bool(self._steps)

    def follow_digest(self, digest: bytes) -> bytes:
        """Expected digest of an entry now, from its digest when it was sealed: records lead from one to the
        next, as several users may have been erased. A block that was made later begins in the middle."""
        left = len(self._steps)
        while left and digest in self._steps:
            digest, left = self._steps[digest], left - 1
        return digest


async def read_erasure_records(
    db: Db, key: bytes, page: Sequence[DigestedEntry]
) -> dict[UUID, EntryRecords]:
    """Erasure records of every entry of a page, which is ordered by time."""
    found: dict[UUID, list[ErasureRecord]] = {entry.id: [] for entry in page}
    if page:
        times = page[0].created_at, page[-1].created_at
        for one in await queries.RECORDS.all(db, *times, list(found)):
            found[one.entry_id].append(one)
    at = {entry.id: entry.created_at for entry in page}
    return {
        entry_id: EntryRecords(key, [one for one in ones if one.created_at == at[entry_id]])
        for entry_id, ones in found.items()
    }


@dataclass(frozen=True, slots=True)
class EntryErasure:
    """An entry with its new values, all of `CHANGEABLE`. `digest` is of its content before."""

    created_at: datetime
    id: UUID
    digest: bytes
    values: dict[str, Any]

    @property
    def key_fields(self) -> dict[str, Any]:
        return {"created_at": self.created_at, "id": self.id}


async def erase_in_audit_entries(
    db: Db, box: Box, erasures: Sequence[EntryErasure], at: datetime
) -> int:
    """Change entries and record the erasure, both in this transaction; returns how many. Entries may be
    sealed or not: the block holds the digest from before or after. Needs the system scope."""
    if not erasures:
        return 0
    key = await _load_or_create_chain_key(db, box)
    asked = [one.key_fields | {"values": one.values} for one in erasures]
    after = {one.id: one.digest for one in await queries.DIGESTS.all(db, asked)}
    written = [
        _to_stored_erasure_record(one, _build_erasure_record(key, one, after[one.id], at))
        for one in erasures
        if one.id in after
    ]
    return await queries.ERASE.one(db, written, at)


async def _load_or_create_chain_key(db: Db, box: Box) -> bytes:
    if key := await find_chain_key(db, box):
        return key
    await take_advisory_lock(db, AdvisoryLock.AUDIT_CHAIN)
    return await get_or_create_chain_key(db, box)


def _build_erasure_record(
    key: bytes, erasure: EntryErasure, after: bytes, at: datetime
) -> ErasureRecord:
    record = ErasureRecord(erasure.created_at, erasure.id, erasure.digest, after, at, b"")
    return replace(record, mac=compute_erasure_record_mac(key, record))


def _to_stored_erasure_record(erasure: EntryErasure, record: ErasureRecord) -> dict[str, Any]:
    """The record as the database function expects it, with bytes as hex."""
    values = {name: erasure.values[name] for name in CHANGEABLE - {"ip", "user_agent"}}
    return (
        erasure.key_fields
        | values
        | {
            "acted": erasure.values["ip"] is None and erasure.values["user_agent"] is None,
            "before": record.before.hex(),
            "after": record.after.hex(),
            "mac": record.mac.hex(),
        }
    )
