"""Statements on deleted accounts; all in the system scope, since no tenant sees them."""

from uuid import UUID

from gatehouse.directory.sub_accounts.deletion.models import Standing
from gatehouse.kit.db import Command, Query

# The account $3 with the path $1 and everything below it that was not deleted before: that keeps its own
# date. What it was called is free for others. $4: when it is erased; $5: since when that is under way.
DELETE = Query(
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

# Whoever restores or erases it waits for whoever does already.
LOCK = Command("select from deleted_tenants where tenant_id = $1 for update")
STANDING = Query(
    Standing,
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

# After LOCK. What was deleted with $1 is as it was; an alias that somebody took meanwhile is theirs.
RESTORE = Query(
    UUID,
    """
    with back as (delete from deleted_tenants where deleted_with = $1 returning tenant_id, alias)
    update tenants t set deleted_at = null, updated_at = $2,
      alias = case when not exists (select from tenants o where o.alias = back.alias) then back.alias end
    from back where t.id = back.tenant_id
    returning t.id
    """,
)
# Of what was restored below the account above $1: suspended as that one is, unless it was for itself, or with
# one that was restored too.
FOLLOW_PARENT = Command(
    """
    update tenants t set suspended_at = p.suspended_at, suspended_with = p.suspended_with
    from tenants own join tenants p on p.id = own.parent_id
    where own.id = $1 and t.path ~>=~ own.path and t.path ~<~ (own.path || '~') and t.deleted_at is null
      and t.suspended_with is distinct from p.suspended_with
      and not exists (
        select from tenants s
        where s.id = t.suspended_with and s.path ~>=~ own.path and s.path ~<~ (own.path || '~'))
    """
)

# After LOCK.
ERASE_NOW = Command(
    "update deleted_tenants set erase_at = $2, erasing_at = $2 where deleted_with = $1 and tenant_id = $1"
)
# Those whose time has come. One that is being restored at this moment is left; one that was begun before $2
# and is not done was given up, and is begun again.
BEGIN_DUE = Query(
    UUID,
    """
    update deleted_tenants set erasing_at = $1 where tenant_id in (
      select tenant_id from deleted_tenants
      where tenant_id = deleted_with and erase_at <= $1 and (erasing_at is null or erasing_at <= $2)
      order by erase_at limit $3 for update skip locked)
    returning tenant_id
    """,
)

# What went with $1, the deepest first and $1 itself last: while there is something left, there is the row
# that says so. Nothing before the erasing was begun.
DELETED_WITH = Query(
    UUID,
    """
    select d.tenant_id from deleted_tenants d join tenants t on t.id = d.tenant_id
    where d.deleted_with = $1 and exists (
      select from deleted_tenants w where w.tenant_id = $1 and w.erasing_at is not null)
    order by t.path desc
    """,
)
# What a version before has deleted, at and below the path $1: it keeps nothing that could be restored.
TO_ERASE = Query(
    UUID,
    """
    select t.id from tenants t
    where t.path ~>=~ $1 and t.path ~<~ ($1 || '~') and t.deleted_at is not null
      and t.metadata <> '{"erased": true}'
      and not exists (select from deleted_tenants d where d.tenant_id = t.id)
    """,
)

ERASE_PEOPLE = Query(
    UUID,
    """
    with leaving as (
      select user_id from memberships where tenant_id = $1 order by user_id limit $2::bigint for update
    ), elsewhere as (
      update users set default_tenant_id = null
      where id in (select user_id from leaving) and default_tenant_id = $1
    )
    delete from memberships where tenant_id = $1 and user_id in (select user_id from leaving)
    returning user_id
    """,
)

ERASE_ROLES = Command("delete from roles where tenant_id = $1")

ERASE_ENDS = Command("delete from ended_memberships where tenant_id = $1")

# The row stays, since the audit trail and bills name it; what it says of the company goes, last of all.
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
ERASED = Command("delete from deleted_tenants where tenant_id = $1")
