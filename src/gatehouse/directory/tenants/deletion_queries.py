"""Statements on deleted accounts. They need the system scope, since no tenant sees them."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.lists import JsonPage, ListOf, Source, StatementParts, compose_json_page


@dataclass(frozen=True, slots=True)
class DeletableTenant:
    """An account that may be deleted. `deleted_with`: the account whose deletion included this one, itself
    or one above it; None when there is nothing to restore. `erasing_at`: when the erasure of that account
    was started."""

    id: UUID
    name: str
    path: str
    is_deleted: bool
    parent_is_deleted: bool
    deleted_with: UUID | None
    erasing_at: datetime | None


# The audit entry of the deletion of `t`: in its own audit, or in that of the account above that deleted it.
# It was written in the same transaction, slightly later.
_DELETION: LiteralString = """
  select a.actor_email, a.actor_kind from audits a
  where a.tenant_id = any (string_to_array(rtrim(t.path, '/'), '/')::uuid[])
    and a.created_at >= d.deleted_at and a.created_at < d.deleted_at + interval '10 minutes'
    and (a.action = 'tenant.deleted' and a.data ->> 'account_id' = t.id::text
      or a.action = 'sub_account.deleted' and a.data ->> 'sub_account_id' = t.id::text)
  order by a.created_at limit 1
"""
# JSON of the row `d` of deleted_tenants, its tenant `t`, and `by`, the audit entry of its deletion.
_JSON: LiteralString = f"""
  json_strip_nulls(json_build_object(
    'id', t.id, 'name', t.name, 'alias', d.alias, 'parentTenantId', t.parent_id,
    'createdAt', {instant_as_json("t.created_at")}, 'deletedAt', {instant_as_json("d.deleted_at")},
    'deletedBy', by.actor_email, 'deletedByKind', by.actor_kind,
    'eraseAt', {instant_as_json("d.erase_at")}, 'isBeingErased', d.erasing_at is not null,
    'accountsBelow', (select count(*) - 1 from deleted_tenants w where w.deleted_with = t.id)
  ))
"""


def _compose_deleted_tenants_statement(parts: StatementParts) -> LiteralString:
    item: LiteralString = f"""
      select {_JSON} from deleted_tenants d join tenants t on t.id = d.tenant_id
      left join lateral ({_DELETION}) by on true
      where d.tenant_id = page.tenant_id
    """
    return compose_json_page(parts, item)


# Accounts that were themselves deleted, not with one above.
DELETED = ListOf(
    JsonPage,
    _compose_deleted_tenants_statement,
    parameters=0,
    columns="d.tenant_id",
    sources=[
        Source(
            "deleted_tenants d join tenants t on t.tenant_id = d.tenant_id",
            "d.tenant_id = d.deleted_with",
        )
    ],
    sorts={"name": "lower(t.name)", "deletedAt": "d.deleted_at", "eraseAt": "d.erase_at"},
    tie="d.tenant_id",
    conditions={"name": "t.name ilike $?::text"},
)

# Number of accounts below the path $1 that would be deleted with it.
COUNT_BELOW = Query(
    int,
    """
    select count(*) from tenants where path ~>~ $1 and path ~<~ ($1 || '~') and deleted_at is null
    """,
)

# The account $3 with the path $1 and everything below it that is not deleted yet; accounts deleted before
# keep their own date. The alias becomes available to others. $4: when to erase; $5: since when the erasure is
# under way, or null.
DELETE_TREE = Query(
    UUID,
    """
    with before as (
      select id, alias from tenants
      where path ~>=~ $1 and path ~<~ ($1 || '~') and deleted_at is null for update
    ), gone as (
      update tenants t set deleted_at = $2, alias = null from before where t.id = before.id returning t.id
    )
    insert into deleted_tenants (tenant_id, deleted_with, deleted_at, erase_at, erasing_at, alias)
    select before.id, $3, $2, $4, case when before.id = $3 then $5::timestamptz end, before.alias
    from before join gone on gone.id = before.id
    returning tenant_id
    """,
)

# After LOCK_DELETED. What was deleted with $1 is restored unchanged, except an alias that another account has
# taken meanwhile.
RESTORE_TREE = Query(
    UUID,
    """
    with back as (delete from deleted_tenants where deleted_with = $1 returning tenant_id, alias)
    update tenants t set deleted_at = null, updated_at = $2,
      alias = case when not exists (select from tenants o where o.alias = back.alias) then back.alias end
    from back where t.id = back.tenant_id
    returning t.id
    """,
)

# The row stays, since the audit and bills refer to it; the company details in it are deleted last.
ERASE_DETAILS = Query(
    str,
    """
    update tenants set metadata = '{"erased": true}', website = null, address = null, timezone = null,
      date_format = null, time_format = null, currency = null, logo_url = null, application_url = null,
      login_url = null, creator_name = null, creator_email = null
    where id = $1 and deleted_at is not null
    returning name
    """,
)

# Serializes concurrent restores and erasures.
LOCK_DELETED = Command("select from deleted_tenants where tenant_id = $1 for update")

# After LOCK_DELETED.
ERASE_NOW = Command(
    "update deleted_tenants set erase_at = $2, erasing_at = $2 where deleted_with = $1 and tenant_id = $1"
)

# Accounts whose grace period has ended. SKIP LOCKED: one that is being restored is skipped. An erasure that
# started before $2 and is not finished has failed and is started again.
START_DUE_ERASURES = Query(
    UUID,
    """
    update deleted_tenants set erasing_at = $1 where tenant_id in (
      select tenant_id from deleted_tenants
      where tenant_id = deleted_with and erase_at <= $1 and (erasing_at is null or erasing_at <= $2)
      order by erase_at limit $3 for update skip locked)
    returning tenant_id
    """,
)

DELETE_RECORD = Command("delete from deleted_tenants where tenant_id = $1")


STANDING = Query(
    DeletableTenant,
    """
    select t.id, t.name, t.path, t.deleted_at is not null as is_deleted,
      coalesce(p.deleted_at is not null, false) as parent_is_deleted, d.deleted_with, w.erasing_at
    from tenants t
    left join tenants p on p.id = t.parent_id
    left join deleted_tenants d on d.tenant_id = t.id
    left join deleted_tenants w on w.tenant_id = d.deleted_with
    where t.id = $1
    """,
)

# The accounts deleted with $1, the deepest first and $1 itself last: its row records that something is left
# to erase. Empty before the erasure was started.
DELETED_WITH = Query(
    UUID,
    """
    select d.tenant_id from deleted_tenants d join tenants t on t.id = d.tenant_id
    where d.deleted_with = $1 and exists (
      select from deleted_tenants w where w.tenant_id = $1 and w.erasing_at is not null)
    order by t.path desc
    """,
)
# Accounts at and below the path $1 that an earlier version deleted, which cannot be restored.
TO_ERASE = Query(
    UUID,
    """
    select t.id from tenants t
    where t.path ~>=~ $1 and t.path ~<~ ($1 || '~') and t.deleted_at is not null
      and t.metadata <> '{"erased": true}'
      and not exists (select from deleted_tenants d where d.tenant_id = t.id)
    """,
)
