"""The tree of accounts (wire-api §16.8; admin portal, all accounts)."""

from typing import Annotated

from fastapi import Query, Response

from gatehouse.access.guard import OwnTransaction, SignedInPerson, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.hierarchy import service
from gatehouse.directory.hierarchy.models import ParentTenant, TenantsBelow
from gatehouse.directory.hierarchy.schemas import (
    BelowOut,
    MyHierarchy,
    ParentOut,
    SubTenantOut,
    SubTenantTree,
    TenantIds,
    TreePageOut,
    TreeQuery,
)
from gatehouse.directory.tenants.models import SubTenant
from gatehouse.kit.tenant_ids import TenantId

router = Router(prefix="/tenants/resources/hierarchy", tags=["Sub-accounts"])
own = Router(tags=["Sub-accounts"])


@own.get("/identity/resources/users/v2/me/hierarchy")
async def get_my_hierarchy(db: OwnTransaction, caller: SignedInPerson) -> MyHierarchy:
    """The accounts that the caller is a member of, as a tree."""
    return await service.of_person(db, caller)


@router.get(
    "/v1",
    permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
    response_model=list[SubTenantOut],
)
async def list_sub_tenants(db: Transaction, caller: Caller) -> list[SubTenant]:
    """The accounts below the caller's, at most 1000, nearest first; `[]` when there is none."""
    return await service.list_below(db, caller)


@router.get("/v1/tree", permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT)
async def get_sub_tenants_tree(db: Transaction, caller: Caller) -> SubTenantTree:
    """The caller's account and the accounts below it, at most 1000, as a tree."""
    return await service.tree_below(db, caller)


@router.get(
    "/v1/parents",
    permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
    response_model=list[ParentOut],
)
async def get_parent_tenants(db: Transaction, caller: Caller) -> list[ParentTenant]:
    """With a token of an account below the caller's own: the accounts from the own one down to the parent
    of this one, highest first. `[]` for all other callers: what is above one's own account is not shown."""
    return await service.own_parents(db, caller)


@router.get(
    "/v1/parents/{tenant_id}",
    permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
    response_model=list[ParentOut],
)
async def get_parents_of_tenant(
    db: Transaction, caller: Caller, tenant_id: TenantId
) -> list[ParentTenant]:
    """The accounts from the caller's down to the parent of this one, highest first; 404 when this is
    neither the caller's nor below it."""
    return await service.parents_of(db, caller, tenant_id)


@router.get(
    "/v2", permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT, response_model=TreePageOut
)
async def search_sub_tenants(
    db: Transaction, caller: Caller, query: Annotated[TreeQuery, Query()]
) -> Response:
    """A page of the children of an account, or of the accounts anywhere below it whose name contains
    `_filter`. 404 when `_subTenantId` is neither the caller's account nor below it. Counted to 10,000."""
    return await service.page_below(db, caller, query)


@router.get(
    "/v2/metadata",
    permission=Permission.ACCOUNT_HIERARCHY_READ_SUB_ACCOUNT,
    response_model=list[BelowOut],
)
async def get_hierarchy_metadata(
    db: Transaction,
    caller: Caller,
    tenant_ids: Annotated[TenantIds, Query(alias="_tenantIds", default_factory=list)],
) -> list[TenantsBelow]:
    """The number of accounts below each of these, at most 100; those out of reach are left out."""
    return await service.count_below(db, caller, tenant_ids)
