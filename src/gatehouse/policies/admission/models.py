from dataclasses import dataclass

from gatehouse.policies.country_restrictions.models import Strategy


@dataclass(frozen=True, slots=True)
class EntryRules:
    """`AddressRules`, `DomainRules` and `CountryRules` in one row."""

    ip_active: bool
    ip_strategy: Strategy
    networks: list[str]
    domain_active: bool
    domain_strategy: Strategy
    block_public_domains: bool
    domains: list[str]
    country_active: bool
    country_strategy: Strategy
    country_unknown: Strategy
    countries: list[str]
    country_mail: bool = False
