from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from gatehouse.vendor.applications import AccessType


@dataclass(frozen=True, slots=True)
class TenantApplication:
    """An application of a tenant; `access_type` is the effective one in that tenant."""

    id: UUID
    name: str
    access_type: AccessType
    is_default: bool
    is_active: bool
    app_url: str
    login_url: str
    logo_url: str
    platform: str
    frontend_stack: str
    description: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ApplicationAssignment:
    """A user who may use an application with managed access."""

    application_id: UUID
    tenant_id: UUID
    user_id: UUID
    created_at: datetime

    @property
    def user_tenant_id(self) -> UUID:
        """A stable id of the membership."""
        return uuid5(self.tenant_id, str(self.user_id))


@dataclass(frozen=True, slots=True)
class ActiveTenant:
    application_id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class TenantAssignment:
    tenant_id: UUID
    application_id: UUID
    access_type: AccessType
