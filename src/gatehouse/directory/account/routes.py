"""Account settings and the accounts below (wire-api §16.8; boot-calls §5)."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction, Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.directory.account import service
from gatehouse.directory.account.models import AccountSettings
from gatehouse.directory.account.schemas import (
    PublicSettings,
    SettingsChange,
    SettingsOut,
    SubTenantOut,
)
from gatehouse.directory.tenants.models import SubTenant
from gatehouse.directory.tenants.service import see_below

CanRead = Annotated[Principal, require(Permission.READ_ACCOUNT_SETTINGS)]
CanChange = Annotated[Principal, require(Permission.WRITE_ACCOUNT_SETTINGS)]
CanReadBelow = Annotated[Principal, require(Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT)]

router = APIRouter(prefix="/tenants/resources", tags=["Account"])


@router.get("/account-settings/v1", response_model=SettingsOut, response_model_exclude_none=True)
async def get_account_settings(db: Transaction, caller: CanRead) -> AccountSettings:
    """The company's details; what is not set is missing."""
    return await service.get_settings(db, caller.tenant_id)


@router.put("/account-settings/v1", response_model=SettingsOut, response_model_exclude_none=True)
async def change_account_settings(
    db: Transaction, caller: CanChange, client: CurrentClient, data: SettingsChange
) -> AccountSettings:
    """Change the company's details; `name` is the company's name. A `tenantId` in the body says
    nothing: the caller's own account changes."""
    return await service.change_settings(db, caller, client, data)


@router.get("/account-settings/v1/public", response_model=PublicSettings)
async def get_public_account_settings(
    db: SystemTransaction,
    tenant_id: Annotated[UUID | None, Header(alias="frontegg-tenant-id")] = None,
) -> PublicSettings:
    """What anybody may know of the tenant that the header `frontegg-tenant-id` names; 404 without
    one."""
    return PublicSettings(tenant_id=await service.public_settings(db, tenant_id))


@router.get("/hierarchy/v1", response_model=list[SubTenantOut])
async def list_sub_tenants(db: Transaction, caller: CanReadBelow) -> list[SubTenant]:
    """Every account below the caller's, children first; `[]` when there is none."""
    return await see_below(db, caller.tenant_id)
