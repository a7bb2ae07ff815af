"""Applications of the caller's tenant and of its members (wire-api §15)."""

from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import CurrentPrincipal, OwnTransaction, SignedInPerson, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.applications import queries, schemas, service
from gatehouse.directory.people.service import get_member
from gatehouse.vendor.applications import AccessType
from gatehouse.vendor.current import CurrentConfiguration

WantedType = Annotated[AccessType | None, Query(alias="accessType")]
AppIds = Annotated[schemas.Ids, Query(alias="appIds")]
UserIds = Annotated[schemas.Ids, Query(alias="userIds")]

APPLICATIONS = "/applications/resources/applications"
PEOPLE = "/identity/resources/applications/v1"
ACTIVE = "/identity/resources/applications/user-tenants/active/v1"

router = Router(tags=["Applications"])


@router.get(f"{APPLICATIONS}/v1")
async def list_tenant_applications(
    db: Transaction,
    caller: CurrentPrincipal,
    query: Annotated[schemas.TenantApplicationsQuery, Query()],
) -> list[schemas.TenantApplicationOut]:
    """The account's applications with these ids, and with `_includeFreeAccess` those of free access."""
    wanted = set(schemas.parse_ids("ids", query.ids))
    return [
        one
        for one in await queries.OF_TENANT.all(db, caller.tenant_id)
        if query.wants(one)
        and (one.id in wanted or (query.free_too and one.access_type == "FREE_ACCESS"))
    ]


@router.get(f"{APPLICATIONS}/tenant-assignments/v1")
async def list_tenant_app_ids(
    db: Transaction, caller: CurrentPrincipal, app_ids: AppIds = "", access_type: WantedType = None
) -> list[schemas.TenantAppIds]:
    """Ids of the applications of the caller's account: one entry."""
    found = _filter_applications(
        await queries.OF_TENANT.all(db, caller.tenant_id),
        schemas.parse_ids("appIds", app_ids),
        access_type,
    )
    return [schemas.TenantAppIds(tenant_id=caller.tenant_id, app_ids=[one.id for one in found])]


@router.get(f"{APPLICATIONS}/tenant-assignments/v2")
async def list_tenant_app_assignments(
    db: Transaction, caller: CurrentPrincipal, app_ids: AppIds = "", access_type: WantedType = None
) -> list[schemas.TenantAppAssignments]:
    """The applications of the caller's account with their access type: free or managed."""
    found = _filter_applications(
        await queries.OF_TENANT.all(db, caller.tenant_id),
        schemas.parse_ids("appIds", app_ids),
        access_type,
    )
    told = [schemas.AppAssignment(app_id=one.id, access_type=one.access_type) for one in found]
    return [schemas.TenantAppAssignments(tenant_id=caller.tenant_id, assignments=told)]


def _filter_applications(
    rows: Iterable[schemas.TenantApplicationOut], ids: list[UUID], access_type: AccessType | None
) -> list[schemas.TenantApplicationOut]:
    return [
        one for one in rows if (not ids or one.id in ids) and access_type in (None, one.access_type)
    ]


@router.get(ACTIVE)
async def get_active_tenants(
    db: OwnTransaction, caller: SignedInPerson
) -> schemas.ActiveTenantsOfApps:
    """The account in which the caller acts in an application that requests none."""
    return await service.read_active_tenants(db, caller.user_id)


@router.put(ACTIVE)
async def choose_active_tenants(
    db: OwnTransaction,
    caller: SignedInPerson,
    configuration: CurrentConfiguration,
    data: schemas.ActiveTenantsChange,
) -> Response:
    """Choose the active accounts, effective from the next sign-in or refresh. 404
    `applications.not_yours`; then none is changed."""
    chosen = data.active_application_tenants
    await service.save_active_tenants(db, configuration, caller.user_id, chosen, by=caller.actor)
    return Response()


@router.post(f"{PEOPLE}/apps-user", permission=Permission.WRITE_APPS_USERS, status_code=201)
async def assign_user_to_applications(
    db: Transaction, caller: Caller, data: schemas.AppsOfUserChange
) -> Response:
    """Assign a user to these applications. 404 `applications.not_of_tenant`, `members.not_found`; 403
    `members.outranks_you`."""
    await service.assign_users_as_caller(db, caller, data.tenant_id, [data.user_id], data.app_ids)
    return Response(status_code=201)


@router.delete(f"{PEOPLE}/user-apps", permission=Permission.DELETE_APPS_USERS)
async def unassign_user_from_applications(
    db: Transaction, caller: Caller, data: schemas.AppsOfUserChange
) -> Response:
    """Remove a user from these applications; the body is sent with the DELETE. 404
    `applications.not_of_tenant`; 403 `members.outranks_you`."""
    await service.unassign_users_as_caller(db, caller, data.tenant_id, [data.user_id], data.app_ids)
    return Response()


@router.post(PEOPLE, permission=Permission.WRITE_APPS_USERS, status_code=201)
async def assign_users_to_application(
    db: Transaction, caller: Caller, data: schemas.UsersOfAppChange
) -> list[schemas.UserOfApp]:
    """Assign several users to one application: all of them or none."""
    return await service.assign_users_as_caller(
        db, caller, data.tenant_id, data.user_ids, [data.app_id]
    )


@router.delete(PEOPLE, permission=Permission.DELETE_APPS_USERS)
async def unassign_users_from_application(
    db: Transaction, caller: Caller, data: schemas.UsersOfAppChange
) -> Response:
    """Remove several users from one application; the body is sent with the DELETE."""
    await service.unassign_users_as_caller(db, caller, data.tenant_id, data.user_ids, [data.app_id])
    return Response()


@router.get(f"{PEOPLE}/apps-users", permission=Permission.READ_USERS)
async def list_users_of_applications(
    db: Transaction, caller: Caller, app_ids: AppIds = ""
) -> list[schemas.UsersOfApp]:
    """The users assigned to each of these applications; an application of free access needs no
    assignments."""
    wanted = schemas.parse_ids("appIds", app_ids)
    rows = await queries.OF_APPLICATIONS.all(db, caller.tenant_id, wanted)
    return [
        schemas.UsersOfApp(
            app_id=one, user_ids=[row.user_id for row in rows if row.application_id == one]
        )
        for one in wanted
    ]


@router.get(f"{PEOPLE}/users-apps", permission=Permission.READ_USERS)
async def list_applications_of_users(
    db: Transaction, caller: Caller, user_ids: UserIds = ""
) -> list[schemas.AppsOfUser]:
    """The applications that each of these users is assigned to."""
    wanted = schemas.parse_ids("userIds", user_ids)
    rows = await queries.OF_USERS.all(db, caller.tenant_id, wanted)
    return [
        schemas.AppsOfUser(
            user_id=one, app_ids=[row.application_id for row in rows if row.user_id == one]
        )
        for one in wanted
    ]


@router.get(f"{PEOPLE}/{{user_id}}/apps")
async def list_applications_of_user(
    db: Transaction, caller: CurrentPrincipal, user_id: UUID
) -> list[UUID]:
    """The applications that a user is assigned to: the caller, or with `fe.secure.read.users` another
    user. 404 `members.not_found`."""
    if user_id != caller.person_id:
        caller.must(Permission.READ_USERS)
        await get_member(db, caller.tenant_id, user_id)
    rows = await queries.OF_USERS.all(db, caller.tenant_id, [user_id])
    return [row.application_id for row in rows]


@router.get(f"{PEOPLE}/{{app_id}}/users", permission=Permission.READ_USERS)
async def list_users_of_application(db: Transaction, caller: Caller, app_id: UUID) -> list[UUID]:
    """The users assigned to this application. 404 `applications.not_of_tenant`."""
    await service.get_application_names(db, caller.tenant_id, [app_id])
    rows = await queries.OF_APPLICATIONS.all(db, caller.tenant_id, [app_id])
    return [row.user_id for row in rows]
