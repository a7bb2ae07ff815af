"""Statements on memberships."""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.people.models import Membership, MergedMembership, MovedMember, NewMember
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
COUNT_MEMBERS = Query(
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


# Memberships without inviter: the user created the tenant when signing up.
ACTIVATE_OPENED_TENANTS = Query(
    UUID,
    """
    update memberships m set activated = true
    where m.user_id = $1 and m.invited_by is null and not m.activated and not m.is_disabled
      and exists (select from tenants t where t.id = m.tenant_id and t.deleted_at is null)
    returning m.tenant_id
    """,
)

# Memberships that the user created at sign-up, or that the vendor's credentials created, are activated once
# the vendor marks the address verified.
ACTIVATE_UNINVITED = Command(
    """
    update memberships set activated = true
    where user_id = $1 and not activated and not is_disabled
      and (invited_by is null or invited_by in (select id from vendor_credentials))
    """
)


# Activated immediately for verified users, otherwise once they have verified their address.
ADD_IMPORTED_MEMBERS = Query(
    UUID,
    """
    insert into memberships
      (tenant_id, user_id, activated, invited_email, is_disabled, temporary_expires_at, created_at)
    select m.tenant_id, m.user_id, u.verified, m.email, m.is_disabled, m.expires_at, $6
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::timestamptz[])
      as m (tenant_id, user_id, email, is_disabled, expires_at)
    join users u on u.id = m.user_id
    order by m.tenant_id, m.user_id
    on conflict do nothing
    returning user_id
    """,
)

ADD_IMPORTED_ROLES = Command(
    """
    insert into membership_roles (tenant_id, user_id, role_id)
    select r.tenant_id, r.user_id, r.role_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as r (tenant_id, user_id, role_id)
    join memberships m on m.tenant_id = r.tenant_id and m.user_id = r.user_id
    on conflict do nothing
    """
)


# The users $4 that are still members of tenant $1 move to $2, where no directory manages them; `joined`: they
# were not members there yet. Roles and groups of tenant $1 itself are not moved.
MOVE_MEMBERSHIPS = Query(
    MovedMember,
    """
    with moving as (
      select m.user_id, u.email from memberships m join users u on u.id = m.user_id
      where m.tenant_id = $1 and m.user_id = any ($4::uuid[])
      order by m.user_id for update of m
    ), moved as (
      insert into memberships (tenant_id, user_id, activated, is_disabled, temporary_expires_at,
        sub_account_access_allowed, invited_by, invited_name, invited_phone_number, invited_email, created_at)
      select $2, m.user_id, m.activated, m.is_disabled, m.temporary_expires_at,
        m.sub_account_access_allowed, m.invited_by, m.invited_name, m.invited_phone_number, m.invited_email,
        $3
      from memberships m join moving using (user_id) where m.tenant_id = $1
      on conflict do nothing returning user_id
    ), roles_moved as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select $2, moved.user_id, mr.role_id from moved
      join membership_roles mr on mr.tenant_id = $1 and mr.user_id = moved.user_id
      join roles r on r.id = mr.role_id and r.tenant_id is null
    ), remembered as (
      insert into ended_memberships (tenant_id, user_id, ended_at)
      select $1, user_id, $3 from moving
      on conflict (tenant_id, user_id) do update set ended_at = $3
    )
    select user_id, email, user_id in (select user_id from moved) as joined from moving
    """,
)


# Where both are members, the membership of the second stays. Nothing is added to it from a membership that is
# disabled or expires sooner, and nothing to one that is disabled: a merge must not restore what an
# administrator has revoked.
_ADDS: LiteralString = """
  not a.is_disabled and not b.is_disabled and (
    a.temporary_expires_at is null
    or coalesce(a.temporary_expires_at >= b.temporary_expires_at, false)
  )
"""

# $3: tenants that the second has just joined.
BOTH_MEMBERSHIPS: LiteralString = f"""
  memberships a join memberships b on b.tenant_id = a.tenant_id and b.user_id = $2
    and (b.tenant_id = any ($3::uuid[]) or {_ADDS})
"""

# Inherited memberships are created again when needed; where the other has a regular membership, that one is
# kept.
DELETE_INHERITED = Command(
    """
    delete from memberships m where m.inherited_from is not null and (
      m.user_id = $1 or m.user_id = $2 and exists (
        select from memberships a
        where a.tenant_id = m.tenant_id and a.user_id = $1 and a.inherited_from is null
      )
    )
    """
)

# Where only the first was a member, the membership is copied as it is, disabled or temporary. The time from
# which sessions are valid is that of the second: a user who was removed there does not regain access with an
# old session.
COPY_MEMBERSHIPS = Query(
    UUID,
    """
    insert into memberships (tenant_id, user_id, activated, is_disabled, managed_by, temporary_expires_at,
      sub_account_access_allowed, invited_by, invited_name, invited_phone_number, invited_email, created_at)
    select a.tenant_id, $2, a.activated, a.is_disabled, a.managed_by, a.temporary_expires_at,
      a.sub_account_access_allowed, a.invited_by, a.invited_name, a.invited_phone_number,
      coalesce(a.invited_email, case when not a.activated then u.email end), a.created_at
    from memberships a join users u on u.id = a.user_id
    where a.user_id = $1 order by a.tenant_id
    on conflict do nothing
    returning tenant_id
    """,
)

MERGE_MEMBERSHIPS = Command(
    f"""
    update memberships b set activated = b.activated or a.activated,
      sub_account_access_allowed = b.sub_account_access_allowed or a.sub_account_access_allowed
    from memberships a
    where a.user_id = $1 and b.user_id = $2 and b.tenant_id = a.tenant_id and {_ADDS}
      and (a.activated and not b.activated
        or a.sub_account_access_allowed and not b.sub_account_access_allowed)
    """
)

MERGE_ROLES = Query(
    MergedMembership,
    f"""
    with moved as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select r.tenant_id, $2, r.role_id from {BOTH_MEMBERSHIPS}
      join membership_roles r on r.tenant_id = a.tenant_id and r.user_id = a.user_id
      where a.user_id = $1
      on conflict do nothing
      returning tenant_id
    )
    select b.tenant_id, b.tenant_id in (select tenant_id from moved) as changed
    from memberships a join memberships b on b.tenant_id = a.tenant_id and b.user_id = $2
    where a.user_id = $1 and b.tenant_id <> all ($3::uuid[]) order by b.tenant_id
    """,
)
