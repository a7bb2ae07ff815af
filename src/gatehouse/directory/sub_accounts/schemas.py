"""Sub-accounts on the wire (wire-api §16.8)."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import Field

from gatehouse.directory.account.schemas import Blankable, Website
from gatehouse.directory.tenants.models import SubAccountAccess, Tenant
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
    def of(cls, tenant: Tenant) -> Self:
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
