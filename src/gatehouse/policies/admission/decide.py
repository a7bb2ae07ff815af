from typing import Literal

from gatehouse.policies.admission.models import EntryRules
from gatehouse.policies.country_restrictions import decide as countries
from gatehouse.policies.country_restrictions.models import CountryRules
from gatehouse.policies.domain_restrictions import decide as domains
from gatehouse.policies.domain_restrictions.models import DomainRules
from gatehouse.policies.ip_restrictions import decide as addresses
from gatehouse.policies.ip_restrictions.models import AddressRules

Reason = Literal["address", "domain", "country"]


def refused_for(
    rules: EntryRules, *, address: str | None, email: str, country: str | None
) -> Reason | None:
    """Reason for a refusal, or None. Without an address, as for an invitation, only the email is checked."""
    by_domain = DomainRules(
        rules.domain_active, rules.domain_strategy, rules.block_public_domains, rules.domains
    )
    if not domains.allows_email(by_domain, email):
        return "domain"
    if address is None:
        return None
    by_address = AddressRules(rules.ip_active, rules.ip_strategy, rules.networks)
    if not addresses.allows_address(by_address, address):
        return "address"
    by_country = CountryRules(
        rules.country_active, rules.country_strategy, rules.country_unknown, rules.countries
    )
    return None if countries.allows_country(by_country, country) else "country"
