from datetime import datetime
from uuid import UUID

from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId


class TenantTokenOut(Wire):
    """`roles` and `permissions` are keys."""

    id: UUID
    tenant_id: ShownTenantId
    roles: list[str]
    permissions: list[str]
    expires: datetime | None = None


class UserTokenOut(TenantTokenOut):
    user_id: UUID
