"""Email domain restrictions on the wire (wire reference §16.12)."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from gatehouse.kit.schemas import Wire
from gatehouse.policies.domain_restrictions.domains import display_domain, parse_email_domain
from gatehouse.policies.models import DomainRestriction, EntryRules, Strategy


def _check_domain(text: str) -> str:
    domain = parse_email_domain(text.lower()) if "@" not in text else None
    if domain is None or "." not in domain:
        raise ValueError("must be a domain such as example.com")
    return domain


DomainText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=253), AfterValidator(_check_domain)
]


class DomainConfig(Wire):
    """`listType` `ALLOW`: only listed domains enter; `BLOCK`: all but those."""

    active: bool
    list_type: Strategy
    block_public_domains: bool

    @classmethod
    def from_rules(cls, rules: EntryRules) -> "DomainConfig":
        return cls(
            active=rules.domain_active,
            list_type=rules.domain_strategy,
            block_public_domains=rules.block_public_domains,
        )


class DomainConfigIn(Wire):
    """`type` is what the answer calls `listType`. What is not given stays."""

    active: bool
    block_public_domains: bool | None = None
    type: Strategy | None = None


class DomainRestrictionIn(Wire):
    """Its sub-domains are meant too."""

    domain: DomainText
    type: Strategy


class DomainsIn(Wire):
    type: Strategy
    domains: list[DomainText] = Field(max_length=500)


class DomainRestrictionOut(Wire):
    id: UUID
    domain: str
    type: Strategy

    @classmethod
    def from_row(cls, row: DomainRestriction) -> "DomainRestrictionOut":
        return cls(id=row.id, domain=display_domain(row.domain), type=row.strategy)


class DomainRestrictions(Wire):
    items: list[DomainRestrictionOut]
