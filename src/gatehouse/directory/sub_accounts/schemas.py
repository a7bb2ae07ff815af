"""Sub-accounts on the wire (wire-api §16.8)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Spoken, Wire

AccountName = Annotated[Spoken, Field(min_length=1)]


class SubAccountCreate(Wire):
    """Without `tenantId` the server chooses one; without `parentTenantId` it is below the caller's own
    account."""

    tenant_id: UUID | None = None
    name: AccountName
    parent_tenant_id: UUID | None = None
    is_reseller: bool = False


class SubAccountChange(Wire):
    name: AccountName


class SubAccountManagement(Wire):
    """A reseller's people see the users of the accounts below together."""

    is_reseller: bool


class SubAccountOut(Wire):
    tenant_id: UUID = Field(validation_alias="id")
    name: str
    parent_tenant_id: UUID = Field(validation_alias="parent_id")
    status: str = "active"
    is_reseller: bool
    created_at: datetime
    updated_at: datetime
