"""Management of user sources. Changes are in force at the next sign-in."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import orjson

from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import require_https
from gatehouse.identity.user_sources import events, queries, schemas
from gatehouse.identity.user_sources.adapters import build_base_address
from gatehouse.identity.user_sources.models import Kind, StoredSource
from gatehouse.identity.user_sources.queries import MOST_SOURCES, SECRETS
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.errors import Conflict, Invalid, NotFound
from gatehouse.kit.events import Actor
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import ApplicationNotFound


class SourceNotFound(NotFound, code="user_sources.not_found"): ...


class TooManySources(Conflict, code="user_sources.too_many"): ...


class SecretMissing(Invalid, code="user_sources.secret_missing"): ...


class AddressUnusable(Invalid, code="user_sources.address_unusable"): ...


# The secret that each kind of source requires.
NEEDED = {"auth0": "secret", "firebase": "apiKey", "custom-code": "codePayload"}


async def get_user_source(db: Db, source_id: UUID) -> schemas.CountedSource:
    """Raises `SourceNotFound` when there is no such source."""
    found = await queries.ONE.first(db, source_id)
    if found is None:
        raise SourceNotFound("The user source was not found")
    return found


async def create_user_source(
    db: Db, resources: Resources, kind: Kind, data: schemas.SourceCreate, *, by: Actor
) -> schemas.CountedSource:
    """Create a source. Raises `TooManySources`, `ApplicationNotFound`, `TenantNotFound`, `SecretMissing` or
    `AddressUnusable`."""
    await take_lock(db, Lock.USER_SOURCES)
    if await queries.COUNT.one(db) >= MOST_SOURCES:
        raise TooManySources(f"The limit of {MOST_SOURCES} user sources is reached")
    source_id = new_id()
    shown, hidden = await _check_configuration(db, resources, kind, data.configuration, {})
    await queries.ADD.run(
        db, source_id, kind, data.name, data.description, data.index, shown,
        _seal_secrets(resources, source_id, hidden), clock.now(),
    )  # fmt: skip
    await _require_applications(db, data.app_ids)
    await queries.ASSIGN.run(db, source_id, data.app_ids)
    await announce_event(db, events.SourceCreated(None, source_id, data.name, kind), by=by)
    return await get_user_source(db, source_id)


async def change_user_source(
    db: Db,
    resources: Resources,
    kind: Kind,
    source_id: UUID,
    data: schemas.SourceChange,
    *,
    by: Actor,
) -> None:
    """Change a source. Raises `SourceNotFound`, also for a source of another kind, `ApplicationNotFound`,
    `TenantNotFound`, `SecretMissing` or `AddressUnusable`."""
    source = await _lock_source(db, source_id)
    if source.type != kind:
        raise SourceNotFound("The user source was not found")
    shown, sealed = source.configuration, source.sealed_secrets
    if data.configuration:
        before = _read_kept_secrets(resources, source, data.configuration)
        shown, hidden = await _check_configuration(db, resources, kind, data.configuration, before)
        sealed = _seal_secrets(resources, source_id, hidden)
    await queries.CHANGE.run(
        db, source_id, data.name, data.description, data.index, shown, sealed, clock.now()
    )
    if data.app_ids is not None:
        await _require_applications(db, data.app_ids)
        await queries.ASSIGN_ONLY.run(db, source_id, data.app_ids)
    await announce_event(db, events.SourceChanged(None, source_id, data.name or source.name), by=by)


async def assign_applications(
    db: Db, source_id: UUID, app_ids: Sequence[UUID], *, is_asked: bool, by: Actor
) -> None:
    """Set whether applications ask the source. Raises `SourceNotFound` or `ApplicationNotFound`."""
    source = await _lock_source(db, source_id)
    await _require_applications(db, app_ids)
    statement = queries.ASSIGN if is_asked else queries.UNASSIGN
    await statement.run(db, source_id, list(app_ids))
    event = events.SourceAssigned(None, source_id, source.name, list(app_ids), is_asked)
    await announce_event(db, event, by=by)


async def delete_user_source(db: Db, source_id: UUID, *, by: Actor) -> None:
    """Delete a source. Its users stay, with their password if it is stored here. Raises `SourceNotFound`."""
    source = await _lock_source(db, source_id)
    await queries.DELETE.run(db, source_id)
    await announce_event(db, events.SourceDeleted(None, source_id, source.name), by=by)


async def list_users_of_source(
    db: Db, source_id: UUID, limit: int, offset: int
) -> tuple[list[schemas.SourceUser], int]:
    """A page of the users, and the total, counted up to 10,000. Raises `SourceNotFound`."""
    await get_user_source(db, source_id)
    total = await queries.COUNT_USERS.one(db, source_id)
    return await queries.USERS.all(db, source_id, limit, offset), total


async def _lock_source(db: Db, source_id: UUID) -> StoredSource:
    source = await queries.HOLD.first(db, source_id)
    if source is None:
        raise SourceNotFound("The user source was not found")
    return source


async def _require_applications(db: Db, app_ids: Sequence[UUID]) -> None:
    known = await queries.APPLICATIONS.all(db, list(app_ids))
    if set(app_ids) - set(known):
        raise ApplicationNotFound("The application was not found")


async def _check_configuration(
    db: Db,
    resources: Resources,
    kind: Kind,
    given: schemas.SourceConfiguration,
    before: dict[str, str],
) -> tuple[dict[str, Any], dict[str, str]]:
    shown, hidden = given.split_secrets()
    hidden = {**before, **hidden}
    if (needed := NEEDED.get(kind)) and needed not in hidden:
        raise SecretMissing(f"configuration.{needed}: is required")
    oauth = shown.get("oauth2Config", {})
    domain = [build_base_address(shown["domain"])] if "domain" in shown else []
    for address in (
        *domain, shown.get("wellknownUrl"), oauth.get("tokenUrl"), oauth.get("userInfoUrl"),
        hidden.get("codePayload"),
    ):  # fmt: skip
        _require_secure_address(resources, address)
    if tenant_id := shown["tenantConfig"].get("tenantId"):
        await get_tenant(db, UUID(tenant_id))
    return shown, hidden


def _require_secure_address(resources: Resources, address: str | None) -> None:
    try:
        if address:
            require_https(resources, address)
    except ProviderFault as fault:
        raise AddressUnusable(fault.detail) from None


def _read_kept_secrets(
    resources: Resources, source: StoredSource, given: schemas.SourceConfiguration
) -> dict[str, str]:
    """The stored secrets if the system is unchanged. After a change of the address none is kept, so that no
    secret is sent to the new address."""
    shown, _ = given.split_secrets()
    if any(shown.get(name) != source.configuration.get(name) for name in given.system):
        return {}
    secrets = SECRETS.open(resources[Box], source.id, source.sealed_secrets)
    found: dict[str, str] = orjson.loads(secrets)
    return found


def _seal_secrets(resources: Resources, source_id: UUID, hidden: dict[str, str]) -> bytes:
    return SECRETS.seal(resources[Box], source_id, orjson.dumps(hidden))
