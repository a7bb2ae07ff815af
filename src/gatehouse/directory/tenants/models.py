"""Result types of the tenant statements."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

SubAccountAccess = Literal["defaultOff", "defaultOn", "alwaysOn"]


@dataclass(frozen=True, slots=True)
class CompanyDetails:
    """What the settings of an account say of the company, and its custom login."""

    name: str
    alias: str | None
    website: str | None
    address: str | None
    timezone: str | None
    date_format: str | None
    time_format: str | None
    currency: str | None
    application_url: str | None
    login_url: str | None


@dataclass(frozen=True, slots=True)
class Tenant(CompanyDetails):
    """`path` contains the ids from the root to this tenant, each followed by a slash.
    `sub_account_access`: which members may enter the tenants below: members who are given access, also
    members who join later, or all."""

    id: UUID
    parent_id: UUID | None
    path: str
    is_reseller: bool
    metadata: dict[str, Any]
    logo_url: str | None
    creator_name: str | None
    creator_email: str | None
    sub_account_access: SubAccountAccess
    created_at: datetime
    updated_at: datetime

    @property
    def depth(self) -> int:
        """Level in the tree: 1 at the root."""
        return self.path.count("/")


@dataclass(frozen=True, slots=True)
class SubTenant:
    """`level` is 1 for a child, 2 for a grandchild, and so on."""

    tenant_id: UUID
    tenant_name: str
    parent_id: UUID
    is_reseller: bool
    level: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class TenantsPart:
    """`items` is JSON, comma-separated; `last` is set while more may follow."""

    items: str | None
    last: UUID | None


@dataclass(frozen=True, slots=True)
class AccountSettings(CompanyDetails):
    tenant_id: UUID
    logo: str | None

    @property
    def has_custom_login(self) -> bool:
        return self.login_url is not None
