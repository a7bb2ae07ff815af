"""The tree as the statements return it."""

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
    """`level` is 1 for the account right above, 2 for the one above that …"""

    tenant_id: UUID
    tenant_name: str
    level: int
    created_at: datetime


@dataclass(frozen=True, slots=True)
class TenantsBelow:
    """How many accounts are below this one, counted to 10,000."""

    tenant_id: UUID
    name: str
    is_reseller: bool
    created_at: datetime
    total_sub_tenants: int
    is_parent: bool


@dataclass(frozen=True, slots=True)
class OwnTenant:
    """An account that somebody belongs to."""

    tenant_id: UUID
    name: str
    is_reseller: bool
    path: str
