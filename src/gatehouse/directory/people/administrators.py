"""Somebody always runs the account: a tenant without an administrator could help itself no more.

An administrator holds the vendor's role of that name, given to them or to one of their groups.
"""

from uuid import UUID

from gatehouse.directory.people.errors import LastAdmin
from gatehouse.kit.db import Db, Query

# Whether person $2 is one in tenant $1.
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

# Somebody who is administrator to stay: accepted, not disabled, not for a time only, not by
# rights above. Not $2; $3 in any case.
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

# Of those who can sign in now.
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


async def some_addresses(db: Db, tenant_id: UUID) -> list[str]:
    """Whom to tell by mail what concerns the account; 20 at most, and nobody of a deleted one."""
    return await ADDRESSES.all(db, tenant_id, MOST_TOLD)


async def is_one(db: Db, tenant_id: UUID, user_id: UUID) -> bool:
    return await IS_ONE.one(db, tenant_id, user_id)


async def keep_one(
    db: Db, tenant_id: UUID, *, without: UUID | None = None, or_still: UUID | None = None
) -> None:
    """`LastAdmin` unless somebody is administrator to stay: other than `without`, who is about to go, or
    `or_still`, whose other rights have changed."""
    if not await STAYS.one(db, tenant_id, without, or_still):
        raise LastAdmin("This is the last administrator. Make somebody else administrator first.")
