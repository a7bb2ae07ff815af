from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Strategy = Literal["ALLOW", "BLOCK"]


@dataclass(frozen=True, slots=True)
class AddressRules:
    """`networks` are those of the active restrictions of this strategy."""

    ip_active: bool
    ip_strategy: Strategy
    networks: list[str]


@dataclass(frozen=True, slots=True)
class IpRestriction:
    id: UUID
    network: str
    strategy: Strategy
    is_active: bool
    description: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ListedIpRestriction(IpRestriction):
    """`total` is how many there are of this strategy, on all pages."""

    total: int
