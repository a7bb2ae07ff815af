"""Whether a tenant that a call names exists."""

from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.kit.db import Db, Query

EXISTS = Query(
    bool, "select exists (select from tenants where id = $1 and deleted_at is null) as found"
)


async def require_tenant(db: Db, tenant_id: UUID) -> None:
    """Raises `TenantNotFound` when it is deleted or out of this transaction's scope."""
    if not await EXISTS.one(db, tenant_id):
        raise TenantNotFound("The tenant was not found")
