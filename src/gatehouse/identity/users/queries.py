"""Statements of the vendor on users. They need the system scope: no tenant owns what they read."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.directory.roles.queries import ROLE
from gatehouse.identity.users.schemas import PersonIdentityOut
from gatehouse.kit.db import Query
from gatehouse.kit.db.as_json import compact_json, instant_as_json
from gatehouse.kit.lists import CAP, JsonPage

# Users as JSON with all their tenants (wire-api §12: User). Values that are not set are omitted.
_ROLES: LiteralString = f"""
  coalesce((
    select json_agg(({ROLE})::json order by r.level, r.id) from membership_roles mr
    join roles r on r.id = mr.role_id
    where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
  ), '[]')
"""

_MEMBERSHIPS: LiteralString = """
  from memberships m join tenants t on t.id = m.tenant_id and t.deleted_at is null
  where m.user_id = u.id
"""

# The tenant that the user is listed in: the default one, else the first.
_HOME: LiteralString = f"""
  {_MEMBERSHIPS} order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at, m.tenant_id
  limit 1
"""

# Of user `u` at the time `now`.


def compose_is_locked(now: LiteralString) -> LiteralString:
    return f"""
      u.locked_at is not null or exists (
        select from password_locks p where p.user_id = u.id and p.locked_until > {now})
    """


def compose_user_json(now: LiteralString) -> LiteralString:
    return f"""
      json_strip_nulls(json_build_object(
        'id', u.id, 'sub', u.id, 'email', u.email, 'name', u.name, 'verified', u.verified,
        'username', (select n.username from usernames n where n.user_id = u.id),
        'profilePictureUrl', u.profile_picture_url, 'phoneNumber', u.phone_number,
        'mfaEnrolled', u.mfa_enrolled, 'mfaBypass', u.mfa_bypass, 'provider', u.provider,
        'isLocked', {compose_is_locked(now)},
        'invisible', u.invisible, 'superUser', u.is_super_user,
        'metadata', {compact_json("u.metadata")}, 'vendorMetadata', {compact_json("u.vendor_metadata")},
        'externalId', u.external_id, 'createdAt', {instant_as_json("u.created_at")},
        'lastLogin', {instant_as_json("u.last_login_at")},
        'erasingSince', {instant_as_json("u.erasing_since")},
        'tenantId', (select m.tenant_id {_HOME}),
        'roles', coalesce((select {_ROLES} {_HOME}), '[]'),
        'permissions', '[]'::json,
        'activatedForTenant', (select m.activated {_HOME}),
        'managedBy', (select m.managed_by {_HOME}),
        'subAccountAccessAllowed', coalesce((select m.sub_account_access_allowed {_HOME}), false),
        'tenantIds', coalesce((
          select json_agg(m.tenant_id order by m.created_at, m.tenant_id) {_MEMBERSHIPS}), '[]'),
        'tenants', coalesce((
          select json_agg(json_build_object(
            'tenantId', m.tenant_id, 'roles', {_ROLES}, 'isDisabled', m.is_disabled,
            'temporaryExpirationDate', {instant_as_json("m.temporary_expires_at")}
          ) order by m.created_at, m.tenant_id) {_MEMBERSHIPS}), '[]')
      ))
    """


ONE = Query(
    str,
    f"select ({compose_user_json('$2::timestamptz')})::text as text from users u where u.id = $1",
)


# All users (`$2` is null), or those who are members of tenant `$2`, with `$3` also of one below it, at the
# time `$1`. `$4` has the conditions; sort, descending, limit and offset follow.
USERS = Query(
    JsonPage,
    f"""
    with found as materialized (
      select * from gatehouse_list_users_of_tenants(
        $2::uuid, $3::bool, $4::jsonb, $1::timestamptz, $5::text, $6::bool, $7::bigint, $8::bigint, {CAP}
      )
    )
    select coalesce((
      select json_agg({compose_user_json("$1::timestamptz")} order by found.place) from found
      cross join lateral (select * from users u where u.id = found.id offset 0) u
    ), '[]')::text as items, (select coalesce(max(total), 0) from found) as total
    """,
)


@dataclass(frozen=True, slots=True)
class OwnFactor:
    """`kind` is that of an MFA factor, or `passkey`, which may be both. `last_used_at` is unknown for
    numbers and addresses: what was sent there is not kept."""

    id: UUID
    kind: str
    label: str
    is_second_factor: bool
    is_platform: bool
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class HeldRoles:
    email: str
    role_ids: list[UUID]


# Tenants of user $1: all, or those of $2.
ACCOUNTS = Query(
    UUID,
    """
    select m.tenant_id from memberships m join tenants t on t.id = m.tenant_id and t.deleted_at is null
    where m.user_id = $1 and ($2::uuid[] is null or m.tenant_id = any ($2))
    order by m.tenant_id limit 1001
    """,
)
HELD = Query(
    HeldRoles,
    """
    select u.email, array(
      select mr.role_id from membership_roles mr where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
    ) as role_ids
    from memberships m join users u on u.id = m.user_id where m.tenant_id = $1 and m.user_id = $2
    """,
)
KNOWN_ROLES = Query(UUID, "select id from roles where id = any ($1::uuid[])")


# The last use of an app's code is known from `last_step`, which counts half minutes (RFC 6238 §4.2).
FACTORS = Query(
    OwnFactor,
    """
    select id, 'authenticator' as kind, '' as label, true as is_second_factor, false as is_platform,
      confirmed_at as created_at,
      case when last_step > 0 then to_timestamp(last_step * 30) end as last_used_at
    from authenticators where user_id = $1 and confirmed_at is not null
    union all
    select id, 'phone', phone_number, true, false, created_at, null from mfa_phones where user_id = $1
    union all
    select e.user_id, 'email', u.email, true, false, e.created_at, null
    from mfa_emails e join users u on u.id = e.user_id where e.user_id = $1
    union all
    select id, case when is_passkey then 'passkey' when device_type = 'Platform' then 'platform'
      else 'cross_platform' end, name, is_second_factor, device_type = 'Platform', created_at, last_used_at
    from webauthn_credentials where user_id = $1
    order by created_at, id limit 200
    """,
)
IDENTITIES = Query(
    PersonIdentityOut,
    """
    select id, kind, provider, email, created_at, last_used_at from external_identities
    where user_id = $1 order by created_at, id limit 200
    """,
)
