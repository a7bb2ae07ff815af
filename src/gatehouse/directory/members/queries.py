"""Statements on a tenant's people."""

from gatehouse.directory.members.models import Member, Stats, TenantCount
from gatehouse.kit.db import Command, Query

# Who waits to accept is shown by their address and what this tenant said of them when it invited them, so
# that it does not learn whether there is an account. $3 is the time now: whether an account is locked
# depends on it.
MEMBERS = Query(
    Member,
    """
    select u.id, m.tenant_id, (select v.id from vendor v) as vendor_id, u.email,
      case when m.activated then u.name else coalesce(m.invited_name, split_part(u.email, '@', 1)) end
        as name,
      case when m.activated then u.phone_number else m.invited_phone_number end as phone_number,
      case when m.activated then u.profile_picture_url end as profile_picture_url,
      case when m.activated then u.metadata else '{}' end as metadata,
      m.activated and u.verified as verified, m.activated and u.mfa_enrolled as mfa_enrolled,
      m.activated and u.is_super_user as is_super_user, u.invisible,
      case when m.activated then u.provider else 'local' end as provider,
      u.default_tenant_id, m.activated, m.is_disabled,
      m.activated and exists (
        select from passwords p where p.user_id = u.id and p.locked_until > $3
      ) as is_locked,
      m.managed_by, m.temporary_expires_at, m.sub_account_access_allowed,
      case when m.activated then u.created_at else m.created_at end as created_at,
      m.created_at as joined_at, case when m.activated then u.last_login_at end as last_login_at,
      coalesce(held.role_ids, '{}') as role_ids, coalesce(held.level, 1000) as level
    from memberships m
    join users u on u.id = m.user_id
    left join lateral (
      select array_agg(r.id order by r.level, r.id) as role_ids, min(r.level) as level
      from membership_roles mr join roles r on r.id = mr.role_id
      where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
    ) held on true
    where m.tenant_id = any ($1::uuid[]) and m.user_id = any ($2::uuid[])
    """,
)

STATS = Query(
    Stats,
    """
    select (select count(*) from roster r where r.tenant_id = $1) as total_items,
      (
        select count(*) from roster r where r.tenant_id = $1 and r.joined_at > $2
      ) as added_this_week,
      (
        select count(*) from membership_roles mr
        where mr.tenant_id = $1 and mr.role_id =
          (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
      ) as super_admins
    """,
)

COUNTS = Query(
    TenantCount,
    """
    select t.id as tenant_id, count(m.user_id) as total_users,
      count(m.user_id) filter (where m.sub_account_access_allowed) as total_access_allowed_users
    from tenants t
    left join memberships m on m.tenant_id = t.id
      and (not $2 or exists (select from users u where u.id = m.user_id and not u.invisible))
    where t.id = any ($1::uuid[]) group by t.id order by t.id
    """,
)

# Somebody else who is administrator to stay: accepted, not disabled, not for a time only.
OTHER_ADMIN = Query(
    bool,
    """
    select exists (
      select from membership_roles mr
      join memberships m on m.tenant_id = mr.tenant_id and m.user_id = mr.user_id
      where mr.tenant_id = $1 and mr.user_id <> $2 and m.activated and not m.is_disabled
        and mr.role_id = (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
        and m.temporary_expires_at is null
    )
    """,
)

SET_ROLES = Command(
    """
    with dropped as (
      delete from membership_roles
      where tenant_id = $1 and user_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into membership_roles (tenant_id, user_id, role_id)
    select $1, $2, r.id from unnest($3::uuid[]) as r (id)
    on conflict do nothing
    """,
)

# Both rows of a person are locked in one order everywhere, `users` first; the main statement asks for what
# the other one did, so that it comes after. Who accepts meanwhile waits, and neither stops the other.

# Also the person's own name, if they are nobody's yet: then they take it along when they accept.
RENAME_WAITING = Command(
    """
    with nobodys as (
      update users set name = $3, updated_at = $4
      where id = $2 and not verified and default_tenant_id = $1
      returning id
    )
    update memberships set invited_name = $3
    where tenant_id = $1 and user_id = $2 and (select count(*) from nobodys) >= 0
    """,
)

SET_DISABLED = Command(
    "update memberships set is_disabled = $3 where tenant_id = $1 and user_id = $2",
)

SET_EXPIRY = Command(
    "update memberships set temporary_expires_at = $3 where tenant_id = $1 and user_id = $2",
)

REMOVE = Command(
    """
    with elsewhere as (
      update users set default_tenant_id = null where id = $2 and default_tenant_id = $1
      returning id
    )
    delete from memberships
    where tenant_id = $1 and user_id = $2 and (select count(*) from elsewhere) >= 0
    """,
)
