"""Check that the restrictions admit the caller's own address."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.kit.db import Db
from gatehouse.policies.ip_restrictions import queries
from gatehouse.policies.ip_restrictions.decide import allows_address
from gatehouse.policies.ip_restrictions.errors import YourAddressRefused
from gatehouse.policies.ip_restrictions.models import AddressRules

NOTHING_SET = AddressRules(ip_active=False, ip_strategy="ALLOW", networks=[])


async def is_admitted(db: Db, caller: Principal, client: Client) -> bool:
    """Whether what is in force lets the caller's address in."""
    return allows_address(await rules_of(db, caller), client.ip)


async def is_allowed(db: Db, caller: Principal, client: Client) -> bool:
    """Whether the caller's address is in the allow list, in force or not."""
    allowed = await queries.ALLOWED.all(db, caller.tenant_id)
    return bool(allowed) and allows_address(AddressRules(True, "ALLOW", allowed), client.ip)


async def rules_of(db: Db, caller: Principal) -> AddressRules:
    return await queries.IN_FORCE.first(db, caller.tenant_id) or NOTHING_SET


async def still_inside(db: Db, caller: Principal, client: Client) -> AddressRules:
    """The rules in force; raises `YourAddressRefused` when they refuse the caller. Call it after a change."""
    rules = await rules_of(db, caller)
    if not allows_address(rules, client.ip):
        raise YourAddressRefused(
            f"Your own address {client.ip} would be refused. Add it to the allowed addresses, or take "
            "it off the blocked ones, first.",
            ip=client.ip,
        )
    return rules
