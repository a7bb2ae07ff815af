"""Vendor-only calls on the wire (wire reference §16.6)."""

from typing import Annotated, Self
from uuid import UUID

from pydantic import Field, model_validator

from gatehouse.directory.people.list_schemas import Ids
from gatehouse.directory.people.schemas import (
    ExpirationSeconds,
    OptionalName,
    OptionalPhoneNumber,
    RoleIds,
)
from gatehouse.identity.sign_in.schemas import Password
from gatehouse.identity.usernames.schemas import Typed
from gatehouse.identity.users.schemas import ExternalId
from gatehouse.kit.schemas import EmailText, Metadata, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.tasks.queries import Status


class VendorOnlyUserCreate(Wire):
    """No mail is sent. A password counts once the vendor has verified the user; a user who has an account
    keeps it as it is, but for the vendor's own fields: `vendorMetadata`, `mfaBypass`, `externalId`."""

    email: EmailText | None = None
    username: Typed | None = None
    name: OptionalName = None
    password: Password | None = None
    phone_number: OptionalPhoneNumber = None
    metadata: Metadata = None
    vendor_metadata: Metadata = None
    role_ids: RoleIds | None = None
    tenant_id: TenantId
    expiration_in_seconds: ExpirationSeconds | None = None
    mfa_bypass: bool | None = None
    external_id: ExternalId | None = None


class PasswordToVerify(Wire):
    email: EmailText = Field(examples=["ada@acme.test"])
    password: Annotated[str, Field(max_length=1024)] = Field(examples=["correct horse battery"])


class PasswordVerified(Wire):
    is_valid: bool


class RolesEverywhere(Wire):
    """Without `tenantIds` in every account of the user."""

    add_role_ids: Ids = Field([])
    remove_role_ids: Ids = Field([])
    tenant_ids: Annotated[list[TenantId], Field(min_length=1, max_length=1000)] | None = None

    @model_validator(mode="after")
    def changes_something(self) -> Self:
        if not self.add_role_ids and not self.remove_role_ids:
            raise ValueError("addRoleIds or removeRoleIds is needed")
        if set(self.add_role_ids) & set(self.remove_role_ids):
            raise ValueError("a role cannot be added and removed at once")
        return self


class RolesChange(Wire):
    """`taskId` is the id for `bulk-roles/status`."""

    user_id: UUID
    affected_tenants: int
    roles_added: list[UUID]
    roles_removed: list[UUID]
    task_id: UUID


class RolesProblem(Wire):
    message: str
    tenant_id: ShownTenantId | None = None
    details: str | None = None


class RolesStatus(Wire):
    id: UUID
    user_id: UUID
    status: Status
    total_tenants: int
    processed_tenants: int
    added_role_ids: list[UUID]
    removed_role_ids: list[UUID]
    errors: list[RolesProblem]
