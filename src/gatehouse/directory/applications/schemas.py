"""Applications of tenants and people on the wire (wire-api §15)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.directory.applications.models import Assignment
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.applications.models import AccessType

Few = Field(min_length=1, max_length=100)
# Ids with commas between.
Ids = Annotated[str, Field(max_length=8000)]


class TenantApplicationOut(Wire):
    """`accessType` is what holds in the caller's account; with `MANAGED_ACCESS` people are assigned."""

    id: UUID
    access_type: AccessType
    app_url: str = Field(alias="appURL")
    login_url: str = Field(alias="loginURL")
    logo_url: str = Field(alias="logoURL")
    is_default: bool
    is_active: bool
    name: str
    created_at: datetime
    updated_at: datetime
    platform: str = Field(alias="type")
    frontend_stack: str
    description: str


class TenantAppIds(Wire):
    tenant_id: UUID
    app_ids: list[UUID]


class AppAssignment(Wire):
    app_id: UUID
    access_type: AccessType


class TenantAppAssignments(Wire):
    tenant_id: UUID
    assignments: list[AppAssignment]


class AppsOfUserChange(Wire):
    user_id: UUID
    tenant_id: UUID
    app_ids: Annotated[list[UUID], Few]


class UsersOfAppChange(Wire):
    app_id: UUID
    tenant_id: UUID
    user_ids: Annotated[list[UUID], Few]


class UserOfApp(Wire):
    """`userTenantId` names the membership."""

    app_id: UUID
    user_tenant_id: UUID
    created_at: datetime

    @classmethod
    def of(cls, row: Assignment) -> "UserOfApp":
        return cls(
            app_id=row.application_id, user_tenant_id=row.user_tenant_id, created_at=row.created_at
        )


class UsersOfApp(Wire):
    app_id: UUID
    user_ids: list[UUID]


class AppsOfUser(Wire):
    user_id: UUID
    app_ids: list[UUID]


class ActiveTenantOfApp(Wire):
    application_id: UUID
    tenant_id: UUID


class ActiveTenantsOfApps(Wire):
    application_active_tenants: list[ActiveTenantOfApp]


class ActiveTenantsChange(Wire):
    active_application_tenants: Annotated[list[ActiveTenantOfApp], Few]
