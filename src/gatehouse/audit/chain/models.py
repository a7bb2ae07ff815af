from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

DIGEST_BYTES = 16
NOBODY = UUID(int=0)  # whose entries belong to no account


@dataclass(frozen=True, slots=True)
class AuditPosition:
    """In the order of the audit: by time, then by id."""

    at: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class AuditPortion:
    """Entries of one account and one month that come into a block, in their order."""

    tenant_id: UUID
    first_at: datetime
    last_at: datetime
    entries: list[UUID]
    digests: bytes


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The last block of an account."""

    tenant_id: UUID
    number: int
    last_at: datetime
    mac: bytes


@dataclass(frozen=True, slots=True)
class AuditBlock:
    """`digests` has 16 bytes for each of `entries`. `mac` is over all else, `previous` that of the block
    before, or empty."""

    tenant_id: UUID
    number: int
    first_at: datetime
    last_at: datetime
    entries: list[UUID]
    digests: bytes
    previous_last_at: datetime | None
    previous: bytes
    mac: bytes

    def digest_of(self, index: int) -> bytes:
        return self.digests[index * DIGEST_BYTES : (index + 1) * DIGEST_BYTES]


@dataclass(frozen=True, slots=True)
class DigestedEntry:
    """An entry as the audit has it now."""

    id: UUID
    created_at: datetime
    digest: bytes


@dataclass(frozen=True, slots=True)
class ErasureRecord:
    """Record that an entry was changed because a user in it was erased. `created_at` is the entry's."""

    created_at: datetime
    entry_id: UUID
    before: bytes
    after: bytes
    erased_at: datetime
    mac: bytes


@dataclass(frozen=True, slots=True)
class TenantRetention:
    """Retention of a tenant whose period is, or was, shorter than the default. Entries since `since` must
    still exist."""

    tenant_id: UUID
    days: int | None
    since: datetime


@dataclass(frozen=True, slots=True)
class SealedKey:
    id: UUID
    sealed_key: bytes
