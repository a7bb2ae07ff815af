"""Assigning users to applications, and applications to tenants."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.applications import errors, events, queries, schemas
from gatehouse.directory.applications.queries import ApplicationAssignment, TenantAssignment
from gatehouse.directory.people.errors import MemberNotFound, OutranksYou
from gatehouse.directory.people.service import get_members
from gatehouse.directory.roles.service import lock_and_reload_caller
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users.queries import SET_DEFAULT_TENANT
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.vendor.applications import APPLICATIONS, AccessType, Application, ApplicationNotFound
from gatehouse.vendor.configuration.snapshot import Snapshot


async def assign_users_as_caller(
    db: Db,
    caller: Principal,
    tenant_id: UUID,
    user_ids: Sequence[UUID],
    application_ids: Sequence[UUID],
) -> list[schemas.UserOfApp]:
    """Assign members of the caller's tenant. Raises `TenantNotFound` for another tenant, `OutranksYou`
    when a member ranks above the caller, and the errors of `assign_users`."""
    await _require_manageable_users(db, caller, Permission.WRITE_APPS_USERS, tenant_id, user_ids)
    by = caller.actor
    return await assign_users(db, tenant_id, user_ids, application_ids, by=by)


async def unassign_users_as_caller(
    db: Db,
    caller: Principal,
    tenant_id: UUID,
    user_ids: Sequence[UUID],
    application_ids: Sequence[UUID],
) -> None:
    await _require_manageable_users(db, caller, Permission.DELETE_APPS_USERS, tenant_id, user_ids)
    await unassign_users(db, tenant_id, user_ids, application_ids, by=caller.actor)


async def _require_manageable_users(
    db: Db, caller: Principal, permission: Permission, tenant_id: UUID, user_ids: Sequence[UUID]
) -> None:
    if tenant_id != caller.tenant_id:
        raise TenantNotFound("The tenant was not found")
    caller = await lock_and_reload_caller(db, caller, permission)
    members = await get_members(db, [tenant_id], user_ids)
    if any(member.level < caller.level for member in members):
        raise OutranksYou("This user's role ranks above your own")


async def assign_users(
    db: Db,
    tenant_id: UUID,
    user_ids: Sequence[UUID],
    application_ids: Sequence[UUID],
    *,
    by: Actor,
) -> list[schemas.UserOfApp]:
    """Assign users to applications and return all of these assignments; only new ones are announced.
    Raises `NotOfTenant` or `MemberNotFound`, and then nothing changes."""
    names = await get_application_names(db, tenant_id, application_ids)
    known = {member.id for member in await get_members(db, [tenant_id], user_ids)}
    if missing := set(user_ids) - known:
        raise MemberNotFound("A user was not found", user_ids=sorted(map(str, missing)))
    now = clock.now()
    users, applications = sorted(known), sorted(names)
    added = await queries.ASSIGN.all(db, tenant_id, users, applications, now)
    await _announce_assignments(db, events.ApplicationAssigned, added, names, by)
    rows = await queries.ASSIGNED.all(db, tenant_id, users, applications)
    return [
        schemas.UserOfApp(
            app_id=one.application_id, user_tenant_id=one.user_tenant_id, created_at=one.created_at
        )
        for one in rows
    ]


async def unassign_users(
    db: Db,
    tenant_id: UUID,
    user_ids: Sequence[UUID],
    application_ids: Sequence[UUID],
    *,
    by: Actor,
) -> None:
    """Remove assignments, if present. The users can no longer sign in to the applications; current access
    tokens stay valid until they expire. Raises `NotOfTenant` when the tenant does not have an application."""
    names = await get_application_names(db, tenant_id, application_ids)
    gone = await queries.UNASSIGN.all(db, tenant_id, list(user_ids), sorted(names))
    await _announce_assignments(db, events.ApplicationUnassigned, gone, names, by)


async def get_application_names(
    db: Db, tenant_id: UUID, application_ids: Iterable[UUID]
) -> dict[UUID, str]:
    """Names of these applications by id. Raises `NotOfTenant` when the tenant does not have one."""
    known = {one.id: one.name for one in await queries.OF_TENANT.all(db, tenant_id)}
    if missing := set(application_ids) - known.keys():
        text = "This account does not have the application"
        raise errors.NotOfTenant(text, app_ids=sorted(map(str, missing)))
    return {one: known[one] for one in set(application_ids)}


async def _announce_assignments(
    db: Db,
    kind: type[events.ApplicationAssigned | events.ApplicationUnassigned],
    changed: Iterable[ApplicationAssignment],
    names: dict[UUID, str],
    by: Actor,
) -> None:
    """Announce one event per application."""
    people: dict[tuple[UUID, UUID], list[UUID]] = defaultdict(list)
    for one in changed:
        people[one.tenant_id, one.application_id].append(one.user_id)
    for (tenant_id, application_id), user_ids in people.items():
        event: events.ApplicationEvent = kind(
            tenant_id, application_id, names[application_id], user_ids
        )
        await announce_event(db, event, by=by)


def group_assignments_by_tenant(rows: list[TenantAssignment]) -> list[schemas.TenantAppAssignments]:
    """Group rows by tenant; they must be sorted by tenant."""
    return [
        schemas.TenantAppAssignments(
            tenant_id=tenant_id,
            assignments=[
                schemas.AppAssignment(app_id=one.application_id, access_type=one.access_type)
                for one in found
            ],
        )
        for tenant_id, found in groupby(rows, lambda one: one.tenant_id)
    ]


def to_tenant_app_ids(found: list[schemas.TenantAppAssignments]) -> list[schemas.TenantAppIds]:
    return [
        schemas.TenantAppIds(
            tenant_id=one.tenant_id, app_ids=[given.app_id for given in one.assignments]
        )
        for one in found
    ]


async def list_tenant_ids_of_application(db: Db, application_id: UUID) -> list[UUID]:
    """Ids of the tenants that the application is assigned to. Raises `ApplicationNotFound`."""
    await _get_application(db, application_id)
    return await queries.TENANTS_OF.all(db, application_id)


async def assign_application_to_tenant(
    db: Db, application_id: UUID, tenant_id: UUID, access_type: AccessType | None, *, by: Actor
) -> schemas.TenantAppIds:
    """Assign the application to the tenant, or change its access type if it is assigned already; returns
    all applications assigned to the tenant. Raises `ApplicationNotFound`, `TenantNotFound`, or
    `DefaultIsFree` when the default application would become managed."""
    application = await _get_application(db, application_id)
    wanted: AccessType = access_type or application.access_type
    _require_default_stays_free(application, wanted)
    await get_tenant(db, tenant_id)
    is_new = await queries.SAVE.one(db, application_id, tenant_id, wanted, clock.now())
    kind = events.ApplicationGiven if is_new else events.ApplicationAccessChanged
    await announce_event(db, kind(tenant_id, application_id, application.name, wanted), by=by)
    rows = await queries.LIST.all(db, None, [tenant_id], None)
    return to_tenant_app_ids(group_assignments_by_tenant(rows))[0]


async def change_access_type(
    db: Db, application_id: UUID, tenant_id: UUID, access_type: AccessType, *, by: Actor
) -> None:
    """Change how a tenant uses an application. Raises `ApplicationNotFound`, `NotAssigned`,
    `DefaultIsFree`."""
    application = await _get_application(db, application_id)
    _require_default_stays_free(application, access_type)
    if not await queries.CHANGE.first(db, application_id, tenant_id, access_type):
        raise errors.NotAssigned("The application is not assigned to this tenant")
    event = events.ApplicationAccessChanged(
        tenant_id, application_id, application.name, access_type
    )
    await announce_event(db, event, by=by)


async def unassign_application_from_tenant(
    db: Db, application_id: UUID, tenant_id: UUID, *, by: Actor
) -> None:
    """Remove the application from the tenant, with its users' assignments. Raises `ApplicationNotFound`,
    `NotAssigned`."""
    application = await _get_application(db, application_id)
    if not await queries.DELETE.first(db, application_id, tenant_id):
        raise errors.NotAssigned("The application is not assigned to this tenant")
    await announce_event(
        db, events.ApplicationTaken(tenant_id, application_id, application.name), by=by
    )


def _require_default_stays_free(application: Application, access_type: AccessType) -> None:
    if application.is_default and access_type != "FREE_ACCESS":
        raise errors.DefaultIsFree("The default application is available to all users")


async def _get_application(db: Db, application_id: UUID) -> Application:
    for one in await APPLICATIONS.all(db):
        if one.id == application_id:
            return one
    raise ApplicationNotFound("The application was not found")


async def read_active_tenants(db: Db, user_id: UUID) -> schemas.ActiveTenantsOfApps:
    found = await queries.ACTIVE.all(db, user_id, clock.now())
    return schemas.ActiveTenantsOfApps(application_active_tenants=found)


async def save_active_tenants(
    db: Db,
    configuration: Snapshot,
    user_id: UUID,
    chosen: Iterable[schemas.ActiveTenantOfApp],
    *,
    by: Actor,
) -> None:
    """Choose the tenants, all of them or none; for the default application it sets the user's default
    tenant. Raises `NotYours` when the user may not use an application in the tenant."""
    applications = {one.id: one for one in configuration.applications if one.is_active}
    now = clock.now()
    for one in chosen:
        application = applications.get(one.application_id)
        if application is None or not await queries.MAY_ACT.one(
            db, one.application_id, one.tenant_id, user_id, now
        ):
            raise errors.NotYours("The application was not found, or you do not have access to it")
        if application.is_default:
            await SET_DEFAULT_TENANT.run(db, user_id, one.tenant_id, now)
        else:
            await queries.SET_ACTIVE.run(db, user_id, application.id, one.tenant_id, now)
        event = events.ActiveTenantChosen(one.tenant_id, application.id, application.name)
        await announce_event(db, event, by=by)
