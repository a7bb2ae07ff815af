"""Accounts, deleted accounts, audit retention and the tree, for the vendor's backends and staff (wire
reference §16.8)."""

from typing import Annotated

from fastapi import Header, Path, Query, Response

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.sub_accounts import tree
from gatehouse.directory.sub_accounts.schemas import PlaceInTree
from gatehouse.directory.tenants import deletion, schemas, vendor_service
from gatehouse.directory.tenants.settings import DeletionSettings
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.router import without_nulls
from gatehouse.kit.tenant_ids import HeaderTenantId, TenantId

Key = Annotated[str, Path(max_length=200, pattern=r"^[^\x00]*$")]
OfTenant = Annotated[HeaderTenantId, Header(alias="frontegg-tenant-id")]
Deletion = Annotated[DeletionSettings, resource(DeletionSettings)]

V1, V2 = "/tenants/resources/tenants/v1", "/tenants/resources/tenants/v2"
SHOWS = without_nulls(schemas.VendorTenantOut)

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.post(V1, permission=VendorPermission.WRITE_TENANTS, status_code=201, **SHOWS)
async def create_tenant(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.VendorTenantCreate,
) -> Response:
    """Create an account, at the root or below `parentTenantId`. 404 for the parent; 409
    `tenants.id_taken`, `account.alias_taken`, `sub_accounts.too_deep`; 400 `account.logo_unreadable`,
    `account.logo_too_large`."""
    made = await vendor_service.create_tenant(db, resources, caller, data)
    return await vendor_service.describe_new_tenant(db, made)


@router.delete(V1, permission=VendorPermission.WRITE_TENANTS)
async def delete_tenant_by_header(
    db: VendorTransaction, caller: VendorCaller, settings: Deletion, tenant_id: OfTenant
) -> Response:
    """Delete the account of `frontegg-tenant-id`, like deleting it by its id."""
    await vendor_service.delete_tenant(db, caller, tenant_id, settings.grace)
    return Response(status_code=200)


@router.get(
    V1, permission=VendorPermission.READ_TENANTS, **without_nulls(list[schemas.VendorTenantOut])
)
async def list_every_tenant(
    db: VendorLaggingTransaction, query: Annotated[schemas.EveryTenantQuery, Query()]
) -> Response:
    """All accounts in one list, or a part of it, ordered by id: published server packages read them this
    way. `v2` has pages."""
    return await (
        vendor_service.read_every_tenant(db)
        if query.is_unfiltered
        else vendor_service.read_part_of_tenants(db, query)
    )


@router.get(
    V2, permission=VendorPermission.READ_TENANTS, **without_nulls(schemas.VendorTenantsPage)
)
async def list_tenants(
    db: VendorLaggingTransaction, query: Annotated[schemas.VendorTenantsQuery, Query()]
) -> Response:
    """A page of all accounts, including those below others; counted to 10,000."""
    return await vendor_service.search_tenants(db, query)


@router.get(f"{V2}/alias/{{alias}}", permission=VendorPermission.READ_TENANTS, **SHOWS)
async def get_tenant_by_alias(
    db: VendorTransaction, alias: Annotated[str, Path(max_length=63, pattern=r"^[^\x00]*$")]
) -> Response:
    """The account whose sign-in pages have this alias."""
    return await vendor_service.describe_tenant_by_alias(db, alias)


@router.get(
    f"{V1}/{{tenant_id}}",
    permission=VendorPermission.READ_TENANTS,
    **without_nulls(list[schemas.VendorTenantOut]),
)
async def get_tenant_v1(db: VendorTransaction, tenant_id: TenantId) -> Response:
    """A list of this one account; empty where it does not exist or is deleted."""
    return await vendor_service.describe_tenant_in_list(db, tenant_id)


@router.get(f"{V2}/{{tenant_id}}", permission=VendorPermission.READ_TENANTS, **SHOWS)
async def get_tenant(db: VendorTransaction, tenant_id: TenantId) -> Response:
    """One account. 404 for a deleted one."""
    return await vendor_service.describe_tenant(db, tenant_id)


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
    tenant_id: TenantId,
    data: schemas.VendorTenantChange,
) -> Response:
    """Change the given fields. 409 `account.alias_taken`; 400 `account.logo_unreadable`,
    `account.logo_too_large`."""
    await vendor_service.change_tenant(db, resources, caller, tenant_id, data)
    return await vendor_service.describe_tenant(db, tenant_id)


@router.delete(f"{V1}/{{tenant_id}}", permission=VendorPermission.WRITE_TENANTS)
async def delete_tenant(
    db: VendorTransaction, caller: VendorCaller, settings: Deletion, tenant_id: TenantId
) -> Response:
    """Delete an account with every account below it. Users who are signed in there lose access at once,
    and its tokens, invitations and directories stop working. During the grace period of
    `deleted_account_grace_days` it can be exported and restored; then all of its data is erased."""
    await vendor_service.delete_tenant(db, caller, tenant_id, settings.grace)
    return Response(status_code=200)


@router.post(
    f"{V1}/{{tenant_id}}/metadata",
    permission=VendorPermission.WRITE_TENANTS,
    status_code=201,
    **SHOWS,
)
async def add_tenant_metadata(
    db: VendorTransaction, caller: VendorCaller, tenant_id: TenantId, data: schemas.TenantMetadata
) -> Response:
    """Merge into the account's metadata, key by key. 400 `tenants.metadata_too_large`,
    `tenants.metadata_key_unusable`."""
    await vendor_service.add_metadata(db, caller, tenant_id, data.metadata)
    return await vendor_service.describe_tenant(db, tenant_id, 201)


@router.delete(
    f"{V1}/{{tenant_id}}/metadata/{{key:path}}", permission=VendorPermission.WRITE_TENANTS, **SHOWS
)
async def delete_tenant_metadata(
    db: VendorTransaction, caller: VendorCaller, tenant_id: TenantId, key: Key
) -> Response:
    """Remove one key of the account's metadata, if present."""
    await vendor_service.remove_metadata(db, caller, tenant_id, key)
    return await vendor_service.describe_tenant(db, tenant_id)


ONE = "/tenants/resources/tenants/v1/{tenant_id}"


@router.get(
    "/tenants/resources/deleted-tenants/v1",
    permission=VendorPermission.READ_TENANTS,
    **without_nulls(schemas.DeletedTenantsPage),
)
async def list_deleted_tenants(
    db: VendorLaggingTransaction, query: Annotated[schemas.DeletedTenantsQuery, Query()]
) -> Response:
    """A page of the accounts that are deleted and not erased yet, the last deleted first. Accounts deleted
    with one above are counted there. `_offset` counts rows."""
    return await deletion.search_deleted_tenants(db, query)


@router.get(f"{ONE}/deletion", permission=VendorPermission.READ_TENANTS)
async def look_at_deletion(
    db: VendorTransaction, settings: Deletion, tenant_id: TenantId
) -> schemas.DeletionOutlook:
    """What deleting the account now would mean: until when it could be restored, and what would be deleted
    with it."""
    return await deletion.preview_deletion(db, tenant_id, settings.grace)


@router.post(f"{ONE}/restore", permission=VendorPermission.WRITE_TENANTS, **SHOWS)
async def restore_tenant(
    db: VendorTransaction, caller: VendorCaller, tenant_id: TenantId
) -> Response:
    """Restore a deleted account, with every account below that was deleted with it. All is as before: a
    suspended account is suspended, and the alias is restored unless another account has it; licenses and
    subscriptions ended with the deletion and stay ended, as do sessions. No body. 409
    `tenants.not_deleted`, `tenants.being_erased`, `tenants.erased`, `tenants.deleted_with_another`,
    `tenants.parent_deleted`."""
    await deletion.restore_deleted_tenant(db, caller, tenant_id)
    return await vendor_service.describe_tenant(db, tenant_id)


@router.post(f"{ONE}/erase", permission=VendorPermission.WRITE_TENANTS, status_code=202)
async def erase_tenant(
    db: VendorTransaction, caller: VendorCaller, tenant_id: TenantId
) -> Response:
    """Erase a deleted account now, with those that were deleted with it; this cannot be undone.
    `tenant.erased` in its audit records the completion. No body. 409 `tenants.not_deleted`,
    `tenants.being_erased`, `tenants.erased`, `tenants.deleted_with_another`."""
    await deletion.erase_deleted_tenant(db, caller, tenant_id)
    return Response(status_code=202)


audit_retention_router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


# Not for support, which must not be able to shorten the record of its own actions.
@audit_retention_router.put(
    "/audit-retention",
    permission=VendorPermission.WRITE_CONFIGURATION,
    **without_nulls(schemas.VendorTenantOut),
)
async def change_audit_retention(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    tenant_id: TenantId,
    data: schemas.AuditRetention,
) -> Response:
    """Keep the account's audit for fewer days than the installation's retention, or with null for as long
    as that. Older entries are deleted irrevocably by whole months, within the hour. 400
    `audits.retention_too_long`."""
    await vendor_service.set_audit_retention(db, resources, caller, tenant_id, data.days)
    return await vendor_service.describe_tenant(db, tenant_id)


tree_router = Router(
    prefix="/tenants/resources/hierarchy/v1", tags=["Vendor"], route_class=VendorRoute
)


@tree_router.post("", permission=VendorPermission.WRITE_TENANTS, status_code=201)
async def put_tenant_below(
    db: VendorTransaction, caller: VendorCaller, data: PlaceInTree
) -> Response:
    """Move an account, with all accounts below it, below another one; access that users had inherited from
    its previous parents ends. 404 `tenants.not_found`; 409 `hierarchy.cycle`, `sub_accounts.too_deep`,
    `hierarchy.moved`."""
    await tree.move_below_parent(db, caller, data.parent_tenant_id, data.child_tenant_id)
    return Response(status_code=201)


@tree_router.delete("", permission=VendorPermission.WRITE_TENANTS)
async def take_tenant_out(
    db: VendorTransaction, caller: VendorCaller, data: PlaceInTree
) -> Response:
    """Detach an account, with all accounts below it, from its parent (the body is sent with the DELETE).
    404 `tenants.not_found`, `hierarchy.not_below`; 409 `hierarchy.moved`."""
    await tree.detach_from_parent(db, caller, data.parent_tenant_id, data.child_tenant_id)
    return Response()
