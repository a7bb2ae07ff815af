"""Statements that give user $2 the memberships of user $1, in all tenants. They need the system scope."""

from typing import LiteralString
from uuid import UUID

from gatehouse.directory.people.membership.models import MergedMembership
from gatehouse.kit.db import Command, Query

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
