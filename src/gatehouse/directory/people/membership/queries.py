"""Statements on memberships."""

from uuid import UUID

from gatehouse.directory.people.membership.models import Membership, NewMember
from gatehouse.kit.db import Command, Query

# $8: no roles were named. Then the first member of a tenant gets the roles that the vendor marks for first
# users, and later members the default roles. No row when the user is a member already.
ADD_MEMBER = Query(
    Membership,
    """
    with joined as (
      insert into memberships
        (tenant_id, user_id, activated, temporary_expires_at, invited_by, created_at, invited_name,
        invited_phone_number, invited_email, sub_account_access_allowed)
      values ($1, $2, $3, $9, $4, $5, $10, $11, $12, coalesce((
        select t.sub_account_access <> 'defaultOff' from tenants t where t.id = $1), false))
      on conflict do nothing
      returning *
    ), chosen as (
      select r.id from roles r
      where (r.tenant_id = $1 or r.tenant_id is null) and case
        when not $8 then r.id = any ($6::uuid[]) or r.key = any ($7::text[])
        when (select m.user_id from memberships m where m.tenant_id = $1 order by m.user_id limit 1)
          is not null then r.is_default
        else r.is_first_user_role
      end
    ), given as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select joined.tenant_id, joined.user_id, chosen.id from joined, chosen
    )
    select joined.*, array(select id from chosen order by id) as role_ids from joined
    """,
)

# Users who did not exist before, in a tenant that has members. `taken` are the new accounts: those of the
# addresses that were unused.
ADD_NEWCOMERS = Query(
    NewMember,
    """
    with taken as (
      select p.id, p.email from gatehouse_add_newcomers($2, $3, $1, $5) p
    ), joined as (
      insert into memberships (tenant_id, user_id, activated, managed_by, created_at, invited_name,
        sub_account_access_allowed)
      select t.id, taken.id, n.activated, $6, $5, n.called, t.sub_account_access <> 'defaultOff'
      from unnest($2::text[], $3::text[], $4::boolean[]) n (address, called, activated)
      join taken on taken.email = n.address
      join tenants t on t.id = $1
      order by taken.id
      returning user_id
    ), given as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select $1, joined.user_id, r.id from joined
      join roles r on (r.tenant_id = $1 or r.tenant_id is null) and r.is_default
    )
    select taken.id, taken.email from taken join joined on joined.user_id = taken.id
    """,
)

# User $2 of tenant $1 gets inherited access to $3 below it. Roles owned by the tenant above are not valid
# below.
INHERIT = Command(
    """
    with joined as (
      insert into memberships (tenant_id, user_id, activated, sub_account_access_allowed,
        temporary_expires_at, inherited_from, created_at)
      select below.id, m.user_id, true, m.sub_account_access_allowed, m.temporary_expires_at, m.tenant_id, $4
      from memberships m
      join tenants own on own.id = m.tenant_id
      join tenants below on below.id = $3 and below.deleted_at is null
        and below.path ~>~ own.path and below.path ~<~ (own.path || '~')
      where m.tenant_id = $1 and m.user_id = $2
      on conflict do nothing
      returning tenant_id, user_id
    )
    insert into membership_roles (tenant_id, user_id, role_id)
    select joined.tenant_id, joined.user_id, r.id from joined
    join membership_roles mr on mr.tenant_id = $1 and mr.user_id = joined.user_id
    join roles r on r.id = mr.role_id and r.tenant_id is null
    """,
)

MAY_BE_TEMPORARY = Query(bool, "select temporary_users_enabled from vendor")

MEMBERSHIP = Query(
    Membership,
    """
    select m.*, array(
      select mr.role_id from membership_roles mr
      where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id order by mr.role_id
    ) as role_ids
    from memberships m where m.tenant_id = $1 and m.user_id = $2
    """,
)

ACTIVATE_MEMBERSHIP = Command(
    "update memberships set activated = true where tenant_id = $1 and user_id = $2",
)

SET_BELOW = Command(
    """
    update memberships m set sub_account_access_allowed = $3 from tenants t
    where m.tenant_id = $1 and m.user_id = $2 and t.id = m.tenant_id
      and ($3 or t.sub_account_access <> 'alwaysOn')
    """
)

# Equals the count that member lists show.
COUNT = Query(
    int,
    "select coalesce(sum(c.people), 0)::bigint as n from roster_counts c where c.tenant_id = $1",
)

# Keep the previous address on pending invitations, because the inviting tenant knows no other.
KEEP_INVITED_EMAIL = Command(
    """
    update memberships set invited_email = $2
    where user_id = $1 and not activated and invited_by is not null and invited_email is null
    """
)

# Inherited memberships below the path $1 whose source is no longer an ancestor.
DELETE_INHERITED_BELOW = Command(
    """
    delete from memberships m using tenants t
    where t.path ~>=~ $1::text and t.path ~<~ ($1::text || '~') and m.tenant_id = t.id
      and m.inherited_from is not null and strpos(t.path, m.inherited_from::text || '/') = 0
    """
)

# Inherited access is not moved: it ends in the source, and in the target the moved membership replaces it.
DELETE_INHERITED_OF_USERS = Command(
    """
    delete from memberships
    where tenant_id in ($1, $2) and user_id = any ($3::uuid[]) and inherited_from is not null
      and (tenant_id = $1 or exists (
        select from memberships m
        where m.tenant_id = $1 and m.user_id = memberships.user_id and m.inherited_from is null
      ))
    """
)

DELETE_MEMBERSHIPS = Command(
    "delete from memberships where tenant_id = $1 and user_id = any ($2::uuid[])"
)

# Regular members only, not inherited ones.
ALLOW_SUB_ACCOUNT_ACCESS_TO_ALL = Command(
    "update memberships set sub_account_access_allowed = true"
    " where tenant_id = $1 and not sub_account_access_allowed and inherited_from is null"
)

REPLACE_INVITER = Command(
    "update memberships set invited_by = $2 where invited_by = any ($1::uuid[])"
)

DELETE_ENDED_MEMBERSHIPS = Command("delete from ended_memberships where tenant_id = $1")

RENAME_INVITED = Command(
    "update memberships set invited_name = $3 where tenant_id = $1 and user_id = $2"
)

# User $1 leaves the tenants $2; recording the end prevents old sessions and links from working with a later
# membership.
END_MEMBERSHIPS = Command(
    """
    with remembered as (
      insert into ended_memberships (tenant_id, user_id, ended_at)
      select tenant_id, $1, $3 from unnest($2::uuid[]) as t (tenant_id)
      on conflict (tenant_id, user_id) do update set ended_at = $3
    )
    delete from memberships where user_id = $1 and tenant_id = any ($2::uuid[])
    """
)

# The next $2 members of tenant $1.
LOCK_MEMBERS = Query(
    UUID,
    "select user_id from memberships where tenant_id = $1 order by user_id limit $2::bigint for update",
)

# Gives user $3 the roles of user $2 in tenant $1.
COPY_ROLES = Command(
    """
    insert into membership_roles (tenant_id, user_id, role_id)
    select tenant_id, $3, role_id from membership_roles where tenant_id = $1 and user_id = $2
    on conflict do nothing
    """
)

# Returns the roles of $3 that the user did not have.
ADD_ROLES = Query(
    UUID,
    """
    insert into membership_roles (tenant_id, user_id, role_id)
    select $1, $2, one.id from unnest($3::uuid[]) one (id)
    on conflict do nothing
    returning role_id
    """,
)
DELETE_ROLES = Query(
    UUID,
    """
    delete from membership_roles where tenant_id = $1 and user_id = $2 and role_id = any ($3::uuid[])
    returning role_id
    """,
)
