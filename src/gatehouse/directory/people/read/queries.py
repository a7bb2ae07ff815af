"""Statements on a tenant's members."""

from typing import LiteralString

from gatehouse.access.rights import LEVEL
from gatehouse.access.single_statement_reads import compose_authorized_select
from gatehouse.directory.people.models import Member, MemberStats, TenantCount
from gatehouse.directory.people.read.as_json import (
    TEAM_USER,
    USER,
    USER_ALONE,
    UserShape,
    people_as_json,
)
from gatehouse.kit.db import Query

# A member who has not accepted yet is shown by the address and the values that this tenant gave when
# inviting, so that it does not learn whether an account exists. $3 is the current time, which decides whether
# an account is locked.
MEMBERS = Query(
    Member,
    f"""
    select u.id, m.tenant_id, (select v.id from vendor v) as vendor_id,
      case when m.activated then u.email else coalesce(m.invited_email, u.email) end as email,
      case when m.activated then u.name
        else coalesce(m.invited_name, split_part(coalesce(m.invited_email, u.email), '@', 1)) end as name,
      case when m.activated then u.phone_number else m.invited_phone_number end as phone_number,
      case when m.activated then u.profile_picture_url end as profile_picture_url,
      case when m.activated then u.metadata else '{{}}' end as metadata,
      m.activated and u.verified as verified, m.activated and u.mfa_enrolled as mfa_enrolled,
      m.activated and u.is_super_user as is_super_user, u.invisible,
      case when m.activated then u.provider else 'local' end as provider,
      u.default_tenant_id, m.activated, m.is_disabled,
      m.activated and exists (
        select from password_locks p where p.user_id = u.id and p.locked_until > $3
      ) or m.activated and u.locked_at is not null as is_locked,
      m.managed_by, m.temporary_expires_at, m.sub_account_access_allowed,
      m.inherited_from is not null as inherited,
      case when m.activated then u.created_at else m.created_at end as created_at,
      m.created_at as joined_at, case when m.activated then u.last_login_at end as last_login_at,
      array(
        select r.id from roles r where r.id = any (array(
          select mr.role_id from membership_roles mr
          where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
        )) order by r.level, r.id
      ) as role_ids,
      array(
        select gm.group_id from group_members gm
        where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id order by gm.group_id
      ) as group_ids,
      {LEVEL} as level
    from memberships m
    join users u on u.id = m.user_id
    where m.tenant_id = any ($1::uuid[]) and m.user_id = any ($2::uuid[])
    """,
)


# Status of the members of tenant $3 among $6, filtered by the statuses $7 if given. It does not disclose
# whether an account exists for an invited address.
STATUSES = Query(
    str,
    compose_authorized_select("""
      select coalesce(json_agg(json_build_object(
        'userId', one.user_id,
        'tenantsStatuses', json_build_array(json_build_object('tenantId', $3::uuid, 'status', one.status))
      ) order by one.user_id), '[]')::text
      from (
        select m.user_id, case
          when not m.activated and m.invited_by is not null then 'PendingInvitation'
          when not m.activated then 'NotActivated'
          when m.last_seen_at is null then 'PendingLogin'
          else 'Activated' end as status
        from memberships m join users u on u.id = m.user_id and not u.invisible
        where m.tenant_id = $3 and m.user_id = any ($6::uuid[])
      ) one
      where $7::text[] is null or one.status = any ($7::text[])
    """),
)


def _select_member(
    shape: UserShape, tenant: LiteralString, person: LiteralString, now: LiteralString
) -> LiteralString:
    page: LiteralString = f"select {tenant} as tenant_id, {person} as user_id, 0 as key"
    parts = people_as_json(shape, page, tenants=f"array[{tenant}]", now=now)
    return f"with {parts} select coalesce((select text from written), 'null')"


# User $2 of tenant $1 at the time $3, as JSON; `null` when they are no member.
ONE_USER = Query(str, _select_member(USER, "$1::uuid", "$2::uuid", "$3::timestamptz"))
ONE_TEAM_USER = Query(str, _select_member(TEAM_USER, "$1::uuid", "$2::uuid", "$3::timestamptz"))
OWN_USER = Query(
    str, compose_authorized_select(_select_member(USER_ALONE, "$3::uuid", "$6::uuid", "$4"))
)

STATS = Query(
    MemberStats,
    """
    select (
        select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = $1
      ) as total_items,
      (
        select count(*) from roster r where r.tenant_id = $1 and r.joined_at > $2
      ) as added_this_week,
      (
        select count(distinct e.user_id) from effective_roles e
        where e.tenant_id = $1 and e.role_id =
          (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
      ) as super_admins
    """,
)

# Visible members are counted in the roster; the few invisible ones are counted separately. $2: exclude
# invisible ones.
COUNTS = Query(
    TenantCount,
    """
    select t.id as tenant_id, (
        select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = t.id
      ) + case when $2 then 0 else (
        select count(*) from users u join memberships m on m.user_id = u.id
        where u.invisible and m.tenant_id = t.id
      ) end as total_users,
      (
        select count(*) from memberships m join users u on u.id = m.user_id
        where m.tenant_id = t.id and m.sub_account_access_allowed and not ($2 and u.invisible)
      ) as total_access_allowed_users
    from tenants t where t.id = any ($1::uuid[]) order by t.id
    """,
)
