"""Users as JSON with all their tenants (wire-api §12: User), built in the database. Values that are not
set are omitted."""

from typing import LiteralString

from gatehouse.directory.roles.queries import ROLE
from gatehouse.kit.db.as_json import compact_json, instant_as_json

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


def is_locked(now: LiteralString) -> LiteralString:
    return f"""
      u.locked_at is not null or exists (
        select from password_locks p where p.user_id = u.id and p.locked_until > {now})
    """


def user_json(now: LiteralString) -> LiteralString:
    return f"""
      json_strip_nulls(json_build_object(
        'id', u.id, 'sub', u.id, 'email', u.email, 'name', u.name, 'verified', u.verified,
        'username', (select n.username from usernames n where n.user_id = u.id),
        'profilePictureUrl', u.profile_picture_url, 'phoneNumber', u.phone_number,
        'mfaEnrolled', u.mfa_enrolled, 'mfaBypass', u.mfa_bypass, 'provider', u.provider,
        'isLocked', {is_locked(now)},
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
