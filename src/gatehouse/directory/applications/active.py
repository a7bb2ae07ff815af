"""The tenant in which a user acts in an application that requests none."""

from collections.abc import Iterable
from uuid import UUID

from gatehouse.audit.service import announce_event
from gatehouse.directory.applications import queries
from gatehouse.directory.applications.errors import NotYours
from gatehouse.directory.applications.events import ActiveTenantChosen
from gatehouse.directory.applications.schemas import (
    ActiveTenantOfApp,
    ActiveTenantsOfApps,
)
from gatehouse.directory.users.default_tenant_queries import SET_DEFAULT_TENANT
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.vendor.configuration.snapshot import Snapshot


async def read_active_applications(db: Db, user_id: UUID) -> ActiveTenantsOfApps:
    rows = await queries.ACTIVE.all(db, user_id, clock.now())
    return ActiveTenantsOfApps(
        application_active_tenants=[ActiveTenantOfApp.model_validate(row) for row in rows]
    )


async def choose_active_applications(
    db: Db,
    configuration: Snapshot,
    user_id: UUID,
    chosen: Iterable[ActiveTenantOfApp],
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
            raise NotYours("There is no such application in this account for you")
        if application.is_default:
            await SET_DEFAULT_TENANT.run(db, user_id, one.tenant_id, now)
        else:
            await queries.SET_ACTIVE.run(db, user_id, application.id, one.tenant_id, now)
        event = ActiveTenantChosen(one.tenant_id, application.id, application.name)
        await announce_event(db, event, by=by)
