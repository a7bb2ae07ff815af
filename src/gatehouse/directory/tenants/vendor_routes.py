"""Accounts, for the vendor's backends (wire reference §16.8)."""

from typing import Annotated, Any

from fastapi import Header, Path, Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.directory.sub_accounts.deletion.settings import DeletionSettings
from gatehouse.directory.tenants import read, vendor_service
from gatehouse.directory.tenants.schemas import (
    EveryTenantQuery,
    TenantMetadata,
    VendorTenantChange,
    VendorTenantCreate,
    VendorTenantOut,
    VendorTenantsPage,
    VendorTenantsQuery,
)
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.tenant_ids import HeaderTenantId, TenantId

Key = Annotated[str, Path(max_length=200, pattern=r"^[^\x00]*$")]
OfTenant = Annotated[HeaderTenantId, Header(alias="frontegg-tenant-id")]
Deletion = Annotated[DeletionSettings, resource(DeletionSettings)]

V1, V2 = "/tenants/resources/tenants/v1", "/tenants/resources/tenants/v2"
SHOWS: dict[str, Any] = {"response_model": VendorTenantOut, "response_model_exclude_none": True}

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.post(V1, permission=VendorPermission.WRITE_TENANTS, status_code=201, **SHOWS)
async def create_tenant(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: VendorTenantCreate,
) -> Response:
    """Create an account, at the root or below `parentTenantId`. 404 for the parent; 409
    `tenants.id_taken`, `account.alias_taken`, `sub_accounts.too_deep`; 400 `account.logo_unreadable`,
    `account.logo_too_large`."""
    made = await vendor_service.create_tenant(db, resources, caller, client, data)
    return await read.describe_new(db, made)


@router.delete(V1, permission=VendorPermission.WRITE_TENANTS)
async def delete_tenant_by_header(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    settings: Deletion,
    tenant_id: OfTenant,
) -> Response:
    """Delete the account of `frontegg-tenant-id`, like deleting it by its id."""
    await vendor_service.delete_tenant(db, caller, client, tenant_id, settings.grace)
    return Response(status_code=200)


@router.get(
    V1,
    permission=VendorPermission.READ_TENANTS,
    response_model=list[VendorTenantOut],
    response_model_exclude_none=True,
)
async def list_every_tenant(
    db: VendorLaggingTransaction, query: Annotated[EveryTenantQuery, Query()]
) -> Response:
    """All accounts in one list, or a part of it, ordered by id: published server packages read them this
    way. `v2` has pages."""
    return await (
        read.read_every_tenant(db) if query.is_whole else read.read_some_tenants(db, query)
    )


@router.get(
    V2,
    permission=VendorPermission.READ_TENANTS,
    response_model=VendorTenantsPage,
    response_model_exclude_none=True,
)
async def list_tenants(
    db: VendorLaggingTransaction, query: Annotated[VendorTenantsQuery, Query()]
) -> Response:
    """A page of all accounts, including those below others; counted to 10,000."""
    return await read.search_tenants(db, query)


@router.get(f"{V2}/alias/{{alias}}", permission=VendorPermission.READ_TENANTS, **SHOWS)
async def get_tenant_by_alias(
    db: VendorTransaction, alias: Annotated[str, Path(max_length=63, pattern=r"^[^\x00]*$")]
) -> Response:
    """The account whose sign-in pages have this alias."""
    return await read.by_alias(db, alias)


@router.get(
    f"{V1}/{{tenant_id}}",
    permission=VendorPermission.READ_TENANTS,
    response_model=list[VendorTenantOut],
    response_model_exclude_none=True,
)
async def get_tenant_v1(db: VendorTransaction, tenant_id: TenantId) -> Response:
    """A list of this one account; empty where it does not exist or is deleted."""
    return await read.describe_in_list(db, tenant_id)


@router.get(f"{V2}/{{tenant_id}}", permission=VendorPermission.READ_TENANTS, **SHOWS)
async def get_tenant(db: VendorTransaction, tenant_id: TenantId) -> Response:
    """One account. 404 for a deleted one."""
    return await read.describe_tenant(db, tenant_id)


@router.put(
    f"{V1}/{{tenant_id}}",
    permission=VendorPermission.WRITE_TENANTS,
    name="change_tenant_v1",
    **SHOWS,
)
@router.put(f"{V2}/{{tenant_id}}", permission=VendorPermission.WRITE_TENANTS, **SHOWS)
async def change_tenant(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    tenant_id: TenantId,
    data: VendorTenantChange,
) -> Response:
    """Change the given fields. 409 `account.alias_taken`; 400 `account.logo_unreadable`,
    `account.logo_too_large`."""
    await vendor_service.change_tenant(db, resources, caller, client, tenant_id, data)
    return await read.describe_tenant(db, tenant_id)


@router.delete(f"{V1}/{{tenant_id}}", permission=VendorPermission.WRITE_TENANTS)
async def delete_tenant(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    settings: Deletion,
    tenant_id: TenantId,
) -> Response:
    """Delete an account with every account below it. Users who are signed in there lose access at once,
    and its tokens, invitations and directories stop working. During the grace period of
    `deleted_account_grace_days` it can be exported and restored; then all of its data is erased."""
    await vendor_service.delete_tenant(db, caller, client, tenant_id, settings.grace)
    return Response(status_code=200)


@router.post(
    f"{V1}/{{tenant_id}}/metadata",
    permission=VendorPermission.WRITE_TENANTS,
    status_code=201,
    **SHOWS,
)
async def add_tenant_metadata(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    tenant_id: TenantId,
    data: TenantMetadata,
) -> Response:
    """Merge into the account's metadata, key by key. 400 `tenants.metadata_too_large`,
    `tenants.metadata_key_unusable`."""
    await vendor_service.add_metadata(db, caller, client, tenant_id, data.metadata)
    return await read.describe_tenant(db, tenant_id, 201)


@router.delete(
    f"{V1}/{{tenant_id}}/metadata/{{key:path}}", permission=VendorPermission.WRITE_TENANTS, **SHOWS
)
async def delete_tenant_metadata(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    tenant_id: TenantId,
    key: Key,
) -> Response:
    """Remove one key of the account's metadata, if present."""
    await vendor_service.remove_metadata(db, caller, client, tenant_id, key)
    return await read.describe_tenant(db, tenant_id)
