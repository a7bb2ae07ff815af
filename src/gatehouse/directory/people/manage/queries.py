"""Statements that change a tenant's members."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class ExpiredMembership:
    """A membership that has expired; `id` is that of the tenant and the user together."""

    due_at: datetime
    id: str
    tenant_id: UUID
    user_id: UUID
    email: str


WITH_ADDRESS = Query(UUID, "select r.user_id from roster r where r.tenant_id = $1 and r.email = $2")

SET_ROLES = Command(
    """
    with dropped as (
      delete from membership_roles
      where tenant_id = $1 and user_id = $2 and role_id <> all ($3::uuid[])
    )
    insert into membership_roles (tenant_id, user_id, role_id)
    select $1, $2, r.id from unnest($3::uuid[]) as r (id)
    on conflict do nothing
    """,
)

# A user whose access was revoked must not regain it with an old session: `sessions_from` records the time,
# and for removed members `ended_memberships`, which a new membership reads. This lock waits for a sign-in
# that is under way, so that its session precedes the recorded time; later sign-ins wait for the lock and then
# check whether they are still allowed.
HOLD = Command("select from users where id = $1 for no key update")

# Whether user $1 has access to a tenant other than $2.
ENTERS_ELSEWHERE = Query(
    bool,
    """
    select exists (
      select from memberships_in_force where user_id = $1 and tenant_id <> $2 and until > $3
    ) as found
    """,
)

SET_DISABLED = Command(
    """
    update memberships set is_disabled = $3,
      sessions_from = case when $3 then $4::timestamptz else sessions_from end
    where tenant_id = $1 and user_id = $2
    """,
)

SET_SUB_ACCOUNT_ACCESS = Command(
    "update memberships set sub_account_access_allowed = $3 where tenant_id = $1 and user_id = $2",
)

SET_EXPIRY = Command(
    """
    update memberships set temporary_expires_at = $3,
      sessions_from =
        case when temporary_expires_at <= $4 then temporary_expires_at else sessions_from end
    where tenant_id = $1 and user_id = $2
    """,
)

KEEP = Command(
    """
    update memberships set managed_by = 'scim2', activated = activated or $3
    where tenant_id = $1 and user_id = $2
    """,
)
LET_GO = Command(
    "update memberships set managed_by = 'frontegg' where tenant_id = $1 and user_id = $2",
)

# Of all tenants, the earliest expiry first.
ENDED = Query(
    ExpiredMembership,
    """
    select m.temporary_expires_at as due_at, m.tenant_id::text || m.user_id as id, m.tenant_id,
      m.user_id, u.email
    from memberships m join users u on u.id = m.user_id
    where m.temporary_expires_at < $1
      and (m.temporary_expires_at, m.tenant_id::text || m.user_id) > ($2, $3)
    order by m.temporary_expires_at, m.tenant_id::text || m.user_id limit $4
    """,
)

STILL_ENDED = Query(
    bool,
    """
    select exists (
      select from memberships where tenant_id = $1 and user_id = $2 and temporary_expires_at < $3
    )
    """,
)
