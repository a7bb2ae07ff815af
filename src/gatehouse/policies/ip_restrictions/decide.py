from gatehouse.policies.ip_restrictions.models import AddressRules
from gatehouse.policies.ip_restrictions.networks import address_of, network_of


def allows_address(rules: AddressRules, address: str) -> bool:
    """Whether a user at this address may enter. `ALLOW` admits listed networks only, `BLOCK` all others. An
    empty list is not in force; text that is not an IP address is refused."""
    if not rules.ip_active or not rules.networks:
        return True
    found = address_of(address)
    if found is None:
        return False
    is_listed = any(found in network_of(network) for network in rules.networks)
    return is_listed == (rules.ip_strategy == "ALLOW")
