"""Every tenant keeps at least one administrator, because a tenant without one could not manage itself.

An administrator holds the vendor's role of that name, directly or through a group.
"""

from uuid import UUID

from gatehouse.directory.people.errors import LastAdmin
from gatehouse.kit.db import Db, Query

# Whether user $2 is an administrator of tenant $1.
IS_ONE = Query(
    bool,
    """
    select exists (
      select from effective_roles e
      where e.tenant_id = $1 and e.user_id = $2
        and e.role_id = (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
    )
    """,
)

# Whether tenant $1 has a permanent administrator other than $2: activated, not disabled, not temporary, not
# inherited. Administrator $3 counts in any case.
STAYS = Query(
    bool,
    """
    select exists (
      select from effective_roles e
      join memberships m on m.tenant_id = e.tenant_id and m.user_id = e.user_id
      where e.tenant_id = $1 and e.user_id is distinct from $2::uuid
        and e.role_id = (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
        and (m.user_id = $3::uuid
          or m.activated and not m.is_disabled and m.temporary_expires_at is null
            and m.inherited_from is null)
    )
    """,
)

# Addresses of administrators who can sign in.
ADDRESSES = Query(
    str,
    """
    select u.email from effective_roles e
    join memberships m on m.tenant_id = e.tenant_id and m.user_id = e.user_id
    join users u on u.id = e.user_id
    join tenants t on t.id = e.tenant_id and t.deleted_at is null
    where e.tenant_id = $1 and m.activated and not m.is_disabled
      and e.role_id = (select r.id from roles r where r.tenant_id is null and r.key = 'Admin')
    group by u.email order by u.email limit $2
    """,
)
MOST_TOLD = 20


async def list_administrator_emails(db: Db, tenant_id: UUID) -> list[str]:
    """Email addresses of administrators to notify about the tenant; at most 20, and none of a deleted
    tenant."""
    return await ADDRESSES.all(db, tenant_id, MOST_TOLD)


async def is_administrator(db: Db, tenant_id: UUID, user_id: UUID) -> bool:
    return await IS_ONE.one(db, tenant_id, user_id)


async def require_another_administrator(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    """Raises `LastAdmin` when this member, who is about to lose access, is the last permanent
    administrator."""
    if await is_administrator(db, tenant_id, user_id):
        await require_remaining_administrator(db, tenant_id, without=user_id)


async def require_remaining_administrator(
    db: Db, tenant_id: UUID, *, without: UUID | None = None, or_still: UUID | None = None
) -> None:
    """Raises `LastAdmin` unless a permanent administrator remains: a user other than `without`, who is
    about to be removed, or `or_still`, whose other rights have changed."""
    if not await STAYS.one(db, tenant_id, without, or_still):
        raise LastAdmin("This is the last administrator. Make another user an administrator first.")
