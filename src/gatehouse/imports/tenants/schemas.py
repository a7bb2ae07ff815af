"""Migrations of accounts on the wire ("Account Migration")."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from gatehouse.directory.tenants.schemas import VendorTenantCreate
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import NewTenantId

# An id alone requires that the tenant exists.
Wanted = NewTenantId | VendorTenantCreate


class TenantMigration(Wire):
    """Each account as `POST tenants/v1` has it, or the id of one that has to be there already."""

    tenants: Annotated[list[Wanted], Field(min_length=1, max_length=1000)] = Field(
        examples=[[{"name": "Acme"}]]
    )


class TenantMigrationBegun(Wire):
    migration_id: UUID
