"""Statements that add many members at once. They need the system scope."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

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
