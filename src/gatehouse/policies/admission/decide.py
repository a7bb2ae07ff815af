"""Whether the restrictions of a tenant let a user in.

`ALLOW` admits only what is listed, `BLOCK` all but that. An empty list is not in force.
"""

from typing import Literal

from gatehouse.policies.domain_restrictions.domains import (
    is_domain_within,
    is_public_domain,
    parse_email_domain,
)
from gatehouse.policies.ip_restrictions.networks import parse_ip_address, parse_network
from gatehouse.policies.models import EntryRules

Reason = Literal["address", "domain", "country"]


def find_refusal_reason(
    rules: EntryRules, *, address: str | None, email: str, country: str | None
) -> Reason | None:
    """Reason for a refusal, or None. Without an address, as for an invitation, only the email is checked."""
    if not allows_email(rules, email):
        return "domain"
    if address is None:
        return None
    if not allows_ip_address(rules, address):
        return "address"
    return None if allows_country(rules, country) else "country"


def allows_ip_address(rules: EntryRules, address: str) -> bool:
    """Whether a user at this IP address may enter; other text is refused."""
    if not rules.ip_active or not rules.networks:
        return True
    found = parse_ip_address(address)
    if found is None:
        return False
    is_listed = any(found in parse_network(network) for network in rules.networks)
    return is_listed == (rules.ip_strategy == "ALLOW")


def allows_email(rules: EntryRules, email: str) -> bool:
    """Whether a user with this address may enter. The rule for public domains applies first, listed or not.
    A listed domain stands for its subdomains too."""
    if not rules.domain_active:
        return True
    domain = parse_email_domain(email)
    if domain is None or (rules.block_public_domains and is_public_domain(domain)):
        return False
    if not rules.domains:
        return True
    is_listed = any(is_domain_within(domain, listed) for listed in rules.domains)
    return is_listed == (rules.domain_strategy == "ALLOW")


def allows_country(rules: EntryRules, country: str | None) -> bool:
    """Whether a user in this country may enter; None if the country is unknown."""
    if not rules.country_active or not rules.countries:
        return True
    if country is None:
        return rules.country_unknown == "ALLOW"
    return (country in rules.countries) == (rules.country_strategy == "ALLOW")
