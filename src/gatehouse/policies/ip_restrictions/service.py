"""IP address restrictions of a tenant.

A change that would refuse the caller's own address is rejected, so an administrator can always correct a
mistake.
"""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.paging import PageMetadata
from gatehouse.policies import errors, events, queries
from gatehouse.policies.admission.decide import allows_ip_address
from gatehouse.policies.admission.service import read_access_restrictions
from gatehouse.policies.ip_restrictions import schemas
from gatehouse.policies.ip_restrictions.networks import (
    display_network,
    parse_ip_address,
    parse_network,
)
from gatehouse.policies.models import EntryRules, IpRestriction

MOST = 500  # of one tenant: every sign-in compares with all of them


async def is_in_allow_list(db: Db, caller: Principal) -> bool:
    """Whether the caller's address is in the allow list, in force or not."""
    allowed = await queries.ALLOWED_NETWORKS.all(db, caller.tenant_id)
    in_force = EntryRules(ip_active=True, networks=allowed)
    return bool(allowed) and allows_ip_address(in_force, caller.client.ip)


async def _require_caller_admitted(db: Db, caller: Principal) -> EntryRules:
    """The rules in force; raises `YourAddressRefused` when they refuse the caller. Call it after a change."""
    rules = await read_access_restrictions(db, caller.tenant_id)
    if not allows_ip_address(rules, caller.client.ip):
        raise errors.YourAddressRefused(
            f"Your own address {caller.client.ip} would be blocked. First add it to the allowed "
            "addresses, or remove it from the blocked addresses.",
            ip=caller.client.ip,
        )
    return rules


async def set_ip_config(db: Db, caller: Principal, data: schemas.IpConfigIn) -> EntryRules:
    """The list that is given, or stays, is in force or not. `YourAddressRefused`."""
    await lock_tenant(db, caller.tenant_id)
    await queries.SET_ADDRESS_RULES.run(
        db, caller.tenant_id, clock.now(), data.is_active, data.strategy
    )
    rules = await _require_caller_admitted(db, caller)
    event = events.IpRestrictionsUpdated(caller.tenant_id, rules.ip_active, rules.ip_strategy)
    await announce_event(db, event, by=caller.actor)
    return rules


async def list_restrictions(
    db: Db, caller: Principal, query: schemas.IpQuery
) -> schemas.IpRestrictionPage:
    """Newest first."""
    start = query.offset * query.limit
    rows = await queries.NETWORKS.all(db, caller.tenant_id, query.filter, query.limit, start)
    total = (
        rows[0].total
        if rows
        else await queries.COUNT_NETWORKS.one(db, caller.tenant_id, query.filter)
    )
    return schemas.IpRestrictionPage(
        items=[schemas.IpRestrictionOut.from_row(row) for row in rows],
        metadata=PageMetadata.from_total(total, query.limit),
    )


async def add_ip_restrictions(
    db: Db, caller: Principal, wanted: Sequence[schemas.IpRestrictionIn]
) -> list[IpRestriction]:
    """All of them or none. `IpRestrictionExists`, `TooManyIpRestrictions`, `YourAddressRefused`."""
    await lock_tenant(db, caller.tenant_id)
    await _check_restriction_limit(db, caller, len(wanted))
    added = [await _add_ip_restriction(db, caller, one) for one in wanted]
    await _require_caller_admitted(db, caller)
    return added


async def _add_ip_restriction(
    db: Db, caller: Principal, data: schemas.IpRestrictionIn
) -> IpRestriction:
    row = await queries.ADD_NETWORK.first(
        db, new_id(), caller.tenant_id, data.ip, data.strategy, data.is_active, data.description,
        clock.now(),
    )  # fmt: skip
    if row is None:
        raise errors.IpRestrictionExists(f"{display_network(data.ip)} is already in the list")
    await _announce_change(db, events.IpRestrictionCreated, row, caller)
    return row


async def allow_current_address(db: Db, caller: Principal, description: str) -> IpRestriction:
    """The caller's own address is allowed, and the allow list is in force: one step, because either
    alone would be refused or do nothing. `YourAddressRefused` where the address is not known."""
    if parse_ip_address(caller.client.ip) is None:
        raise errors.YourAddressRefused("Your own address is unknown")
    await lock_tenant(db, caller.tenant_id)
    await _check_restriction_limit(db, caller, 1)
    network = str(parse_network(caller.client.ip))
    now = clock.now()
    row = await queries.ALLOW_NETWORK.one(db, new_id(), caller.tenant_id, network, description, now)
    await queries.SET_ADDRESS_RULES.run(db, caller.tenant_id, now, True, "ALLOW")
    await _require_caller_admitted(db, caller)
    await _announce_change(db, events.IpRestrictionCreated, row, caller)
    switched = events.IpRestrictionsUpdated(caller.tenant_id, True, "ALLOW")
    await announce_event(db, switched, by=caller.actor)
    return row


async def remove_ip_restriction(db: Db, caller: Principal, restriction_id: UUID) -> None:
    """Raises `IpRestrictionNotFound`, `YourAddressRefused`."""
    await lock_tenant(db, caller.tenant_id)
    row = await queries.REMOVE_NETWORK.first(db, caller.tenant_id, restriction_id)
    if row is None:
        raise errors.IpRestrictionNotFound("The IP restriction was not found")
    await _require_caller_admitted(db, caller)
    await _announce_change(db, events.IpRestrictionDeleted, row, caller)


async def _check_restriction_limit(db: Db, caller: Principal, count: int) -> None:
    if await queries.COUNT_NETWORKS.one(db, caller.tenant_id, None) + count > MOST:
        raise errors.TooManyIpRestrictions(f"There can be at most {MOST} addresses", most=MOST)


async def _announce_change(
    db: Db, kind: type[events.IpRestrictionEvent], row: IpRestriction, caller: Principal
) -> None:
    event = kind(caller.tenant_id, row.id, display_network(row.network), row.strategy)
    await announce_event(db, event, by=caller.actor)
