from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn

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

    def get_entry_digest(self, index: int) -> bytes:
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


KEYS = SealedColumn("audit_keys", "sealed_key")
KEY = Query(SealedKey, "select id, sealed_key from audit_keys order by created_at, id limit 1")
ADD_KEY = Command("insert into audit_keys (id, sealed_key, created_at) values ($1, $2, $3)")


SEALED_UNTIL = Query(AuditPosition, "select at, id from audit_sealed_until")
SEAL_UNTIL = Command("update audit_sealed_until set at = $1, id = $2 where (at, id) < ($1, $2)")

# Entries after `$1` and `$2` and before `$3`, of all accounts, not more than `$4`. A block never has entries
# of two months, as months are dropped whole.
PORTIONS = Query(
    AuditPortion,
    """
    with waiting as materialized (
      select a.id, coalesce(a.tenant_id, '00000000-0000-0000-0000-000000000000') as tenant_id, a.created_at,
        gatehouse_audit_digest(a) as digest
      from audits a
      where a.created_at >= $1 and (a.created_at, a.id) > ($1, $2) and a.created_at < $3
      order by a.created_at, a.id limit $4
    )
    select tenant_id, min(created_at) as first_at, max(created_at) as last_at,
      array_agg(id order by created_at, id) as entries,
      string_agg(digest, ''::bytea order by created_at, id) as digests
    from waiting
    group by tenant_id, date_trunc('month', created_at at time zone 'UTC')
    order by first_at
    """,
)
HEADS = Query(
    ChainHead,
    """
    select b.tenant_id, b.number, b.last_at, b.mac
    from unnest($1::uuid[]) wanted
    cross join lateral (
      select * from audit_blocks b where b.tenant_id = wanted order by number desc limit 1
    ) b
    """,
)
ADD = Command(
    """
    insert into audit_blocks (tenant_id, number, first_at, last_at, entries, digests, previous_last_at,
      previous, mac, created_at)
    select b.tenant_id, b.number, b.first_at, b.last_at,
      array(select jsonb_array_elements_text(b.entries)::uuid), decode(b.digests, 'hex'),
      b.previous_last_at, decode(b.previous, 'hex'), decode(b.mac, 'hex'), $2
    from jsonb_to_recordset($1) b (tenant_id uuid, number bigint, first_at timestamptz,
      last_at timestamptz, entries jsonb, digests text, previous_last_at timestamptz, previous text, mac text)
    """
)
# Blocks of months whose entries are gone.
FORGET = Command(
    """
    delete from audit_blocks where ctid = any (array(
      select ctid from audit_blocks where last_at < $1 order by last_at limit 1000
    ))
    """
)
FORGET_RECORDS = Command(
    """
    delete from audit_erasures where ctid = any (array(
      select ctid from audit_erasures where created_at < $1 order by created_at limit 1000
    ))
    """
)

ACCOUNTS = Query(
    UUID,
    """
    select id from tenants union select distinct tenant_id from audit_blocks union select $1::uuid
    order by id
    """,
)
ALL_HEADS = Query(
    ChainHead,
    """
    select distinct on (tenant_id) tenant_id, number, last_at, mac
    from audit_blocks order by tenant_id, number desc
    """,
)
BLOCKS_AFTER = Query(
    AuditBlock,
    """
    select tenant_id, number, first_at, last_at, entries, digests, previous_last_at, previous, mac
    from audit_blocks where tenant_id = $1 and number > $2 order by number limit 10
    """,
)
# A change to a row here cannot hide entries younger than the shortest period, `$2` days.
RETENTIONS = Query(
    TenantRetention,
    """
    select t.id as tenant_id, t.audit_retention_days as days,
      least(
        greatest(t.audit_kept_from, gatehouse_audit_kept_since($1, t.audit_retention_days)),
        gatehouse_audit_kept_since($1, $2)
      ) as since
    from tenants t where t.audit_retention_days is not null or t.audit_kept_from is not null
    """,
)
# After `$2` and `$3` until `$4`, that moment included, in order, not more than `$5`.
ENTRIES = Query(
    DigestedEntry,
    """
    select a.id, a.created_at, gatehouse_audit_digest(a) as digest
    from gatehouse_read_audits($1, $2, $4::timestamptz + interval '1 microsecond', false, $5, $2, $3) a
    order by a.created_at, a.id
    """,
)
ENTRIES_OF_NOBODY = Query(
    DigestedEntry,
    """
    select a.id, a.created_at, gatehouse_audit_digest(a) as digest
    from audits a
    where a.tenant_id is null and $1::uuid is not null
      and a.created_at >= $2 and (a.created_at, a.id) > ($2, $3) and a.created_at <= $4
    order by a.created_at, a.id limit $5
    """,
)
# An entry and its records must be read from one snapshot, also during an erasure.
ONE_MOMENT = Command("set transaction isolation level repeatable read, read only")
# Of the entries $3 between $1 and $2, that moment included.
RECORDS = Query(
    ErasureRecord,
    """
    select created_at, entry_id, digest_before as before, digest_after as after, erased_at, mac
    from audit_erasures where created_at >= $1 and created_at <= $2 and entry_id = any ($3::uuid[])
    """,
)

# Digests that entries would have with other values: `$1` has `created_at` and `id` of each, and `values` by
# column.
DIGESTS = Query(
    DigestedEntry,
    """
    select a.id, a.created_at, gatehouse_audit_digest(jsonb_populate_record(a, e.values)) as digest
    from jsonb_to_recordset($1) e (created_at timestamptz, id uuid, values jsonb)
    join audits a on a.created_at = e.created_at and a.id = e.id
    """,
)
ERASE = Query(int, "select gatehouse_erase_in_audits($1, $2) as changed")
