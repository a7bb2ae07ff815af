"""Email domain restrictions of a tenant. A change that would refuse the caller's own address is rejected, so
an administrator can always correct a mistake."""

from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_all, announce_event
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.policies import errors, events, queries
from gatehouse.policies.admission.decide import allows_email
from gatehouse.policies.admission.service import read_access_restrictions
from gatehouse.policies.domain_restrictions.domains import display_domain
from gatehouse.policies.domain_restrictions.schemas import (
    DomainConfigIn,
    DomainRestrictionIn,
    DomainsIn,
)
from gatehouse.policies.models import DomainRestriction, EntryRules

MOST = 500  # of one tenant, on both lists: every sign-in compares with one of them


async def set_domain_config(db: Db, caller: Principal, data: DomainConfigIn) -> EntryRules:
    """Raises `YourDomainRefused`."""
    await lock_tenant(db, caller.tenant_id)
    await queries.SET_DOMAIN_RULES.run(
        db, caller.tenant_id, clock.now(), data.active, data.type, data.block_public_domains
    )
    rules = await _require_caller_admitted(db, caller)
    event = events.DomainRestrictionsUpdated(
        caller.tenant_id, rules.domain_active, rules.domain_strategy, rules.block_public_domains
    )
    await announce_event(db, event, by=caller.actor)
    return rules


async def add_domain_restriction(
    db: Db, caller: Principal, data: DomainRestrictionIn
) -> DomainRestriction:
    """Raises `DomainRestrictionExists`, `TooManyDomainRestrictions`, `YourDomainRefused`."""
    await lock_tenant(db, caller.tenant_id)
    row = await queries.ADD_DOMAIN.first(
        db, new_id(), caller.tenant_id, data.domain, data.type, clock.now()
    )
    if row is None:
        raise errors.DomainRestrictionExists(
            f"{display_domain(data.domain)} is already in the list"
        )
    await _check_domain_limit(db, caller)
    await _require_caller_admitted(db, caller)
    await _announce_change(db, events.DomainRestrictionCreated, row, caller)
    return row


async def replace_domain_restrictions(
    db: Db, caller: Principal, data: DomainsIn
) -> list[DomainRestriction]:
    """The whole list of this type. `TooManyDomainRestrictions`, `YourDomainRefused`."""
    await lock_tenant(db, caller.tenant_id)
    listed = await queries.DOMAINS.all(db, caller.tenant_id)
    before = {row.domain for row in listed if row.strategy == data.type}
    await queries.REMOVE_DOMAINS.run(db, caller.tenant_id, data.type)
    now = clock.now()
    rows = [
        await queries.ADD_DOMAIN.one(db, new_id(), caller.tenant_id, domain, data.type, now)
        for domain in dict.fromkeys(data.domains)
    ]
    await _check_domain_limit(db, caller)
    await _require_caller_admitted(db, caller)
    replaced = events.DomainRestrictionsReplaced(caller.tenant_id, data.type, len(rows))
    added = [
        _build_change_event(events.DomainRestrictionCreated, caller, row)
        for row in rows
        if row.domain not in before
    ]
    await announce_all(db, [replaced, *added], by=caller.actor)
    return rows


async def remove_domain_restriction(db: Db, caller: Principal, restriction_id: UUID) -> None:
    """Raises `DomainRestrictionNotFound`, `YourDomainRefused`."""
    await lock_tenant(db, caller.tenant_id)
    row = await queries.REMOVE_DOMAIN.first(db, caller.tenant_id, restriction_id)
    if row is None:
        raise errors.DomainRestrictionNotFound("The email domain restriction was not found")
    await _require_caller_admitted(db, caller)
    await _announce_change(db, events.DomainRestrictionDeleted, row, caller)


async def _require_caller_admitted(db: Db, caller: Principal) -> EntryRules:
    rules = await read_access_restrictions(db, caller.tenant_id)
    if not allows_email(rules, caller.email):
        raise errors.YourDomainRefused(
            f"Your own address {caller.email} would be blocked. First add its domain to the allowed "
            "domains, or remove it from the blocked domains."
        )
    return rules


async def _check_domain_limit(db: Db, caller: Principal) -> None:
    if await queries.COUNT_DOMAINS.one(db, caller.tenant_id) > MOST:
        raise errors.TooManyDomainRestrictions(f"There can be at most {MOST} domains", most=MOST)


async def _announce_change(
    db: Db, kind: type[events.DomainRestrictionEvent], row: DomainRestriction, caller: Principal
) -> None:
    await announce_event(db, _build_change_event(kind, caller, row), by=caller.actor)


def _build_change_event(
    kind: type[events.DomainRestrictionEvent], caller: Principal, row: DomainRestriction
) -> events.DomainRestrictionEvent:
    return kind(caller.tenant_id, row.id, display_domain(row.domain), row.strategy)
