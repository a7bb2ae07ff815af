"""Whether the domain of an address is a tenant's own, for the areas above."""

from uuid import UUID

from gatehouse.kit.db import Db, Query

# One whose record was not found any more may be somebody else's by now.
OWNED = Query(
    bool,
    """
    select exists (
      select from sso_domains
      where tenant_id = $1 and domain = $2 and validated_at is not null and missing_since is null)
    """,
)


async def is_owned(db: Db, tenant_id: UUID, email: str) -> bool:
    """Of a normalized address."""
    return await OWNED.one(db, tenant_id, email.rpartition("@")[2])
