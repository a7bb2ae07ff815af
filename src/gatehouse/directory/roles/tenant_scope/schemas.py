from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId


class RoleOwner(Wire):
    """With null the role becomes the vendor's, which every account has."""

    tenant_id: TenantId | None
