"""One page per job, in one transaction with the position of the next: so no page is imported twice, and an
interrupted import continues at the next page. Users who could not be imported are in the report of the
import."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.access.client import Client
from gatehouse.access.errors import MissingPermission
from gatehouse.access.vendor import VendorPrincipal, may_change_staff, reload_vendor_principal
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.service import announce_event
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import require_https
from gatehouse.identity.user_sources.adapters import build_base_address
from gatehouse.identity.user_sources.schemas import HOST, Short
from gatehouse.identity.user_sources.service import AddressUnusable
from gatehouse.imports import reading
from gatehouse.imports.auth0 import pages
from gatehouse.imports.auth0.pages import Auth0Migration
from gatehouse.imports.formats.auth0 import build_row_from_auth0_user
from gatehouse.imports.users import service as imports
from gatehouse.imports.users.rows import parse_row
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, random_id
from gatehouse.kit.db import Command, Db, Query, Scope
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Name, Wire
from gatehouse.kit.sealed import SealedColumn


class Auth0MigrationAsked(Wire):
    """`tenantIdFieldName` is the field of `app_metadata`, or with `isTenantIdOnUserMetadata` of
    `user_metadata`, that holds the id of an account here."""

    domain: Annotated[
        str, StringConstraints(pattern=HOST, max_length=260), Field(examples=["acme.eu.auth0.com"])
    ]
    client_id: Short = Field(examples=["a-client-id"])
    secret: Short = Field(examples=["a-secret"])
    tenant_id_field_name: Annotated[Name, Field(min_length=1, examples=["tenantId"])]
    is_tenant_id_on_user_metadata: bool = False


class Auth0MigrationBegun(Event):
    event_name = "vendor.auth0_migration_begun"
    severity = "High"
    text = "Started importing all users from {domain}"
    migration_id: UUID
    domain: str


SECRET = SealedColumn("auth0_migrations", "sealed_secret")

BEGIN = Command(
    """
    insert into auth0_migrations (id, configuration, sealed_secret, asked_by) values ($1, $2, $3, $4)
    """
)
ONE = Query(Auth0Migration, "select * from auth0_migrations where id = $1")
# Only the job that processed the page at this position advances to the next.
ADVANCE = Query(
    UUID,
    """
    update auth0_migrations set since = $4, page = $5, seen = $6
    where id = $1 and since is not distinct from $2 and page = $3 and finished_at is null
    returning id
    """,
)
FINISH = Command(
    """
    update auth0_migrations set finished_at = $2, problem = $3, sealed_secret = null
    where id = $1 and finished_at is null
    """
)


GAVE_UP = (
    "A page of users could not be imported after several attempts. See the log for the reason."
)


async def begin_auth0_import(
    db: Db, resources: Resources, caller: VendorPrincipal, data: Auth0MigrationAsked
) -> UUID:
    """The id of its import. `AddressUnusable`."""
    try:
        require_https(resources, build_base_address(data.domain))
    except ProviderFault as fault:
        raise AddressUnusable(fault.detail) from None
    migration_id = random_id()
    await imports.begin_user_import(db, migration_id)
    about = data.model_dump(mode="json", by_alias=True, exclude={"secret"})
    sealed = SECRET.seal(resources[Box], migration_id, data.secret.encode())
    by = {
        "id": str(caller.credential_id), "name": caller.name,
        "ip": caller.client.ip, "user_agent": caller.client.user_agent,
    }  # fmt: skip
    await BEGIN.run(db, migration_id, about, sealed, by)
    await enqueue(db, "auth0_migrations.page", migration_id=migration_id)
    await announce_event(db, Auth0MigrationBegun(None, migration_id, data.domain), by=caller.actor)
    return migration_id


async def read_import_status(db: Db, import_id: UUID) -> tuple[str, str | None]:
    """Status of any import, with the problem that ended a migration early."""
    migration = await ONE.first(db, import_id)
    if migration is None or (migration.finished_at and migration.problem is None):
        return "Completed", None
    return "Failed" if migration.finished_at else "InProgress", migration.problem


@job("auth0_migrations.page")
async def import_auth0_page(context: JobContext, migration_id: str) -> None:
    async with context.database.transaction(Scope.system()) as db:
        migration = await ONE.first(db, UUID(migration_id))
    if migration is None or migration.sealed_secret is None:
        return
    try:
        async with context.database.transaction(Scope.system()) as db:
            asked_by = await reload_vendor_principal(
                db, _build_requester(migration), VendorPermission.WRITE_USERS
            )
    except MissingPermission as refusal:
        async with context.database.transaction(Scope.system()) as db:
            await FINISH.run(db, migration.id, clock.now(), refusal.message)
        return
    secret = SECRET.open(context.resources[Box], migration.id, migration.sealed_secret).decode()
    try:
        found = await pages.fetch_auth0_page(context.resources, migration, secret)
        place = pages.find_next_page(migration, found)
    except ProviderFault as fault:
        if not context.last_attempt and fault.reason == "unreachable":
            raise
        async with context.database.transaction(Scope.system()) as db:
            await FINISH.run(db, migration.id, clock.now(), fault.detail)
        return
    try:
        async with context.database.transaction(Scope.system()) as db:
            await _import_users_of_page(
                db, migration, asked_by, pages.exclude_seen_users(migration, found), place
            )
    except Exception:
        if context.last_attempt:  # else its status would remain in progress
            async with context.database.transaction(Scope.system()) as db:
                await FINISH.run(db, migration.id, clock.now(), GAVE_UP)
        raise


async def _import_users_of_page(
    db: Db,
    migration: Auth0Migration,
    asked_by: VendorPrincipal,
    users: list[dict[str, Any]],
    place: pages.PagePosition | None,
) -> None:
    so_far = await imports.begin_user_import(db, migration.id)
    where = place or pages.PagePosition(migration.since, migration.page + 1, migration.seen)
    if not await ADVANCE.first(
        db, migration.id, migration.since, migration.page, where.since, where.page, where.seen
    ):
        return
    rows = [
        parse_row(
            so_far.position + number,
            reading.read_or_refuse_user(
                user, lambda one: build_row_from_auth0_user(one, _read_tenant_field(migration, one))
            ),
            tenant_id=None,
        )
        for number, user in enumerate(users, 1)
    ]
    await imports.import_rows(
        db, migration.id, so_far.position, rows,
        by=asked_by.actor, staff_too=may_change_staff(asked_by),
    )  # fmt: skip
    if place is None:
        await FINISH.run(db, migration.id, clock.now(), None)
    else:
        await enqueue(db, "auth0_migrations.page", migration_id=migration.id)


def _read_tenant_field(migration: Auth0Migration, user: dict[str, Any]) -> Any:
    given = migration.configuration
    place = "user_metadata" if given["isTenantIdOnUserMetadata"] else "app_metadata"
    kept = user.get(place)
    return kept.get(given["tenantIdFieldName"]) if isinstance(kept, dict) else None


def _build_requester(migration: Auth0Migration) -> VendorPrincipal:
    by = migration.asked_by
    return VendorPrincipal(UUID(by["id"]), by["name"], (), Client(by["ip"], by["user_agent"]))
