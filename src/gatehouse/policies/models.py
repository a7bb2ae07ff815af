"""Rows of the access restrictions of a tenant."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

Strategy = Literal["ALLOW", "BLOCK"]


@dataclass(frozen=True, slots=True)
class EntryRules:
    """All restrictions of a tenant; by default there are none.

    `networks` are those of the active restrictions of `ip_strategy`, `domains`, in ASCII, those listed for
    `domain_strategy`. `country_unknown` applies to addresses whose country is not known. `country_mail`: a
    refused user is notified by mail.
    """

    ip_active: bool = False
    ip_strategy: Strategy = "ALLOW"
    networks: list[str] = field(default_factory=list)
    domain_active: bool = False
    domain_strategy: Strategy = "ALLOW"
    block_public_domains: bool = False
    domains: list[str] = field(default_factory=list)
    country_active: bool = False
    country_strategy: Strategy = "ALLOW"
    country_unknown: Strategy = "ALLOW"
    countries: list[str] = field(default_factory=list)
    country_mail: bool = False


@dataclass(frozen=True, slots=True)
class DomainRestriction:
    id: UUID
    domain: str
    strategy: Strategy


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
