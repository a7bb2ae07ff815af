from dataclasses import dataclass
from uuid import UUID

from gatehouse.vendor.applications.models import AccessType


@dataclass(frozen=True, slots=True)
class TenantAssignment:
    tenant_id: UUID
    application_id: UUID
    access_type: AccessType
