"""The rules for which tokens get which template."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.identity.token_templates.errors import (
    JwtRuleRefused,
    JwtTargetingExists,
    JwtTargetingNotFound,
)
from gatehouse.identity.token_templates.events import JwtTargetingChanged
from gatehouse.identity.token_templates.schemas import TargetCondition, TargetRule
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.vendor import token_templates
from gatehouse.vendor.token_templates import JwtTargeting


@dataclass(frozen=True, slots=True)
class NamedRole:
    id: UUID
    tenant_id: UUID | None
    key: str


ROLES = Query(NamedRole, "select id, tenant_id, key from roles where id = any ($1::uuid[])")


async def get_template_targeting(db: Db) -> JwtTargeting:
    """Raises `JwtTargetingNotFound` when there are no rules."""
    found = await token_templates.TARGETING.first(db)
    if found is None:
        raise JwtTargetingNotFound("No tokens are targeted yet")
    return found


async def get_by_id(db: Db, targeting_id: UUID) -> JwtTargeting:
    """Raises `JwtTargetingNotFound`, also when other rules are in force."""
    found = await get_template_targeting(db)
    if found.id != targeting_id:
        raise JwtTargetingNotFound("There are no such rules")
    return found


async def create_template_targeting(
    db: Db, caller: VendorPrincipal, client: Client, rules: Sequence[TargetRule]
) -> JwtTargeting:
    """Create the rules. Raises `JwtTargetingExists` or `JwtRuleRefused`."""
    stored = await _to_stored_rules(db, rules)
    made = await token_templates.ADD_TARGETING.first(db, new_id(), stored, clock.now())
    if made is None:
        raise JwtTargetingExists("There are rules already; change them with PUT")
    await _announce_targeting_change(db, caller, client)
    return made


async def change_template_targeting(
    db: Db,
    caller: VendorPrincipal,
    client: Client,
    rules: Sequence[TargetRule],
    targeting_id: UUID | None = None,
) -> None:
    """Replace the rules. Raises `JwtTargetingNotFound` or `JwtRuleRefused`."""
    stored = await _to_stored_rules(db, rules)
    before = (
        await get_template_targeting(db)
        if targeting_id is None
        else await get_by_id(db, targeting_id)
    )
    await token_templates.CHANGE_TARGETING.one(db, before.id, stored, clock.now())
    await _announce_targeting_change(db, caller, client)


async def delete_template_targeting(
    db: Db, caller: VendorPrincipal, client: Client, targeting_id: UUID
) -> None:
    """Delete the rules. Raises `JwtTargetingNotFound`."""
    if await token_templates.DELETE_TARGETING.first(db, targeting_id) is None:
        raise JwtTargetingNotFound("There are no such rules")
    await _announce_targeting_change(db, caller, client)


async def _to_stored_rules(db: Db, rules: Sequence[TargetRule]) -> list[dict[str, Any]]:
    """Convert rules to the form that is evaluated at each token: with the keys of roles, which is what
    tokens hold."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    known = {one.key for one in await token_templates.TEMPLATES.all(db)}
    for rule in rules:
        if rule.treatment not in known:
            raise JwtRuleRefused(f"treatment: there is no template {rule.treatment}")
    return [
        {
            **rule.model_dump(by_alias=True, exclude={"conditions"}),
            "conditions": [await _to_stored_condition(db, one) for one in rule.conditions],
        }
        for rule in rules
    ]


async def _to_stored_condition(db: Db, condition: TargetCondition) -> dict[str, Any]:
    shown = condition.model_dump(by_alias=True)
    if condition.attribute != "roleIds":
        return shown
    if condition.op != "in_list":
        raise JwtRuleRefused("roleIds: ask with in_list")
    try:
        wanted = {UUID(one) for one in condition.value.list}
    except ValueError:
        raise JwtRuleRefused("roleIds: must be ids of roles") from None
    found = await ROLES.all(db, list(wanted))
    if len(found) < len(wanted):
        raise JwtRuleRefused("roleIds: a role was not found")
    return shown | {
        "roles": [
            {"key": one.key, "tenantId": str(one.tenant_id) if one.tenant_id else None}
            for one in found
        ]
    }


async def _announce_targeting_change(db: Db, caller: VendorPrincipal, client: Client) -> None:
    await announce_event(db, JwtTargetingChanged(None), by=by_vendor(caller, client))
