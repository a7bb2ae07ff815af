"""IP address restrictions of a tenant.

A change that would refuse the caller's own address is rejected, so an administrator can always correct a
mistake.
"""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import take_turns
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.policies.admission.queries import SET_ADDRESS_RULES
from gatehouse.policies.ip_restrictions import queries
from gatehouse.policies.ip_restrictions.errors import (
    IpRestrictionExists,
    IpRestrictionNotFound,
    TooManyIpRestrictions,
    YourAddressRefused,
)
from gatehouse.policies.ip_restrictions.events import (
    IpRestrictionCreated,
    IpRestrictionDeleted,
    IpRestrictionEvent,
    IpRestrictionsUpdated,
)
from gatehouse.policies.ip_restrictions.membership import rules_of, still_inside
from gatehouse.policies.ip_restrictions.models import IpRestriction
from gatehouse.policies.ip_restrictions.networks import address_of, display_network, network_of
from gatehouse.policies.ip_restrictions.schemas import (
    IpConfig,
    IpConfigIn,
    IpQuery,
    IpRestrictionIn,
    IpRestrictionOut,
    IpRestrictionPage,
    PageFacts,
)

MOST = 500  # of one tenant: every sign-in compares with all of them


async def get_config(db: Db, caller: Principal) -> IpConfig:
    rules = await rules_of(db, caller)
    return IpConfig(is_active=rules.ip_active, strategy=rules.ip_strategy)


async def set_config(db: Db, caller: Principal, client: Client, data: IpConfigIn) -> IpConfig:
    """The list that is given, or stays, is in force or not. `YourAddressRefused`."""
    await take_turns(db, caller.tenant_id)
    await SET_ADDRESS_RULES.run(db, caller.tenant_id, clock.now(), data.is_active, data.strategy)
    rules = await still_inside(db, caller, client)
    event = IpRestrictionsUpdated(caller.tenant_id, rules.ip_active, rules.ip_strategy)
    await announce_event(db, event, by=by_caller(caller, client))
    return IpConfig(is_active=rules.ip_active, strategy=rules.ip_strategy)


async def list_restrictions(db: Db, caller: Principal, query: IpQuery) -> IpRestrictionPage:
    """Newest first."""
    start = query.offset * query.limit
    rows = await queries.LISTED.all(db, caller.tenant_id, query.filter, query.limit, start)
    total = rows[0].total if rows else await queries.COUNT.one(db, caller.tenant_id, query.filter)
    pages = -(-total // query.limit)
    return IpRestrictionPage(
        items=[IpRestrictionOut.of(row) for row in rows],
        metadata=PageFacts(total_items=total, total_pages=pages),
    )


async def add_ip_restrictions(
    db: Db, caller: Principal, client: Client, wanted: Sequence[IpRestrictionIn]
) -> list[IpRestriction]:
    """All of them or none. `IpRestrictionExists`, `TooManyIpRestrictions`, `YourAddressRefused`."""
    await take_turns(db, caller.tenant_id)
    await _room_for(db, caller, len(wanted))
    added = [await _add_one(db, caller, client, one) for one in wanted]
    await still_inside(db, caller, client)
    return added


async def _add_one(
    db: Db, caller: Principal, client: Client, data: IpRestrictionIn
) -> IpRestriction:
    row = await queries.ADD.first(
        db, new_id(), caller.tenant_id, data.ip, data.strategy, data.is_active, data.description,
        clock.now(),
    )  # fmt: skip
    if row is None:
        raise IpRestrictionExists(f"{display_network(data.ip)} is in the list already")
    await _announce_change(db, IpRestrictionCreated, row, caller, client)
    return row


async def allow_current(
    db: Db, caller: Principal, client: Client, description: str
) -> IpRestriction:
    """The caller's own address is allowed, and the allow list is in force: one step, because either
    alone would be refused or do nothing. `YourAddressRefused` where the address is not known."""
    if address_of(client.ip) is None:
        raise YourAddressRefused("Your own address is not known")
    await take_turns(db, caller.tenant_id)
    await _room_for(db, caller, 1)
    network = str(network_of(client.ip))
    now = clock.now()
    row = await queries.ALLOW.one(db, new_id(), caller.tenant_id, network, description, now)
    await SET_ADDRESS_RULES.run(db, caller.tenant_id, now, True, "ALLOW")
    await still_inside(db, caller, client)
    await _announce_change(db, IpRestrictionCreated, row, caller, client)
    switched = IpRestrictionsUpdated(caller.tenant_id, True, "ALLOW")
    await announce_event(db, switched, by=by_caller(caller, client))
    return row


async def remove_ip_restriction(
    db: Db, caller: Principal, client: Client, restriction_id: UUID
) -> None:
    """Raises `IpRestrictionNotFound`, `YourAddressRefused`."""
    await take_turns(db, caller.tenant_id)
    row = await queries.REMOVE.first(db, caller.tenant_id, restriction_id)
    if row is None:
        raise IpRestrictionNotFound("This IP restriction does not exist")
    await still_inside(db, caller, client)
    await _announce_change(db, IpRestrictionDeleted, row, caller, client)


async def _room_for(db: Db, caller: Principal, count: int) -> None:
    if await queries.COUNT.one(db, caller.tenant_id, None) + count > MOST:
        raise TooManyIpRestrictions(f"There can be at most {MOST} addresses", most=MOST)


async def _announce_change(
    db: Db, kind: type[IpRestrictionEvent], row: IpRestriction, caller: Principal, client: Client
) -> None:
    event = kind(caller.tenant_id, row.id, display_network(row.network), row.strategy)
    await announce_event(db, event, by=by_caller(caller, client))
