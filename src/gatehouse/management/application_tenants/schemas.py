from uuid import UUID

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.applications.models import AccessType


class TenantsOfApp(Wire):
    tenant_ids: list[UUID]


class TenantAssignmentCreate(Wire):
    """Without `accessType` that of the application."""

    tenant_id: UUID
    access_type: AccessType | None = None


class TenantAssignmentChange(Wire):
    access_type: AccessType
