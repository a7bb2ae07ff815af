"""Imports of users, of an Auth0 tenant's users and of tenants, for the vendor's backends (wire reference,
data migration)."""

from io import StringIO
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Query, Request, Response
from pydantic import Field

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    may_change_staff,
    must_have_recent_mfa,
    protect_staff_home,
    require_vendor_permission,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.users import read
from gatehouse.identity.users.schemas import SHOWS
from gatehouse.imports import tenants
from gatehouse.imports.auth0 import service
from gatehouse.imports.auth0.service import Auth0MigrationAsked, read_import_status
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.tenants import TenantMigration, TenantMigrationBegun
from gatehouse.imports.users import service as users_service
from gatehouse.imports.users.import_one import LocalMigration, import_single_user
from gatehouse.imports.users.models import ImportableUser, ProgressOut
from gatehouse.imports.users.rows import Format, parse_row, read_import_rows, reject_unknown_fields
from gatehouse.kit.crypto import random_id
from gatehouse.kit.db import Db
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import TaskOut, to_task_response


class FailureOut(Wire):
    """`number` counts rows from 1."""

    number: int
    email: str
    problem: str


class ImportReportOut(ProgressOut):
    """The first thousand of each. `omissions` are users who were imported without what `problem` names."""

    failures: list[FailureOut]
    omissions: list[FailureOut]


class Bulk(Wire):
    """At most a thousand; each as `migrations/v1/local` has it."""

    users: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=1000)]


class Begun(Wire):
    migration_id: UUID


class BulkStatus(ImportReportOut):
    """`InProgress` and `Failed` occur for a migration from Auth0; `problem` is what ended it."""

    status: Literal["InProgress", "Completed", "Failed"] = "Completed"
    problem: str | None = None


IMPORTS = "/identity/resources/users/imports/v1/{import_id}"
BULK = "/identity/resources/migrations/{version}/local/bulk"

FORMATS: dict[str, Format] = {
    "text/csv": "csv",
    "application/x-ndjson": "jsonl",
    "application/jsonl": "jsonl",
}
ROWS: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {kind: {"schema": {"type": "string"}} for kind in FORMATS},
    }
}

user_router = Router(tags=["Vendor"], route_class=VendorRoute)


@user_router.put(IMPORTS, permission=VendorPermission.WRITE_USERS, openapi_extra=ROWS)
async def import_users(
    request: Request,
    db: VendorTransaction,
    caller: VendorCaller,
    import_id: UUID,
    start: Annotated[int, Query(ge=0, le=100_000_000)] = 0,
    tenant_id: Annotated[TenantId | None, Query(alias="tenantId")] = None,
    ignores_unknown: Annotated[bool, Query(alias="ignoreUnknown")] = False,
) -> ProgressOut:
    """Import up to a thousand rows of CSV, with a header, or of JSON Lines; `start` is how many came before,
    under an id that you choose. Rows that were imported already are skipped, so send a step again when you do
    not know whether it arrived. The columns are the fields of `migrations/v1/local`, without those of MFA
    factors; others are refused by name, or ignored with `ignoreUnknown`.

    409 `user_imports.out_of_step` with the `position` where it goes on; 400 for what cannot be read at all.
    A row that cannot be taken is a failure of the report; a value that cannot be kept is left out, and one of
    its omissions. 403 `access.step_up_needed` for a row with `verifyUser` or a hash by a staff member whose
    last MFA is more than 15 minutes ago.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in FORMATS:
        raise UnreadableRows("Send text/csv or application/x-ndjson")
    try:
        text = (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableRows("The body is not valid UTF-8") from None
    # Read like a file: only CR and LF end a line, not a separator character within a name.
    rows = list(read_import_rows(StringIO(text, newline=""), FORMATS[kind]))
    if not ignores_unknown:
        reject_unknown_fields(rows)
    return await _parse_and_import_rows(db, caller, import_id, start, rows, tenant_id)


@user_router.get(IMPORTS, permission=VendorPermission.READ_USERS, response_model=ImportReportOut)
async def get_user_import(db: VendorTransaction, import_id: UUID) -> dict[str, Any]:
    """How far an import has come, and what was not taken. 404 for one that has not begun."""
    return await _build_import_report(db, import_id)


@user_router.post(
    "/identity/resources/migrations/v1/local",
    permission=VendorPermission.WRITE_USERS,
    status_code=201,
    **SHOWS,
)
async def migrate_user_from_elsewhere(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, data: LocalMigration
) -> Response:
    """Take one user, with the hash of their password. 400 for what cannot be read, such as a hash of an
    unknown kind; 409 `user_imports.not_taken` with the reason; 403 `access.step_up_needed` for a user
    with `verifyUser` or a hash by a staff member whose last MFA is more than 15 minutes ago."""
    if data.verify_user or data.password_hash:
        must_have_recent_mfa(caller)
    if data.tenant_id:
        await protect_staff_home(db, caller, data.tenant_id)
    by, staff_too = caller.actor, may_change_staff(caller)
    user_id = await import_single_user(db, resources, data, by=by, staff_too=staff_too)
    return await read.describe_user(db, user_id, 201)


@user_router.post(
    BULK.format(version="v1"), permission=VendorPermission.WRITE_USERS, status_code=202
)
@user_router.post(
    BULK.format(version="v2"),
    permission=VendorPermission.WRITE_USERS,
    status_code=202,
    name="migrate_users_from_elsewhere_v2",
)
async def migrate_users_from_elsewhere(
    db: VendorTransaction, caller: VendorCaller, data: Bulk
) -> Begun:
    """Take these users, with the hashes of their passwords; `status` says which were not taken. 403
    `access.step_up_needed` for a user with `verifyUser` or a hash by a staff member whose last MFA is more
    than 15 minutes ago."""
    identifier = random_id()
    rows = [_choose_primary_email(row) for row in data.users]
    await _parse_and_import_rows(db, caller, identifier, 0, rows, None)
    return Begun(migration_id=identifier)


@user_router.get(
    "/identity/resources/migrations/v1/local/bulk/status/{migration_id}",
    permission=VendorPermission.READ_USERS,
    response_model=BulkStatus,
    response_model_exclude_none=True,
)
async def get_migration_status(db: VendorTransaction, migration_id: UUID) -> dict[str, Any]:
    """Status of an import, or of a migration from Auth0."""
    report = await _build_import_report(db, migration_id)
    status, problem = await read_import_status(db, migration_id)
    return {**report, "status": status, "problem": problem}


async def _parse_and_import_rows(
    db: Db,
    caller: VendorPrincipal,
    import_id: UUID,
    start: int,
    rows: list[Any],
    tenant_id: UUID | None,
) -> ProgressOut:
    if len(rows) > users_service.AT_ONCE:
        raise UnreadableRows(f"Send at most {users_service.AT_ONCE} rows at once")
    understood = [
        parse_row(start + place + 1, row, tenant_id=tenant_id) for place, row in enumerate(rows)
    ]
    newcomers = [row for row in understood if isinstance(row, ImportableUser)]
    # The hash may be for a member who is verified and has no password.
    if any(row.verified or row.hash for row in newcomers):
        must_have_recent_mfa(caller)
    await protect_staff_home(db, caller, *{row.tenant_id for row in newcomers})
    by, staff_too = caller.actor, may_change_staff(caller)
    return await users_service.import_rows(
        db, import_id, start, understood, by=by, staff_too=staff_too
    )


async def _build_import_report(db: Db, import_id: UUID) -> dict[str, Any]:
    progress = await users_service.read_progress(db, import_id)
    failed = await users_service.list_failures(db, import_id)
    omitted = await users_service.list_omissions(db, import_id)
    return {
        **progress.model_dump(),
        "failures": [FailureOut.model_validate(one) for one in failed],
        "omissions": [FailureOut.model_validate(one) for one in omitted],
    }


def _choose_primary_email(row: dict[str, Any]) -> dict[str, Any]:
    """The second version names several addresses; the primary one is taken."""
    emails = row.get("emails")
    if "email" in row or not isinstance(emails, list):
        return row
    named = [one for one in emails if isinstance(one, dict)]
    primary = next((one for one in named if one.get("primary") is True), named[0] if named else {})
    return {
        "verifyUser": primary.get("verified") is True, **row, "email": primary.get("email", "")
    }  # fmt: skip


STATUS = "/identity/resources/migrations/v1/local/bulk/status"

auth0_router = Router(tags=["Vendor"], route_class=VendorRoute)


@auth0_router.post(
    "/identity/resources/migrations/v1/auth0",
    # It reaches whatever account the other system names: an owner's, of the staff.
    permission=require_vendor_permission(
        VendorPermission.WRITE_USERS, of_staff=VendorPermission.WRITE_STAFF
    ),
    status_code=201,
)
async def migrate_users_from_auth0(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, data: Auth0MigrationAsked
) -> Response:
    """Fetch all users from an Auth0 tenant, soon. The application there needs the grant type "Client
    Credentials" and `read:users` of the Management API. The header `location` is where its status is: which
    users were imported, and which were not, and why. Addresses that are verified there are verified here, so
    403 `access.step_up_needed` without recent MFA. Auth0 hands out no hashes this way: add a user source, so
    that users keep their passwords."""
    must_have_recent_mfa(caller)
    migration_id = await service.begin_auth0_import(db, resources, caller, data)
    return Response(status_code=201, headers={"location": f"{STATUS}/{migration_id}"})


MIGRATIONS = "/tenants/resources/migrations/v1/tenants"

tenant_router = Router(tags=["Vendor"], route_class=VendorRoute)


@tenant_router.post(MIGRATIONS, permission=VendorPermission.WRITE_TENANTS, status_code=202)
async def migrate_tenants(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, data: TenantMigration
) -> TenantMigrationBegun:
    """Make up to a thousand accounts, in this order, soon; `status` says which could not be, and why."""
    migration_id = await tenants.begin_tenant_import(db, resources, caller, data.tenants)
    return TenantMigrationBegun(migration_id=migration_id)


@tenant_router.get(
    f"{MIGRATIONS}/status/{{migration_id}}",
    permission=VendorPermission.READ_TENANTS,
    response_model_exclude_none=True,
)
async def get_tenant_migration_status(db: VendorTransaction, migration_id: UUID) -> TaskOut:
    """How far it has come; kept for 30 days."""
    return to_task_response(await tasks.find_task(db, "tenants", migration_id))
