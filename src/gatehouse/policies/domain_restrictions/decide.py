from gatehouse.policies.domain_restrictions.domains import domain_of, is_public, is_within
from gatehouse.policies.domain_restrictions.models import DomainRules


def allows_email(rules: DomainRules, email: str) -> bool:
    """Whether somebody with this address may enter. Public domains come first, listed or not. `ALLOW`
    lets in who is at a listed domain or below it, `BLOCK` everybody else; a list without entries is not
    in force."""
    if not rules.domain_active:
        return True
    domain = domain_of(email)
    if domain is None or (rules.block_public_domains and is_public(domain)):
        return False
    if not rules.domains:
        return True
    is_listed = any(is_within(domain, listed) for listed in rules.domains)
    return is_listed == (rules.domain_strategy == "ALLOW")
