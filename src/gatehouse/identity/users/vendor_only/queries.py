"""Statements of the vendor on a user's memberships. They need the system scope."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.db import Query


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
