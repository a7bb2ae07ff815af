"""Statements of the vendor on invite links; in the system scope."""

from uuid import UUID

from gatehouse.directory.people.invite_links.models import StoredLink
from gatehouse.kit.db import Query

# Those that still work at $1, of every account that is not deleted; the oldest first.
ALL = Query(
    StoredLink,
    """
    select id, (select v.id from vendor v) as vendor_id, tenant_id, user_id, sealed_token,
      expires_at as expires, should_send_email, role_ids
    from invite_links l
    where expires_at > $1 and exists (select from tenants t where t.id = l.tenant_id and t.deleted_at is null)
    order by id limit $2::bigint offset $3::bigint
    """,
)

END = Query(UUID, "delete from invite_links where id = $1 returning tenant_id")
