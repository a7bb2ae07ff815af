"""The tree on the wire (wire-api §16.8)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gatehouse.directory.tenants.models import SubAccountAccess
from gatehouse.kit.lists import SEPARATED, ListQuery, SparseQuery
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

# How many accounts one answer without pages names, nearest first.
MOST_AT_ONCE = 1000
MOST_COUNTED = 100


TenantIds = Annotated[list[TenantId], SEPARATED, Field(max_length=MOST_COUNTED)]


class TreeQuery(SparseQuery, ListQuery):
    """`_subTenantId`: below which account, the own one when it is missing. With `_filter`, a part of a name,
    everything below is searched; without it the accounts right below are listed. `_offset` counts rows."""

    limit: int = Field(50, ge=1, le=200, alias="_limit")
    sub_tenant_id: TenantId | None = Field(None, alias="_subTenantId")
    sort_by: Literal["createdAt", "name", "tenantId"] = Field("name", alias="_sortBy")


class SubTenantOut(Wire):
    tenant_id: ShownTenantId
    tenant_name: str
    status: str = "active"
    created_at: datetime
    level: int


class SubTenantTree(Wire):
    """At most 1000 accounts, nearest first."""

    tenant_id: ShownTenantId
    tenant_name: str
    status: str = "active"
    created_at: datetime
    children: list["SubTenantTree"] = Field(default_factory=list)


class IsParent(Wire):
    is_parent: bool


class TreeItem(Wire):
    """`metadata.isParent`: there are accounts below it. `subAccountAccessType`: whether its people may go
    there."""

    tenant_id: ShownTenantId
    name: str
    created_at: datetime
    is_reseller: bool
    sub_account_access_type: SubAccountAccess
    metadata: IsParent


class TreeTotals(Wire):
    total_items: int
    total_pages: int


class TreeLinks(Wire):
    """Addresses of other pages; empty where there is none."""

    next: str
    prev: str
    first: str
    last: str


class TreePageOut(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[TreeItem]
    metadata: TreeTotals = Field(alias="_metadata")
    links: TreeLinks = Field(alias="_links")


class ParentOut(Wire):
    """`level` is 1 for the account right above."""

    tenant_id: ShownTenantId
    tenant_name: str
    status: str = "active"
    created_at: datetime
    level: int


class BelowOut(Wire):
    """Counted to 10,000."""

    tenant_id: ShownTenantId
    name: str
    is_reseller: bool
    created_at: datetime
    total_sub_tenants: int
    is_parent: bool


class MyTenantTree(Wire):
    """`children` are the nearest accounts below it that the person belongs to, too."""

    tenant_id: ShownTenantId
    name: str
    is_reseller: bool
    is_active: bool
    children: list["MyTenantTree"] = Field(default_factory=list)


class MyHierarchy(Wire):
    """`isActive` is the account of the token."""

    tenants: list[MyTenantTree]


class PlaceInTree(Wire):
    """`childTenantId` is right below `parentTenantId`."""

    parent_tenant_id: TenantId
    child_tenant_id: TenantId
