"""The profile as JSON, built in the database because it is the most frequent read of every client.

A user's memberships span several tenants, so these run in the system scope; each names the session or
personal token ($1), the user ($2), the tenant of the token ($3) and the time ($4), and returns no row
when the session is expired or the membership in that tenant is not in force.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.access.answer_cache import ReadVersions, compose_versions
from gatehouse.access.session_caller import ACTING, ACTING_FOR_TENANT
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.profile.picture import ProfilePicture
from gatehouse.kit.db import Command, Query
from gatehouse.kit.db.configuration_version import VERSION

_CALLER: LiteralString = f"{ACTING} cross join vendor v"


@dataclass(frozen=True, slots=True)
class ProfileText:
    """A view of the profile, with the versions of what it was read with."""

    text: str
    tenant_ids: list[UUID]
    versions: list[int | None]
    until: datetime | None
    configuration_version: int

    @property
    def read_with(self) -> ReadVersions:
        return ReadVersions(self.tenant_ids, self.versions, self.until)


# The tenants of the user, their versions, and when the first temporary membership or lock of now ends.
_MEMBER_OF: LiteralString = """
  array(select o.tenant_id from memberships o where o.user_id = $2 order by o.tenant_id)
"""
_READ_WITH: LiteralString = f"""
  {_MEMBER_OF} as tenant_ids, {compose_versions("$2", _MEMBER_OF)} as versions,
  least(
    (select min(o.temporary_expires_at) from memberships o
      where o.user_id = $2 and o.temporary_expires_at > $4),
    (select p.locked_until from passwords p where p.user_id = $2 and p.locked_until > $4)
  ) as until,
  {VERSION} as configuration_version
"""

_ROLE: LiteralString = """
      json_build_object(
        'id', r.id, 'vendorId', v.id, 'tenantId', r.tenant_id, 'key', r.key, 'name', r.name,
        'description', r.description, 'isDefault', r.is_default,
        'firstUserRole', r.is_first_user_role, 'level', r.level,
        'createdAt', r.created_at, 'updatedAt', r.updated_at,
        'permissions', array(select rp.permission_id from role_permissions rp where rp.role_id = r.id)
      )
"""

# Of a permission `p` that the roles `h` hold.
_PERMISSION: LiteralString = """
      json_build_object(
        'id', p.id, 'key', p.key, 'name', p.name, 'description', p.description,
        'categoryId', p.category_id, 'fePermission', p.fe_permission,
        'assignmentType', p.assignment_type, 'createdAt', p.created_at, 'updatedAt', p.updated_at,
        'roleIds', array_remove(array_agg(h.id), null)
      )
"""

# Every role of the user in any tenant, by groups too, in the wire format, and the permissions of those in
# this tenant.
_HELD: LiteralString = f"""
  with held as materialized (
    select mr.tenant_id, r.id, r.level, {_ROLE} as role
    from memberships o
    cross join lateral (
      select distinct e.tenant_id, e.role_id from effective_roles e
      where e.tenant_id = o.tenant_id and e.user_id = o.user_id
    ) mr
    join roles r on r.id = mr.role_id
    cross join vendor v
    where o.user_id = $2
  ),
  permitted as materialized (
    select p.id, p.key, {_PERMISSION} as permission
    from held h
    join role_permissions rp on rp.role_id = h.id
    join permissions p on p.id = rp.permission_id
    where h.tenant_id = $3
    group by p.id
  )
"""

_ROLES: LiteralString = """
  (select coalesce(json_agg(role order by level, id), '[]') from held where tenant_id = $3)
"""

_PERMISSIONS: LiteralString = """
  (select coalesce(json_agg(permission order by key), '[]') from permitted)
"""

# Memberships in force, oldest first.
_BELONGS: LiteralString = """
  from memberships_in_force o where o.user_id = u.id and o.until > $4
"""

# Values that are not set are omitted; only a picture is null, because clients merge this into what they had
# before.
ME = Query(
    ProfileText,
    f"""
    {_HELD}
    select overlay(json_strip_nulls(json_build_object(
      'id', u.id, 'sub', u.id, 'email', u.email, 'name', u.name, 'verified', u.verified,
      'mfaEnrolled', u.mfa_enrolled, 'mfaBypass', u.mfa_bypass, 'phoneNumber', u.phone_number,
      'profilePictureUrl', u.profile_picture_url, 'provider', u.provider,
      'metadata', u.metadata::text, 'createdAt', u.created_at, 'lastLogin', u.last_login_at,
      'tenantId', m.tenant_id, 'activatedForTenant', true, 'isDisabled', false,
      'managedBy', m.managed_by, 'subAccountAccessAllowed', m.sub_account_access_allowed,
      'temporaryExpirationDate', m.temporary_expires_at,
      'isLocked', exists (
        select from passwords p where p.user_id = u.id and p.locked_until > $4),
      'superUser', case when u.is_super_user then true end,
      'invisible', case when u.invisible then true end,
      'groups', (
        select coalesce(json_agg(json_build_object(
            'id', g.id, 'name', g.name, 'color', g.color
          ) order by lower(g.name), g.id), '[]')
        from group_members gm join groups g on g.id = gm.group_id
        where gm.tenant_id = m.tenant_id and gm.user_id = u.id),
      'tenantIds', (
        select json_agg(o.tenant_id order by o.created_at, o.tenant_id) {_BELONGS}),
      'tenants', (
        select json_agg(json_build_object(
            'tenantId', o.tenant_id,
            'roles', (
              select coalesce(json_agg(h.role order by h.level, h.id), '[]')
              from held h where h.tenant_id = o.tenant_id)
          ) order by o.created_at, o.tenant_id)
        {_BELONGS}),
      'rolesIds', (select coalesce(json_agg(id order by level, id), '[]')
        from held where tenant_id = $3),
      'roles', {_ROLES},
      'permissions', {_PERMISSIONS}
    ))::text placing case
      when u.profile_picture_url is null then '{{"profilePictureUrl":null,' else '{{'
    end from 1 for 1) as text, {_READ_WITH}
    {_CALLER}
    """,
)

AUTHORIZATION = Query(
    ProfileText,
    f"""
    {_HELD}
    select json_strip_nulls(json_build_object(
      'roles', {_ROLES}, 'permissions', {_PERMISSIONS}
    ))::text as text, {_READ_WITH}
    {_CALLER}
    """,
)


@dataclass(frozen=True, slots=True)
class TokenAuthorization:
    text: str
    configuration_version: int


# The authorization of a tenant's API token $1, whose permissions may come without a role.
AUTHORIZATION_FOR_TENANT = Query(
    TokenAuthorization,
    f"""
    with held as materialized (
      select r.tenant_id, r.id, r.level, {_ROLE} as role
      from api_token_roles tr join roles r on r.id = tr.role_id cross join vendor v
      where tr.token_id = $1
    ),
    permitted as materialized (
      select p.id, p.key, {_PERMISSION} as permission
      from (
        select rp.permission_id, h.id from held h join role_permissions rp on rp.role_id = h.id
        union all
        select tp.permission_id, null from api_token_permissions tp where tp.token_id = $1
      ) h join permissions p on p.id = h.permission_id
      group by p.id
    )
    select json_strip_nulls(json_build_object(
      'roles', (select coalesce(json_agg(role order by level, id), '[]') from held),
      'permissions', {_PERMISSIONS}
    ))::text as text, {VERSION} as configuration_version
    {ACTING_FOR_TENANT}
    """,
)

# Values that are not set are omitted; only `deletedAt`, which clients expect, is present and null.
_TENANTS: LiteralString = """
  with belongs as materialized (
    select x.id, x.name, overlay(json_strip_nulls(json_build_object(
        'id', x.id, 'tenantId', x.id, 'vendorId', v.id, 'name', x.name,
        'metadata', x.metadata::text, 'isReseller', x.is_reseller, 'alias', x.alias,
        'website', x.website, 'address', x.address, 'timezone', x.timezone,
        'dateFormat', x.date_format, 'timeFormat', x.time_format, 'currency', x.currency,
        'logo', x.logo_url, 'logoUrl', x.logo_url, 'hasCustomLogin', x.login_url is not null,
        'loginUrl', x.login_url, 'applicationUrl', x.application_url,
        'createdAt', x.created_at, 'updatedAt', x.updated_at
      ))::text placing '{"deletedAt":null,' from 1 for 1)::json as tenant
    from memberships_in_force o join tenants x on x.id = o.tenant_id
    cross join vendor v
"""

TENANT_LIST = Query(
    ProfileText,
    f"""
    {_TENANTS} where o.user_id = $2 and o.until > $4)
    select (select json_agg(tenant order by name, id) from belongs)::text as text, {_READ_WITH} {_CALLER}
    """,
)

# The tenants of a user that a backend names.
TENANTS_OF = Query(
    str,
    f"""
    {_TENANTS} where o.user_id = $1 and o.until > $2)
    select coalesce(json_agg(tenant order by name, id), '[]')::text from belongs
    """,
)

TENANTS = Query(
    ProfileText,
    f"""
    {_TENANTS} where o.user_id = $2 and o.until > $4)
    select json_build_object(
      'tenants', (select json_agg(tenant order by name, id) from belongs),
      'activeTenant', (select tenant from belongs where id = m.tenant_id)
    )::text as text, {_READ_WITH} {_CALLER}
    """,
)

PICTURE = Query(
    ProfilePicture,
    "select media_type, content, digest from profile_pictures where user_id = $1 and left(digest, 16) = $2",
)

SAVE_PICTURE = Command(
    """
    insert into profile_pictures (user_id, media_type, content, digest, updated_at)
    values ($1, $2, $3, $4, $5)
    on conflict (user_id) do update
      set media_type = $2, content = $3, digest = $4, updated_at = $5
    """,
)
DELETE_PICTURE = Command("delete from profile_pictures where user_id = $1")

PICTURE_ROWS = UserRows("profile_pictures")
