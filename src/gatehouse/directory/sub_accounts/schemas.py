"""Sub-accounts and their tree on the wire (wire-api §16.8)."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from gatehouse.directory.tenants.account_schemas import Blankable, Website
from gatehouse.directory.tenants.models import SubAccountAccess, Tenant
from gatehouse.kit.lists import SEPARATED, ListQuery, SparseQuery
from gatehouse.kit.schemas import Currency, Spoken, Text, TimeZone, Wire
from gatehouse.kit.tenant_ids import NewTenantId, ShownTenantId, TenantId

AccountName = Annotated[Spoken, Field(min_length=1, examples=["Acme Europe"])]


class SubAccountCreate(Wire):
    """Without `tenantId` the server chooses one; without `parentTenantId` it is created below the caller's
    own account. The logo and the custom login are set in the account's own settings."""

    tenant_id: NewTenantId | None = None
    name: AccountName
    parent_tenant_id: TenantId | None = None
    is_reseller: bool = False
    website: Annotated[Website | None, Blankable] = None
    address: Annotated[Text | None, Blankable] = None
    timezone: Annotated[TimeZone | None, Blankable] = None
    currency: Annotated[Currency | None, Blankable] = None


class SubAccountChange(Wire):
    name: AccountName


class SubAccountManagement(Wire):
    """Users of a reseller see the users of the accounts below in one list. Missing fields stay unchanged."""

    is_reseller: bool | None = None


class HierarchySettings(Wire):
    """Whether users of this account may enter the accounts below it: `defaultOff` users who are given
    access, `defaultOn` also all who join from now on, `alwaysOn` all users. Missing fields stay unchanged."""

    sub_account_access_type: SubAccountAccess | None = None


class SubAccountOut(Wire):
    tenant_id: ShownTenantId
    name: str
    parent_tenant_id: ShownTenantId | None
    status: str = "active"
    is_reseller: bool
    sub_account_access_type: SubAccountAccess
    website: str | None = None
    address: str | None = None
    timezone: str | None = None
    currency: str | None = None
    application_url: str | None = None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_row(cls, tenant: Tenant) -> Self:
        return cls(
            tenant_id=tenant.id,
            name=tenant.name,
            parent_tenant_id=tenant.parent_id,
            is_reseller=tenant.is_reseller,
            sub_account_access_type=tenant.sub_account_access,
            website=tenant.website,
            address=tenant.address,
            timezone=tenant.timezone,
            currency=tenant.currency,
            application_url=tenant.application_url,
            created_at=tenant.created_at,
            updated_at=tenant.updated_at,
        )


# Maximum number of accounts in a response without pages, nearest first.
MOST_AT_ONCE = 1000
MOST_COUNTED = 100


TenantIds = Annotated[list[TenantId], SEPARATED, Field(max_length=MOST_COUNTED)]


class TreeQuery(SparseQuery, ListQuery):
    """`_subTenantId`: the account to search below, by default the own one. With `_filter`, a part of a
    name, all levels below are searched; without it the children are listed. `_offset` counts rows."""

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
    """An account with those below it: at most 1000 accounts, nearest first."""

    tenant_id: ShownTenantId
    tenant_name: str
    status: str = "active"
    created_at: datetime
    children: list["SubTenantTree"] = Field(default_factory=list)


class IsParent(Wire):
    is_parent: bool


class TreeItem(Wire):
    """`metadata.isParent`: it has accounts below it. `subAccountAccessType`: whether its members may enter
    these."""

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
    """URLs of other pages; empty where there is none."""

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
    """`level` is 1 for the direct parent."""

    tenant_id: ShownTenantId
    tenant_name: str
    status: str = "active"
    created_at: datetime
    level: int


class BelowOut(Wire):
    """`totalSubTenants` counts to 10,000."""

    tenant_id: ShownTenantId
    name: str
    is_reseller: bool
    created_at: datetime
    total_sub_tenants: int
    is_parent: bool


class MyTenantTree(Wire):
    """`children` are the nearest accounts below it that the user is a member of as well."""

    tenant_id: ShownTenantId
    name: str
    is_reseller: bool
    is_active: bool
    children: list["MyTenantTree"] = Field(default_factory=list)


class MyHierarchy(Wire):
    """`isActive` marks the account of the token."""

    tenants: list[MyTenantTree]


class PlaceInTree(Wire):
    """`childTenantId` is a child of `parentTenantId`."""

    parent_tenant_id: TenantId
    child_tenant_id: TenantId
