from gatehouse.policies.domain_restrictions.domains import domain_of, is_public, is_within
from gatehouse.policies.domain_restrictions.models import DomainRules


def allows_email(rules: DomainRules, email: str) -> bool:
    """Whether a user with this address may enter. The rule for public domains applies first, listed or not.
    `ALLOW` admits listed domains and their subdomains only, `BLOCK` all others; an empty list is not in
    force."""
    if not rules.domain_active:
        return True
    domain = domain_of(email)
    if domain is None or (rules.block_public_domains and is_public(domain)):
        return False
    if not rules.domains:
        return True
    is_listed = any(is_within(domain, listed) for listed in rules.domains)
    return is_listed == (rules.domain_strategy == "ALLOW")
