from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field, StringConstraints

from gatehouse.directory.roles.schemas import PermissionOut, RoleOut
from gatehouse.kit.schemas import Metadata, Phone, Spoken, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

PictureAddress = Annotated[
    str, StringConstraints(max_length=2000, pattern=r"^(https?://[^\s\x00]+)?$")
]


def _parse_picture_address(address: object) -> object:
    """The hosted platform's profile page removes a picture by this word."""
    return None if address == "null" else address


class ProfileUpdate(Wire):
    """The whole user as it was read, with changes; only these four take effect.

    `metadata` is a JSON object as a string. An empty or null phone number or picture removes it.
    """

    name: Spoken | None = None
    phone_number: Phone | None = None
    profile_picture_url: Annotated[
        PictureAddress | None, BeforeValidator(_parse_picture_address)
    ] = None
    metadata: Metadata = None


class TenantRoles(Wire):
    tenant_id: ShownTenantId
    roles: list[RoleOut]


class Authorization(Wire):
    roles: list[RoleOut]
    permissions: list[PermissionOut]


class Me(Authorization):
    """Wire reference §12, User. `metadata` is a JSON object as a string."""

    id: UUID
    sub: UUID
    email: str
    name: str
    verified: bool
    mfa_enrolled: bool
    mfa_bypass: bool
    phone_number: str | None = None
    profile_picture_url: str | None = None
    provider: str
    metadata: str
    created_at: str
    last_login: str | None = None
    tenant_id: ShownTenantId
    tenant_ids: list[ShownTenantId]
    tenants: list[TenantRoles]
    roles_ids: list[UUID]
    groups: list[dict[str, Any]]
    activated_for_tenant: bool
    is_disabled: bool
    is_locked: bool
    managed_by: Literal["frontegg", "scim2"]
    sub_account_access_allowed: bool
    temporary_expiration_date: str | None = None
    super_user: Literal[True] | None = None
    invisible: Literal[True] | None = None


class OwnTenant(Wire):
    """Wire reference §12, one of TenantsAnswer. `metadata` is a JSON object as a string."""

    id: UUID
    tenant_id: ShownTenantId
    vendor_id: UUID
    name: str
    deleted_at: None = None
    metadata: str
    is_reseller: bool
    alias: str | None = None
    website: str | None = None
    address: str | None = None
    timezone: str | None = None
    date_format: str | None = None
    time_format: str | None = None
    currency: str | None = None
    logo: str | None = None
    logo_url: str | None = None
    has_custom_login: bool
    login_url: str | None = None
    application_url: str | None = None
    created_at: str
    updated_at: str


class OwnTenants(Wire):
    tenants: list[OwnTenant]
    active_tenant: OwnTenant


class TenantChoice(Wire):
    tenant_id: TenantId


class TenantToken(Wire):
    """`expiresIn` in seconds."""

    access_token: str
    expires: str = Field(description="date and time, ISO 8601")
    expires_in: int
