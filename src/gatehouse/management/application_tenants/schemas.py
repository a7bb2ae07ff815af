from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.vendor.applications.models import AccessType


class TenantsOfApp(Wire):
    tenant_ids: list[ShownTenantId]


class TenantAssignmentCreate(Wire):
    """Without `accessType` that of the application."""

    tenant_id: TenantId
    access_type: AccessType | None = None


class TenantAssignmentChange(Wire):
    access_type: AccessType
