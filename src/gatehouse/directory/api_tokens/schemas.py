"""API tokens on the wire (wire-api §16.10)."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Metadata, Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId

Minutes = Annotated[int, Field(ge=1, le=5_256_000)]  # ten years
RoleIds = Annotated[list[UUID], Field(max_length=100)]
PermissionIds = Annotated[list[UUID], Field(max_length=200)]


class PersonalTokenCreate(Wire):
    """Without `expiresInMinutes` the token does not expire."""

    description: Name | None = None
    expires_in_minutes: Minutes | None = None


class PersonalApiTokenCreate(PersonalTokenCreate):
    metadata: Metadata = None


class TenantAccessTokenCreate(PersonalTokenCreate):
    role_ids: RoleIds | None = None


class TenantApiTokenCreate(TenantAccessTokenCreate):
    metadata: Metadata = None
    permission_ids: PermissionIds | None = None


class TenantApiTokenChange(Wire):
    """Missing or null fields stay unchanged. `baseRoleIds` are the roles that the editor started with:
    with it, only roles added and removed since are applied."""

    description: Name | None = None
    metadata: Metadata = None
    role_ids: RoleIds | None = None
    base_role_ids: RoleIds | None = None
    permission_ids: PermissionIds | None = None


class _Out(Wire):
    description: str
    created_at: datetime
    expires: datetime | None = None
    last_used: datetime | None = Field(None, description="To the hour.")


class _ApiTokenOut(_Out):
    client_id: UUID
    metadata: dict[str, Any]


class PersonalApiToken(_ApiTokenOut):
    pass


class CreatedPersonalApiToken(_ApiTokenOut):
    """`secret` is returned in this response only."""

    secret: str


class TenantApiToken(_ApiTokenOut):
    tenant_id: ShownTenantId
    created_by_user_id: UUID | None = None
    role_ids: list[UUID]
    permission_ids: list[UUID]


class CreatedTenantApiToken(TenantApiToken):
    """`secret` is returned in this response only."""

    secret: str


class PersonalAccessToken(_Out):
    id: UUID


class CreatedPersonalAccessToken(PersonalAccessToken):
    """`secret` is the bearer token itself, returned in this response only."""

    secret: str


class TenantAccessToken(_Out):
    id: UUID
    role_ids: list[UUID]
    created_by_user_id: UUID | None = None


class CreatedTenantAccessToken(TenantAccessToken):
    """`secret` is the bearer token itself, returned in this response only."""

    secret: str


class PersonalAccessTokens(Wire):
    access_tokens: list[PersonalAccessToken]


class TenantAccessTokens(Wire):
    access_tokens: list[TenantAccessToken]


class TenantTokenOut(Wire):
    """`roles` and `permissions` are keys."""

    id: UUID
    tenant_id: ShownTenantId
    roles: list[str]
    permissions: list[str]
    expires: datetime | None = None


class UserTokenOut(TenantTokenOut):
    user_id: UUID
