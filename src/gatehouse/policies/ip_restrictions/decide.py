from gatehouse.policies.ip_restrictions.models import AddressRules
from gatehouse.policies.ip_restrictions.networks import address_of, network_of


def allows_address(rules: AddressRules, address: str) -> bool:
    """Whether somebody at this address may enter. `ALLOW` lets in who is listed, `BLOCK` everybody else.
    A list without entries is not in force; what is no address is let in by none."""
    if not rules.ip_active or not rules.networks:
        return True
    found = address_of(address)
    if found is None:
        return False
    is_listed = any(found in network_of(network) for network in rules.networks)
    return is_listed == (rules.ip_strategy == "ALLOW")
