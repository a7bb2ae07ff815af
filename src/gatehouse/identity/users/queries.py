"""Statements of the vendor on people. They need the system scope: no tenant owns what they read."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.users.as_json import is_locked, user_json
from gatehouse.identity.users.models import MovedUser, UserPage
from gatehouse.kit.db import Command, Query
from gatehouse.kit.lists import CAP, ListOf, Parts, Source, Words

ONE = Query(
    str, f"select ({user_json('$2::timestamptz')})::text as text from users u where u.id = $1"
)


_WORDS: LiteralString = "(u.name || ' ' || u.email)"


def _write(parts: Parts) -> LiteralString:
    return f"""
      with {parts.found} total as materialized (select {parts.total} as n),
      page as materialized ({parts.page})
      select coalesce((
        select json_agg(one.text order by {parts.order}) from (
          select page.*, (
            select {user_json("$1::timestamptz")} from users u where u.id = page.id
          ) as text from page
        ) one
      ), '[]')::text as items, (select n from total) as total
    """


# Everybody, at the time `$1`. Words are patterns, all of which are in the name or the address.
EVERYBODY = ListOf(
    UserPage,
    _write,
    parameters=1,
    columns="u.id",
    sources=[Source("users u", "true")],
    sorts={
        "createdAt": "u.created_at",
        "name": "lower(u.name)",
        "email": "u.email",
        "id": "u.id",
        "verified": "u.verified",
        "isLocked": f"({is_locked('$1::timestamptz')})",
        "provider": "u.provider",
        "tenantId": "u.default_tenant_id",
    },
    tie="u.id",
    words=Words(f"gatehouse_find_users($?::text[], {CAP})", f"{_WORDS} ilike all ($?::text[])"),
    conditions={
        "excludes": f"not {_WORDS} ilike any ($?::text[])",
        "optional": f"{_WORDS} ilike any ($?::text[])",
        "name_prefix": "lower(u.name) like lower($?::text)",
        "email": "u.email = $?::text",
        "username": "u.id = (select n.user_id from usernames n where n.folded = $?::text)",
        "phone": "translate(u.phone_number, ' ().-', '') = $?::text",
        "ids": "u.id = any ($?::uuid[])",
        "external_ids": "u.external_id = any ($?::text[])",
        "tenant": """exists (
          select from memberships m where m.user_id = u.id and m.tenant_id = $?::uuid
        )""",
        "below": """exists (
          select from tenants own join tenants t on t.path ~>=~ own.path and t.path ~<~ (own.path || '~')
          join memberships m on m.tenant_id = t.id and m.user_id = u.id where own.id = $?::uuid
        )""",
    },
)

# How many people an account has decides which way is short. A plan for any account takes it for a small one,
# and looks a hundred thousand people up one by one to sort them.
PLANNED_ANEW = Command("set local plan_cache_mode = force_custom_plan")

# Each part comes with a flag that says whether it is given.
UPDATE = Command(
    """
    update users set updated_at = $2,
      name = case when $3::bool then $4 else name end,
      phone_number = case when $5::bool then $6 else phone_number end,
      profile_picture_url = case when $7::bool then $8 else profile_picture_url end,
      metadata = case when $9::bool then $10::jsonb else metadata end,
      metadata_claimed = metadata_claimed and not $9::bool,
      vendor_metadata = case when $11::bool then $12::jsonb else vendor_metadata end,
      mfa_bypass = case when $13::bool then $14 else mfa_bypass end,
      external_id = case when $15::bool then $16 else external_id end
    where id = $1
    """
)
SET_INVISIBLE = Command("update users set invisible = $2, updated_at = $3 where id = $1")
SET_SUPER_USER = Command("update users set is_super_user = $2, updated_at = $3 where id = $1")
LOCK = Command(
    "update users set locked_at = coalesce(locked_at, $2), updated_at = $2 where id = $1"
)
UNLOCK = Command(
    """
    with guesses as (
      update passwords set failed_attempts = 0, locked_until = null where user_id = $1
    )
    update users set locked_at = null, updated_at = $2 where id = $1
    """
)
SET_PROVIDER = Command("update users set provider = $2 where id = $1")
SET_DEFAULT_TENANT = Query(
    UUID,
    """
    update users u set default_tenant_id = $2, updated_at = $3 where u.id = $1 and exists (
      select from memberships m where m.user_id = u.id and m.tenant_id = $2
    ) returning u.id
    """,
)

# What the person opened, or the vendor itself put them into, is theirs once the vendor vouches for them.
ACTIVATE = Command(
    """
    update memberships set activated = true
    where user_id = $1 and not activated and not is_disabled
      and (invited_by is null or invited_by in (select id from vendor_credentials))
    """
)
ACTIVATE_IN = Command(
    "update memberships set activated = true where tenant_id = $1 and user_id = $2"
)

STAFF_IN = Query(
    UUID,
    "select s.user_id from staff s join memberships m using (user_id) where m.tenant_id = $1",
)
# The next members behind $3 who were there at $4; with the staff if $5.
LEAVING = Query(
    UUID,
    """
    select m.user_id from memberships m
    where m.tenant_id = $1 and m.user_id > $3 and m.created_at <= $4
      and ($5::bool or not exists (select from staff s where s.user_id = m.user_id))
    order by m.user_id limit $2::bigint
    """,
)
# Their sign-ins of this moment are waited for, so that they count as from before.
HOLD = Command("select from users where id = any ($1::uuid[]) order by id for no key update")
# Access that follows from a parent account is no membership to move: it ends in the source, and in the target
# the membership that comes takes its place.
END_INHERITED = Command(
    """
    delete from memberships
    where tenant_id in ($1, $2) and user_id = any ($3::uuid[]) and inherited_from is not null
      and (tenant_id = $1 or exists (
        select from memberships m
        where m.tenant_id = $1 and m.user_id = memberships.user_id and m.inherited_from is null
      ))
    """
)
# Those of the users $4 who are still in tenant $1 move to $2, where no directory manages them; `joined`: they
# were not there yet. Roles and groups of $1 mean nothing there.
MOVE = Query(
    MovedUser,
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
    ), usual as (
      update users set default_tenant_id = $2
      where id in (select user_id from moving) and default_tenant_id = $1
    ), remembered as (
      insert into ended_memberships (tenant_id, user_id, ended_at)
      select $1, user_id, $3 from moving
      on conflict (tenant_id, user_id) do update set ended_at = $3
    )
    select user_id, email, user_id in (select user_id from moved) as joined from moving
    """,
)
# Applications that the target has as well.
MOVE_APPLICATIONS = Command(
    """
    insert into application_users (tenant_id, user_id, application_id, created_at)
    select $2, a.user_id, a.application_id, a.created_at from application_users a
    join application_tenants t on t.tenant_id = $2 and t.application_id = a.application_id
    where a.tenant_id = $1 and a.user_id = any ($3::uuid[])
    on conflict do nothing
    """
)
MOVE_PLANS = Command(
    """
    insert into entitlements (id, tenant_id, user_id, plan_id, expires_at, created_at, updated_at)
    select gen_random_uuid(), $2, e.user_id, e.plan_id, e.expires_at, e.created_at, $4 from entitlements e
    where e.tenant_id = $1 and e.user_id = any ($3::uuid[])
    on conflict do nothing
    """
)
LEAVE = Command("delete from memberships where tenant_id = $1 and user_id = any ($2::uuid[])")
