"""Token templates. They are few, and every process has them in memory."""

from uuid import UUID

import asyncpg

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.identity.token_templates.errors import (
    JwtTemplateInUse,
    JwtTemplateKeyTaken,
    JwtTemplateNotFound,
    TooManyJwtTemplates,
)
from gatehouse.identity.token_templates.events import JwtTemplateChanged
from gatehouse.identity.token_templates.schemas import (
    JwtTemplateChange,
    JwtTemplateCreate,
    JwtTemplatesQuery,
)
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.vendor import token_templates
from gatehouse.vendor.token_templates import JwtTemplate

MOST = 100
COLUMNS = {"createdAt": "created_at", "updatedAt": "updated_at"}


async def list_token_templates(db: Db, query: JwtTemplatesQuery) -> tuple[list[JwtTemplate], int]:
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


async def create_token_template(
    db: Db, caller: VendorPrincipal, client: Client, data: JwtTemplateCreate
) -> JwtTemplate:
    """Create a template. Raises `JwtTemplateKeyTaken` or `TooManyJwtTemplates`."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    if len(await token_templates.TEMPLATES.all(db)) >= MOST:
        raise TooManyJwtTemplates(f"There can be {MOST} templates")
    made = await token_templates.ADD.first(
        db, new_id(), data.key, data.name, data.description, data.expiration,
        data.template_schema.claims, clock.now(),
    )  # fmt: skip
    if made is None:
        raise JwtTemplateKeyTaken("Another template has this key")
    await _announce_template_change(db, caller, client, made.key, "Made")
    return made


async def change_token_template(
    db: Db, caller: VendorPrincipal, client: Client, template_id: UUID, data: JwtTemplateChange
) -> JwtTemplate:
    """Change a template. Raises `JwtTemplateNotFound` or `JwtTemplateKeyTaken`, and `JwtTemplateInUse`
    for another key when rules use the present one."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    before = await get_token_template(db, template_id)
    if data.key and data.key != before.key:
        await _refuse_in_use(db, before.key)
    described = "description" in data.model_fields_set
    try:
        after = await token_templates.CHANGE.one(
            db, template_id, data.key or before.key, data.name or before.name,
            data.description if described else before.description,
            data.expiration or before.expiration,
            data.template_schema.claims if data.template_schema else before.claims, clock.now(),
        )  # fmt: skip
    except asyncpg.UniqueViolationError:
        raise JwtTemplateKeyTaken("Another template has this key") from None
    await _announce_template_change(db, caller, client, after.key, "Changed")
    return after


async def delete_token_template(
    db: Db, caller: VendorPrincipal, client: Client, template_id: UUID
) -> None:
    """Delete a template. Raises `JwtTemplateNotFound` or `JwtTemplateInUse`."""
    await take_lock(db, Lock.TOKEN_TEMPLATES)
    gone = await get_token_template(db, template_id)
    await _refuse_in_use(db, gone.key)
    await token_templates.DELETE.one(db, template_id)
    await _announce_template_change(db, caller, client, gone.key, "Deleted")


async def _refuse_in_use(db: Db, key: str) -> None:
    targeting = await token_templates.TARGETING.first(db)
    if targeting and any(rule["treatment"] == key for rule in targeting.rules):
        raise JwtTemplateInUse("A rule names this template. Change the rules first.")


async def _announce_template_change(
    db: Db, caller: VendorPrincipal, client: Client, key: str, what: str
) -> None:
    await announce_event(db, JwtTemplateChanged(None, key, what), by=by_vendor(caller, client))
