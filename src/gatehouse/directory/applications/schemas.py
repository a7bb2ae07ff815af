"""Applications of tenants and users on the wire (wire-api §15)."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Protocol
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, computed_field

from gatehouse.kit.errors import Invalid
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.vendor.applications import AccessType

Few = Field(min_length=1, max_length=100)
# Comma-separated ids.
Ids = Annotated[str, Field(max_length=8000)]


class ApplicationFilters(Protocol):
    """The attributes by which applications are filtered."""

    @property
    def name(self) -> str: ...
    @property
    def access_type(self) -> AccessType: ...
    @property
    def is_default(self) -> bool: ...
    @property
    def is_active(self) -> bool: ...
    @property
    def platform(self) -> str: ...
    @property
    def frontend_stack(self) -> str: ...


class ApplicationsQuery(BaseModel):
    """Filters are combined with AND. `ids` are comma-separated; `name` matches a part of the name."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    ids: Ids = ""
    name: str = Field("", max_length=200)
    access_type: AccessType | None = Field(None, alias="_accessType")
    is_default: bool | None = Field(None, alias="_isDefault")
    is_active: bool | None = Field(None, alias="_isActive")
    platforms: list[str] = Field([], max_length=20, alias="type")
    frontend_stacks: list[str] = Field([], max_length=20, alias="frontendStack")
    exclude_agents: bool = Field(False, alias="_excludeAgents")

    def wants(self, one: ApplicationFilters) -> bool:
        """Whether the application matches all filters except `ids`."""
        return (
            self.name.lower() in one.name.lower()
            and self.access_type in (None, one.access_type)
            and self.is_default in (None, one.is_default)
            and self.is_active in (None, one.is_active)
            and (not self.platforms or one.platform in self.platforms)
            and (not self.frontend_stacks or one.frontend_stack in self.frontend_stacks)
            and not (self.exclude_agents and one.platform == "agent")
        )


class TenantApplicationsQuery(ApplicationsQuery):
    free_too: bool = Field(True, alias="_includeFreeAccess")


class TenantApplicationOut(Wire):
    """`accessType` is the effective one in the caller's account; with `MANAGED_ACCESS` users are assigned.
    `integrationFinishedAt` is the time of creation: an application is complete once it is created."""

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

    @computed_field(alias="integrationFinishedAt")  # type: ignore[prop-decorator]
    @property
    def integration_finished_at(self) -> datetime:
        return self.created_at


class TenantAppIds(Wire):
    tenant_id: ShownTenantId
    app_ids: list[UUID]


class AppAssignment(Wire):
    app_id: UUID
    access_type: AccessType


class TenantAppAssignments(Wire):
    tenant_id: ShownTenantId
    assignments: list[AppAssignment]


class AppsOfUserChange(Wire):
    user_id: UUID
    tenant_id: TenantId
    app_ids: Annotated[list[UUID], Few]


class UsersOfAppChange(Wire):
    app_id: UUID
    tenant_id: TenantId
    user_ids: Annotated[list[UUID], Few]


class UsersOfTenant(Wire):
    tenant_id: TenantId
    user_ids: Annotated[list[UUID], Few]


class UserOfApp(Wire):
    """`userTenantId` names the membership."""

    app_id: UUID
    user_tenant_id: ShownTenantId
    created_at: datetime


class UsersOfApp(Wire):
    app_id: UUID
    user_ids: list[UUID]


class AppsOfUser(Wire):
    user_id: UUID
    app_ids: list[UUID]


class ActiveTenantOfApp(Wire):
    application_id: UUID
    tenant_id: TenantId


class ActiveTenantsOfApps(Wire):
    application_active_tenants: list[ActiveTenantOfApp]


class ActiveTenantsChange(Wire):
    active_application_tenants: Annotated[list[ActiveTenantOfApp], Few]


class TenantsOfApp(Wire):
    tenant_ids: list[ShownTenantId]


class TenantAssignmentCreate(Wire):
    """Without `accessType` the application's own is used."""

    tenant_id: TenantId
    access_type: AccessType | None = None


class TenantAssignmentChange(Wire):
    access_type: AccessType


MOST_IDS = 200


def parse_ids(name: str, text: str, read: Callable[[str], UUID] = UUID) -> list[UUID]:
    """Parse the ids, without duplicates and in order; `read` parses one id. Raises `Invalid` when one is
    malformed, there are separators alone, or more than `MOST_IDS`."""
    try:
        wanted = list(dict.fromkeys(read(one.strip()) for one in text.split(",") if one.strip()))
    except ValueError:
        raise Invalid(f"{name}: must be comma-separated IDs") from None
    if text and not wanted:
        raise Invalid(f"{name}: must contain at least one ID")
    if len(wanted) > MOST_IDS:
        raise Invalid(f"{name}: at most {MOST_IDS} at once")
    return wanted
