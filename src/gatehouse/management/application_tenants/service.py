"""Tenants are given applications, and lose them."""

from itertools import groupby
from uuid import UUID

from gatehouse.audit.service import announce
from gatehouse.directory.applications.schemas import (
    AppAssignment,
    TenantAppAssignments,
    TenantAppIds,
)
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.management.application_tenants import queries
from gatehouse.management.application_tenants.errors import DefaultIsFree, NotAssigned
from gatehouse.management.application_tenants.events import (
    ApplicationAccessChanged,
    ApplicationGiven,
    ApplicationTaken,
)
from gatehouse.management.application_tenants.models import TenantAssignment
from gatehouse.management.applications.errors import ApplicationNotFound
from gatehouse.vendor.applications.models import AccessType, Application
from gatehouse.vendor.applications.queries import APPLICATIONS


def by_tenant(rows: list[TenantAssignment]) -> list[TenantAppAssignments]:
    """Rows in the order of their tenants."""
    return [
        TenantAppAssignments(
            tenant_id=tenant_id,
            assignments=[
                AppAssignment(app_id=one.application_id, access_type=one.access_type)
                for one in found
            ],
        )
        for tenant_id, found in groupby(rows, lambda one: one.tenant_id)
    ]


def only_ids(found: list[TenantAppAssignments]) -> list[TenantAppIds]:
    return [
        TenantAppIds(tenant_id=one.tenant_id, app_ids=[given.app_id for given in one.assignments])
        for one in found
    ]


async def tenants_of(db: Db, application_id: UUID) -> list[UUID]:
    """`ApplicationNotFound`."""
    await _application(db, application_id)
    return await queries.TENANTS_OF.all(db, application_id)


async def give(
    db: Db, application_id: UUID, tenant_id: UUID, access_type: AccessType | None, *, by: Actor
) -> TenantAppIds:
    """What the tenant was given so far. Given again, how it is used is the new one. `ApplicationNotFound`,
    `TenantNotFound`, `DefaultIsFree`."""
    application = await _application(db, application_id)
    wanted: AccessType = access_type or application.access_type
    _refuse_closing_default(application, wanted)
    await get_tenant(db, tenant_id)
    is_new = await queries.SAVE.one(db, application_id, tenant_id, wanted, clock.now())
    kind = ApplicationGiven if is_new else ApplicationAccessChanged
    await announce(db, kind(tenant_id, application_id, application.name, wanted), by=by)
    rows = await queries.LIST.all(db, None, [tenant_id], None)
    return only_ids(by_tenant(rows))[0]


async def change(
    db: Db, application_id: UUID, tenant_id: UUID, access_type: AccessType, *, by: Actor
) -> None:
    """`ApplicationNotFound`, `NotAssigned`, `DefaultIsFree`."""
    application = await _application(db, application_id)
    _refuse_closing_default(application, access_type)
    if not await queries.CHANGE.first(db, application_id, tenant_id, access_type):
        raise NotAssigned("This account was not given the application")
    event = ApplicationAccessChanged(tenant_id, application_id, application.name, access_type)
    await announce(db, event, by=by)


async def take(db: Db, application_id: UUID, tenant_id: UUID, *, by: Actor) -> None:
    """With whoever was assigned there. `ApplicationNotFound`, `NotAssigned`."""
    application = await _application(db, application_id)
    if not await queries.DELETE.first(db, application_id, tenant_id):
        raise NotAssigned("This account was not given the application")
    await announce(db, ApplicationTaken(tenant_id, application_id, application.name), by=by)


def _refuse_closing_default(application: Application, access_type: AccessType) -> None:
    if application.is_default and access_type != "FREE_ACCESS":
        raise DefaultIsFree("Everybody may use the default application")


async def _application(db: Db, application_id: UUID) -> Application:
    for one in await APPLICATIONS.all(db):
        if one.id == application_id:
            return one
    raise ApplicationNotFound("The application was not found")
