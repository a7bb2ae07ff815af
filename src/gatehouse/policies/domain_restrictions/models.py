from dataclasses import dataclass
from typing import Literal
from uuid import UUID

Strategy = Literal["ALLOW", "BLOCK"]


@dataclass(frozen=True, slots=True)
class DomainRules:
    """`domains`, in ASCII, are those listed for this strategy."""

    domain_active: bool
    domain_strategy: Strategy
    block_public_domains: bool
    domains: list[str]


@dataclass(frozen=True, slots=True)
class DomainRestriction:
    id: UUID
    domain: str
    strategy: Strategy
