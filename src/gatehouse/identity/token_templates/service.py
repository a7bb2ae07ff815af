"""Token templates, and the rules for which tokens get which. They are few, and every process has them in
memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg

from gatehouse.audit.service import announce_event
from gatehouse.identity.token_templates import schemas
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.errors import Conflict, Invalid, NotFound
from gatehouse.kit.events import Actor, Event
from gatehouse.vendor import token_templates
from gatehouse.vendor.token_templates import JwtTargeting, JwtTemplate


class JwtTemplateNotFound(NotFound, code="jwt_templates.not_found"): ...


class JwtTemplateKeyTaken(Conflict, code="jwt_templates.key_taken"): ...


class JwtTemplateInUse(Conflict, code="jwt_templates.in_use"):
    """A targeting rule uses the template."""


class TooManyJwtTemplates(Conflict, code="jwt_templates.too_many"): ...


class JwtTargetingExists(Conflict, code="jwt_targeting.exists"): ...


class JwtTargetingNotFound(NotFound, code="jwt_targeting.not_found"): ...


class JwtRuleRefused(Invalid, code="jwt_targeting.unknown"):
    """A rule names an unknown template or role."""


class JwtTemplateChanged(Event):
    event_name = "vendor.jwt_template_changed"
    severity = "High"
    text = "{what} the token template {key}"
    key: str
    what: str


class JwtTargetingChanged(Event):
    event_name = "vendor.jwt_targeting_changed"
    severity = "High"
    text = "Changed the targeting rules of token templates"


MOST = 100
COLUMNS = {"createdAt": "created_at", "updatedAt": "updated_at"}


async def list_token_templates(
    db: Db, query: schemas.JwtTemplatesQuery
) -> tuple[list[JwtTemplate], int]:
    """The page, and how many there are in all."""
    found = [
        one
        for one in await token_templates.TEMPLATES.all(db)
        if (not query.keys or one.key in query.keys) and (not query.ids or one.id in query.ids)
    ]
    column = COLUMNS.get(query.sort_by, query.sort_by)
    found.sort(
        key=lambda one: (str(getattr(one, column)), one.key), reverse=query.order.upper() == "DESC"
    )
    return found[query.offset : query.offset + query.limit], len(found)


async def get_token_template(db: Db, template_id: UUID) -> JwtTemplate:
    """Raises `JwtTemplateNotFound`."""
    for one in await token_templates.TEMPLATES.all(db):
        if one.id == template_id:
            return one
    raise JwtTemplateNotFound("The template was not found")


async def create_token_template(db: Db, by: Actor, data: schemas.JwtTemplateCreate) -> JwtTemplate:
    """Create a template. Raises `JwtTemplateKeyTaken` or `TooManyJwtTemplates`."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    if len(await token_templates.TEMPLATES.all(db)) >= MOST:
        raise TooManyJwtTemplates(f"There can be at most {MOST} templates")
    made = await token_templates.ADD.first(
        db, new_id(), data.key, data.name, data.description, data.expiration,
        data.template_schema.claims, clock.now(),
    )  # fmt: skip
    if made is None:
        raise JwtTemplateKeyTaken("A template with this key already exists")
    await _announce_template_change(db, by, made.key, "Created")
    return made


async def change_token_template(
    db: Db, by: Actor, template_id: UUID, data: schemas.JwtTemplateChange
) -> JwtTemplate:
    """Change a template. Raises `JwtTemplateNotFound` or `JwtTemplateKeyTaken`, and `JwtTemplateInUse`
    for another key when rules use the present one."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    before = await get_token_template(db, template_id)
    if data.key and data.key != before.key:
        await _require_template_unused(db, before.key)
    described = "description" in data.model_fields_set
    try:
        after = await token_templates.CHANGE.one(
            db, template_id, data.key or before.key, data.name or before.name,
            data.description if described else before.description,
            data.expiration or before.expiration,
            data.template_schema.claims if data.template_schema else before.claims, clock.now(),
        )  # fmt: skip
    except asyncpg.UniqueViolationError:
        raise JwtTemplateKeyTaken("A template with this key already exists") from None
    await _announce_template_change(db, by, after.key, "Changed")
    return after


async def delete_token_template(db: Db, by: Actor, template_id: UUID) -> None:
    """Delete a template. Raises `JwtTemplateNotFound` or `JwtTemplateInUse`."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    gone = await get_token_template(db, template_id)
    await _require_template_unused(db, gone.key)
    await token_templates.DELETE.one(db, template_id)
    await _announce_template_change(db, by, gone.key, "Deleted")


async def _require_template_unused(db: Db, key: str) -> None:
    targeting = await token_templates.TARGETING.first(db)
    if targeting and any(rule["treatment"] == key for rule in targeting.rules):
        raise JwtTemplateInUse("A rule uses this template. Change the rules first.")


async def _announce_template_change(db: Db, by: Actor, key: str, what: str) -> None:
    await announce_event(db, JwtTemplateChanged(None, key, what), by=by)


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
        raise JwtTargetingNotFound("No targeting rules exist yet")
    return found


async def get_targeting_by_id(db: Db, targeting_id: UUID) -> JwtTargeting:
    """Raises `JwtTargetingNotFound`, also when other rules are in force."""
    found = await get_template_targeting(db)
    if found.id != targeting_id:
        raise JwtTargetingNotFound("The rules do not exist")
    return found


async def create_template_targeting(
    db: Db, by: Actor, rules: Sequence[schemas.TargetRule]
) -> JwtTargeting:
    """Create the rules. Raises `JwtTargetingExists` or `JwtRuleRefused`."""
    stored = await _to_stored_rules(db, rules)
    made = await token_templates.ADD_TARGETING.first(db, new_id(), stored, clock.now())
    if made is None:
        raise JwtTargetingExists("The rules already exist. Change them with PUT.")
    await _announce_targeting_change(db, by)
    return made


async def change_template_targeting(
    db: Db, by: Actor, rules: Sequence[schemas.TargetRule], targeting_id: UUID | None = None
) -> None:
    """Replace the rules. Raises `JwtTargetingNotFound` or `JwtRuleRefused`."""
    stored = await _to_stored_rules(db, rules)
    before = (
        await get_template_targeting(db)
        if targeting_id is None
        else await get_targeting_by_id(db, targeting_id)
    )
    await token_templates.CHANGE_TARGETING.one(db, before.id, stored, clock.now())
    await _announce_targeting_change(db, by)


async def delete_template_targeting(db: Db, by: Actor, targeting_id: UUID) -> None:
    """Delete the rules. Raises `JwtTargetingNotFound`."""
    if await token_templates.DELETE_TARGETING.first(db, targeting_id) is None:
        raise JwtTargetingNotFound("The rules do not exist")
    await _announce_targeting_change(db, by)


async def _to_stored_rules(db: Db, rules: Sequence[schemas.TargetRule]) -> list[dict[str, Any]]:
    """Convert rules to the form that is evaluated at each token: with the keys of roles, which is what
    tokens hold."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    known = {one.key for one in await token_templates.TEMPLATES.all(db)}
    for rule in rules:
        if rule.treatment not in known:
            raise JwtRuleRefused(f"treatment: the template {rule.treatment} was not found")
    return [
        {
            **rule.model_dump(by_alias=True, exclude={"conditions"}),
            "conditions": [await _to_stored_condition(db, one) for one in rule.conditions],
        }
        for rule in rules
    ]


async def _to_stored_condition(db: Db, condition: schemas.TargetCondition) -> dict[str, Any]:
    shown = condition.model_dump(by_alias=True)
    if condition.attribute != "roleIds":
        return shown
    if condition.op != "in_list":
        raise JwtRuleRefused("roleIds: use the operator in_list")
    try:
        wanted = {UUID(one) for one in condition.value.list}
    except ValueError:
        raise JwtRuleRefused("roleIds: must be role IDs") from None
    found = await ROLES.all(db, list(wanted))
    if len(found) < len(wanted):
        raise JwtRuleRefused("roleIds: a role was not found")
    return shown | {
        "roles": [
            {"key": one.key, "tenantId": str(one.tenant_id) if one.tenant_id else None}
            for one in found
        ]
    }


async def _announce_targeting_change(db: Db, by: Actor) -> None:
    await announce_event(db, JwtTargetingChanged(None), by=by)
