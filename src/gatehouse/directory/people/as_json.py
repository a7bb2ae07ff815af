"""Members as JSON, built in SQL (wire-api §12: User, UserV3, TeamUser).

Many members hold the same roles, so each role, and each set of permissions, is rendered once per response
and copied into every user: on a page of a hundred it is most of the text. Values that are not set are
missing. `roles` are those given to the user directly, which can be changed there; `permissions` are all
that they have, also through groups.
"""

from dataclasses import dataclass
from typing import LiteralString

from gatehouse.directory.roles.queries import PERMISSION, ROLE, compose_permission_holders
from gatehouse.kit.db.as_json import compact_json, instant_as_json

_PERSON: LiteralString = f"""
  'id', m.id, 'email', m.email, 'name', m.name, 'verified', m.verified,
  'tenantId', m.tenant_id, 'activatedForTenant', m.activated, 'isDisabled', m.is_disabled,
  'managedBy', m.managed_by, 'temporaryExpirationDate', {instant_as_json("m.temporary_expires_at")},
  'createdAt', {instant_as_json("m.created_at")}, 'joinedAt', {instant_as_json("m.joined_at")},
  'lastLogin', {instant_as_json("m.last_login_at")}
"""

_USER_V3: LiteralString = f"""
  {_PERSON}, 'sub', m.id, 'mfaEnrolled', m.mfa_enrolled, 'phoneNumber', m.phone_number,
  'profilePictureUrl', m.profile_picture_url, 'provider', m.provider, 'isLocked', m.is_locked,
  'invisible', case when m.invisible then true end,
  'superUser', case when m.is_super_user then true end,
  'metadata', {compact_json("m.metadata")}, 'subAccountAccessAllowed', m.sub_account_access_allowed
"""

_TEAM_USER: LiteralString = f"""
  {_PERSON}, 'phone', m.phone_number, 'profileImageUrl', m.profile_picture_url,
  'vendorId', (select v.id from vendor v), 'mfaEnabled', m.mfa_enrolled
"""

_IN_TENANTS: LiteralString = """ || ',"tenants":[' || b.in_tenants || ']'"""
_TENANT_IDS: LiteralString = """ || ',"tenantIds":[' || b.tenant_ids || ']'"""
_ROLES: LiteralString = """ || ',"roles":[' || m.roles || '],"roleIds":' || m.role_ids"""
_PERMITTED: LiteralString = """ || ',"rolesIds":' || m.role_ids
  || ',"permissions":[' || m.permissions || '],"groups":[' || m.groups || ']'
"""


# For each tenant in `tenants`.
_IN_TENANT: LiteralString = f"""
  'tenantId', m.tenant_id, 'isDisabled', m.is_disabled,
  'temporaryExpirationDate', {instant_as_json("m.temporary_expires_at")}
"""
_WHOLE_IN_TENANT: LiteralString = f"""
  {_IN_TENANT}, 'activated', m.activated, 'lastLogin', {instant_as_json("m.last_login_at")}
"""
_HELD: LiteralString = """ || ',"roles":[' || m.roles || ']'"""
_HELD_AND_PERMITTED: LiteralString = f"""{_HELD} || ',"permissions":[' || m.permissions || ']'"""


@dataclass(frozen=True, slots=True)
class UserShape:
    """`facts` and `in_tenant` are names and values, of the user and of each tenant; `rest` and `held` are
    SQL of the text that is appended to these."""

    name: str
    facts: LiteralString
    rest: LiteralString
    in_tenant: LiteralString = _IN_TENANT
    held: LiteralString = _HELD


USER = UserShape("user", _USER_V3, _TENANT_IDS + _IN_TENANTS + _ROLES + _PERMITTED)
USER_V3 = UserShape("user_v3", _USER_V3, _TENANT_IDS + _IN_TENANTS)
USER_EVERYWHERE = UserShape(
    "user_everywhere",
    _USER_V3,
    _TENANT_IDS + _IN_TENANTS,
    in_tenant=_WHOLE_IN_TENANT,
    held=_HELD_AND_PERMITTED,
)
USER_ALONE = UserShape(
    "user_alone",
    f"""{_USER_V3}, 'vendorId', (select v.id from vendor v),
      'updatedAt', {instant_as_json("m.updated_at")}""",
    _TENANT_IDS + _IN_TENANTS + _ROLES + _PERMITTED + """ || ',"deletedAt":null'""",
)
TEAM_USER = UserShape("team_user", _TEAM_USER, _IN_TENANTS + _ROLES)


def compose_member_columns(m: LiteralString, now: LiteralString) -> LiteralString:
    """The columns that both `Member` and the JSON have, of the membership `m` and its user `u`.

    A member who has not accepted yet is shown by the address and the values that this tenant gave when
    inviting, so that it does not learn whether an account exists. Whether an account is locked depends on
    `now`.
    """
    return f"""
      case when {m}.activated then u.email else coalesce({m}.invited_email, u.email) end as email,
      case when {m}.activated then u.name
        else coalesce({m}.invited_name, split_part(coalesce({m}.invited_email, u.email), '@', 1)) end as name,
      case when {m}.activated then u.phone_number else {m}.invited_phone_number end as phone_number,
      case when {m}.activated then u.profile_picture_url end as profile_picture_url,
      case when {m}.activated then u.metadata else '{{}}' end as metadata,
      {m}.activated and u.verified as verified, {m}.activated and u.mfa_enrolled as mfa_enrolled,
      {m}.activated and u.is_super_user as is_super_user, u.invisible,
      case when {m}.activated then u.provider else 'local' end as provider,
      {m}.activated and exists (
        select from password_locks p where p.user_id = u.id and p.locked_until > {now}
      ) or {m}.activated and u.locked_at is not null as is_locked,
      {m}.activated, {m}.is_disabled, {m}.managed_by, {m}.temporary_expires_at,
      {m}.sub_account_access_allowed, {m}.created_at as joined_at,
      case when {m}.activated then u.created_at else {m}.created_at end as created_at,
      case when {m}.activated then u.last_login_at end as last_login_at
    """


def compose_members_json(
    shape: UserShape,
    page: LiteralString,
    *,
    tenants: LiteralString,
    now: LiteralString,
    holding: LiteralString | None = None,
) -> LiteralString:
    """The query parts of a `with` that ends in `written`: a `text` for each user of `page` (tenant_id,
    user_id, key), who is shown as in that tenant, and with every membership in `tenants`, an array.

    `now` as in `compose_member_columns`. `holding` replaces the statement of the roles that hold each
    permission, if `tenants` does not contain all tenants in scope.
    """
    return f"""
    page as materialized ({page}),
    belongs as materialized (
      select m.*, m.tenant_id = page.tenant_id as shown, page.key,
        array_position({tenants}, m.tenant_id) as place
      from page join memberships m on m.user_id = page.user_id and m.tenant_id = any ({tenants})
    ),
    held as materialized (
      select b.tenant_id, b.user_id,
        array(
          select r.id from roles r where r.id = any (array(
            select mr.role_id from membership_roles mr
            where mr.tenant_id = b.tenant_id and mr.user_id = b.user_id
          )) order by r.level, r.id
        ) as ids,
        array(
          select distinct e.role_id from effective_roles e
          where e.tenant_id = b.tenant_id and e.user_id = b.user_id order by e.role_id
        ) as counting,
        array(
          select gm.group_id from group_members gm
          where gm.tenant_id = b.tenant_id and gm.user_id = b.user_id
        ) as group_ids
      from belongs b
    ),
    role as materialized (
      select r.id, r.level, {ROLE} as text from roles r
      where r.id = any (array(select distinct unnest(ids) from held))
    ),
    permission as materialized (
      select p.id, p.key, {PERMISSION} as text
      from permissions p
      left join ({holding or compose_permission_holders(tenants)}) h on h.permission_id = p.id
      where p.id in (
        select rp.permission_id from role_permissions rp
        where rp.role_id = any (array(select distinct unnest(counting) from held))
      )
    ),
    grouped as materialized (
      select g.id, lower(g.name) as name,
        json_strip_nulls(json_build_object('id', g.id, 'name', g.name, 'color', g.color))::text as text
      from groups g
      where g.tenant_id = any ({tenants}) and g.id = any (array(select distinct unnest(group_ids) from held))
    ),
    together as materialized (
      select one.ids, array_to_json(one.ids)::text as role_ids,
        (select string_agg(text, ',' order by level, id) from role where id = any (one.ids)) as roles
      from (select distinct ids from held) one
    ),
    permitted as materialized (
      select one.counting, (
          select string_agg(text, ',' order by key) from permission where id in (
            select rp.permission_id from role_permissions rp where rp.role_id = any (one.counting))
        ) as permissions
      from (select distinct counting from held) one
    ),
    member as materialized (
      select u.id, b.tenant_id, b.shown, b.place, b.key, {compose_member_columns("b", now)},
        case when b.activated then u.updated_at else b.created_at end as updated_at,
        coalesce(together.role_ids, '[]') as role_ids, coalesce(together.roles, '') as roles,
        coalesce(permitted.permissions, '') as permissions,
        coalesce((
          select string_agg(text, ',' order by name, id) from grouped where id = any (held.group_ids)
        ), '') as groups
      from belongs b
      join users u on u.id = b.user_id
      left join held on held.tenant_id = b.tenant_id and held.user_id = b.user_id
      left join together on together.ids = held.ids
      left join permitted on permitted.counting = held.counting
    ),
    everywhere as materialized (
      select m.id, string_agg('"' || m.tenant_id || '"', ',' order by m.place) as tenant_ids,
        string_agg(
          left(json_strip_nulls(json_build_object({shape.in_tenant}))::text, -1) {shape.held} || '}}', ','
          order by m.place
        ) as in_tenants
      from member m group by m.id
    ),
    written as (
      select m.id as user_id, m.key,
        left(json_strip_nulls(json_build_object({shape.facts}))::text, -1) {shape.rest} || '}}' as text
      from member m join everywhere b on b.id = m.id
      where m.shown
    )
    """
