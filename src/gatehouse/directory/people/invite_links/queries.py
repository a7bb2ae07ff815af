"""Statements on invite links."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.access.permissions import LEVEL, PERMISSION_KEYS
from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn


@dataclass(frozen=True, slots=True)
class StoredLink:
    """`user_id` is the creator."""

    id: UUID
    vendor_id: UUID
    tenant_id: UUID
    user_id: UUID
    sealed_token: bytes
    expires: datetime
    should_send_email: bool
    role_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link that has not expired, with the current rights of its creator. `name` is the tenant's."""

    id: UUID
    tenant_id: UUID
    maker_id: UUID
    name: str
    role_ids: list[UUID]
    created_at: datetime
    permissions: list[str]
    level: int


TOKEN = SealedColumn("invite_links", "sealed_token")

_COLUMNS: LiteralString = """
  id, (select v.id from vendor v) as vendor_id, tenant_id, user_id, sealed_token, expires_at as expires,
  should_send_email, role_ids
"""

# The link of user $2 in tenant $1. A link created before their access was revoked never works again.
LINK = Query(
    StoredLink,
    f"""
    select {_COLUMNS} from invite_links l
    where l.tenant_id = $1 and l.user_id = $2 and l.expires_at > $3 and l.created_at > coalesce((
        select m.sessions_from from memberships m where m.tenant_id = $1 and m.user_id = $2
      ), '-infinity')
    """,
)

# Replaces the previous link, if any.
PUT = Query(
    StoredLink,
    f"""
    insert into invite_links (id, tenant_id, user_id, token_hash, sealed_token, role_ids,
      should_send_email, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (tenant_id, user_id) do update set id = $1, token_hash = $4, sealed_token = $5,
      role_ids = $6, should_send_email = $7, created_at = $8, expires_at = $9
    returning {_COLUMNS}
    """,
)

CHANGE = Query(
    StoredLink,
    f"""
    update invite_links set expires_at = coalesce($3, expires_at),
      should_send_email = coalesce($4, should_send_email), role_ids = coalesce($5, role_ids)
    where tenant_id = $1 and id = $2 returning {_COLUMNS}
    """,
)

DELETE = Command("delete from invite_links where tenant_id = $1 and id = $2")

TENANT = Query(UUID, "select tenant_id from invite_links where token_hash = $1 and expires_at > $2")

# The link with the current rights of its creator, who must still be a member. Locks the link until this
# transaction ends.
OPENED = Query(
    OpenedLink,
    f"""
    select l.id, l.tenant_id, l.user_id as maker_id, t.name, l.role_ids, l.created_at,
      {PERMISSION_KEYS} as permissions, {LEVEL} as level
    from invite_links l
    join tenants t on t.id = l.tenant_id
    join memberships_in_force m on m.tenant_id = l.tenant_id and m.user_id = l.user_id
      and m.until > $2 and (m.sessions_from is null or l.created_at > m.sessions_from)
    where l.token_hash = $1 and l.expires_at > $2
    for share of l
    """,
)

# Whether user $2 was removed from tenant $1 since $3.
REMOVED_SINCE = Query(
    bool,
    """
    select exists (
      select from ended_memberships where tenant_id = $1 and user_id = $2 and ended_at >= $3
    )
    """,
)

# The address of the creator of link $2 in tenant $1, if they want to be notified and are still a member.
NOTICE = Query(
    str,
    """
    select u.email from invite_links l
    join memberships_in_force m on m.tenant_id = l.tenant_id and m.user_id = l.user_id and m.until > $3
    join users u on u.id = l.user_id and u.verified
    where l.tenant_id = $1 and l.id = $2 and l.should_send_email
    """,
)


# Links that have not expired at $1, of every account that is not deleted; the oldest first.
ALL = Query(
    StoredLink,
    f"""
    select {_COLUMNS} from invite_links l
    where expires_at > $1 and exists (select from tenants t where t.id = l.tenant_id and t.deleted_at is null)
    order by id limit $2::bigint offset $3::bigint
    """,
)

END = Query(UUID, "delete from invite_links where id = $1 returning tenant_id")
