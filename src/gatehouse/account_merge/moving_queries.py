"""Statements that give what was person $1's to person $2. They need the system scope, and whoever runs them
holds both people and the turns of all accounts of the one who goes."""

from typing import LiteralString
from uuid import UUID

from gatehouse.account_merge.models import Gathered
from gatehouse.kit.db import Command, Query

HELD_PLACES = Query(
    UUID, "select tenant_id from memberships where user_id = $1 order by tenant_id limit 2000"
)
# Also against whoever brings one of them into an account at this moment.
LOCK_PEOPLE = Query(UUID, "select id from users where id = any ($1::uuid[]) order by id for update")

# Who follows from above comes again by themselves; where the other is a member by right, that counts.
DROP_FOLLOWING = Command(
    """
    delete from memberships m where m.inherited_from is not null and (
      m.user_id = $1 or m.user_id = $2 and exists (
        select from memberships a
        where a.tenant_id = m.tenant_id and a.user_id = $1 and a.inherited_from is null
      )
    )
    """
)

# Where only the first was a member the membership comes as it is, disabled or for a while. From when sessions
# count is the other's: whoever was removed there does not come back with an old one.
JOIN = Query(
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

# Where both are members the second one's stands. Nothing is added to it from a membership that was disabled
# or ends sooner, and nothing to one that is disabled: a merge gives nobody what an administrator has taken.
_ADDS: LiteralString = """
  not a.is_disabled and not b.is_disabled and (
    a.temporary_expires_at is null
    or coalesce(a.temporary_expires_at >= b.temporary_expires_at, false)
  )
"""
# $3: where the second has just come in.
_BOTH: LiteralString = f"""
  memberships a join memberships b on b.tenant_id = a.tenant_id and b.user_id = $2
    and (b.tenant_id = any ($3::uuid[]) or {_ADDS})
"""
GATHER = Command(
    f"""
    update memberships b set activated = b.activated or a.activated,
      sub_account_access_allowed = b.sub_account_access_allowed or a.sub_account_access_allowed
    from memberships a
    where a.user_id = $1 and b.user_id = $2 and b.tenant_id = a.tenant_id and {_ADDS}
      and (a.activated and not b.activated
        or a.sub_account_access_allowed and not b.sub_account_access_allowed)
    """
)
MOVE_ROLES = Query(
    Gathered,
    f"""
    with moved as (
      insert into membership_roles (tenant_id, user_id, role_id)
      select r.tenant_id, $2, r.role_id from {_BOTH}
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
MOVE_GROUPS = Command(
    f"""
    insert into group_members (tenant_id, group_id, user_id)
    select g.tenant_id, g.group_id, $2 from {_BOTH}
    join group_members g on g.tenant_id = a.tenant_id and g.user_id = a.user_id
    where a.user_id = $1
    on conflict do nothing
    """
)
MOVE_APPLICATIONS = Command(
    f"""
    insert into application_users (tenant_id, user_id, application_id, created_at)
    select p.tenant_id, $2, p.application_id, p.created_at from {_BOTH}
    join application_users p on p.tenant_id = a.tenant_id and p.user_id = a.user_id
    where a.user_id = $1
    on conflict do nothing
    """
)
# A plan once; it lasts as long as either did.
MOVE_PLANS = Command(
    f"""
    insert into entitlements as kept (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)
    select gen_random_uuid(), p.tenant_id, $2, p.plan_id, p.expires_at, p.created_at, $4 from {_BOTH}
    join entitlements p on p.tenant_id = a.tenant_id and p.user_id = a.user_id
    where a.user_id = $1
    on conflict (tenant_id, plan_id, user_id) do update set updated_at = $4,
      expires_at = case when kept.expires_at is null or excluded.expires_at is null then null
        else greatest(kept.expires_at, excluded.expires_at) end
    """
)

# How somebody stands to the vendor's own things, or is such a thing, by their id. Where the other stood so
# too it lasts as long as either did; of two times apart it is the other's. How the two stood to each other is
# said of nobody any more.
MOVE_RELATIONS = Command(
    """
    with moved as (
      delete from relation_assignments
      where subject_key = $1::uuid::text or target_key = $1::uuid::text returning *
    ), renamed as (
      select target_type_key,
        case target_key when $1::uuid::text then $2::uuid::text else target_key end as target_key,
        relation_key, subject_type_key,
        case subject_key when $1::uuid::text then $2::uuid::text else subject_key end as subject_key,
        active_from, active_until, created_at
      from moved
    )
    insert into relation_assignments as kept (target_type_key, target_key, relation_key, subject_type_key,
      subject_key, active_from, active_until, created_at)
    select target_type_key, target_key, relation_key, subject_type_key, subject_key, active_from,
      active_until, created_at
    from renamed where target_key <> subject_key
    on conflict (target_type_key, target_key, relation_key, subject_type_key, subject_key) do update set
      active_from = case when kept.active_from is not null and excluded.active_from is not null
        then least(kept.active_from, excluded.active_from) end,
      active_until = case when kept.active_until is not null and excluded.active_until is not null
        then greatest(kept.active_until, excluded.active_until) end
      where coalesce(kept.active_from <= excluded.active_until, true)
        and coalesce(excluded.active_from <= kept.active_until, true)
    """
)

# Claims take turns at the license.
LOCK_LICENSES = Query(
    UUID,
    """
    select l.id from licenses l where l.tenant_id = any ($1::uuid[]) and l.id in (
      select s.license_id from license_seats s where s.tenant_id = any ($1) and s.kind = 'user'
        and (s.holder = $2 or lower(s.holder) = any ($3::text[]))
    ) order by l.id for update
    """,
)

# What others made of the first one's doing stays; an account's own tokens were made for the account.
MOVE_OWN_THINGS = Command(
    """
    with identities as (
      update external_identities set user_id = $2 where user_id = $1
    ), names as (
      update usernames set user_id = $2 where user_id = $1
        and not exists (select from usernames n where n.user_id = $2)
    ), tokens as (
      update api_tokens set created_by = $2 where created_by = $1 and owner_id is null
    ), home as (
      update users u set updated_at = $3, default_tenant_id = coalesce(u.default_tenant_id, (
        select a.default_tenant_id from users a where a.id = $1))
      where u.id = $2
    ), asked as (
      update merge_requests set goes_id = null where goes_id = $1 and status <> 'waiting'
    )
    update merge_requests set stays_id = $2 where stays_id = $1
    """
)
# The primary one first.
ADDRESSES = Query(
    str,
    """
    select known.email from (
      select u.email, 0 as place from users u where u.id = $1
      union all
      select e.email, 1 from user_emails e where e.user_id = $1 and e.verified_at is not null
    ) known order by known.place, known.email limit 50
    """,
)
# A number that both typed, and one has proved, is proved.
DROP_SAME_NUMBERS = Command(
    """
    delete from phone_numbers b where b.user_id = $2 and b.verified_at is null and exists (
      select from phone_numbers a
      where a.user_id = $1 and a.phone_number = b.phone_number and a.verified_at is not null)
    """
)
MOVE_NUMBERS = Command(
    """
    update phone_numbers set user_id = $2, replaces_until = null
    where user_id = $1 and verified_at is not null
    """
)
# What erasing and exporting the second one has to find. Who was part of the first is part of the second.
KEEP_FORMER = Command(
    """
    with before as (
      update former_people set user_id = $2 where user_id = $1
    )
    insert into former_people (former_id, user_id, name, created_at)
    select id, $2, name, created_at from users where id = $1
    """
)
# Those that ended now ($3): applications are told of it by a job that reads the session.
KEEP_ENDED = Command("update sessions set user_id = $2 where user_id = $1 and ended_at >= $3")

# What is left goes with the row: passwords, factors, keys, codes, sessions, memberships, the person's own
# tokens.
DELETE = Command("delete from users where id = $1")
