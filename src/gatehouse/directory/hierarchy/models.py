"""Result types of the tree statements."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class TreePage:
    """`items` is JSON; `total` is counted to 10,000."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class ParentTenant:
    """`level` is 1 for the parent, 2 for its parent, and so on."""

    tenant_id: UUID
    tenant_name: str
    level: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class TenantsBelow:
    """Number of accounts below this one, counted to 10,000."""

    tenant_id: UUID
    name: str
    is_reseller: bool
    created_at: datetime
    total_sub_tenants: int
    is_parent: bool


@dataclass(frozen=True, slots=True)
class OwnTenant:
    """An account that the user is a member of."""

    tenant_id: UUID
    name: str
    is_reseller: bool
    path: str
