"""All people of one account move to another, some at a time."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.standing import stop_writes_of_all
from gatehouse.access.vendor import VendorPrincipal, protect_staff, protect_staff_home
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce
from gatehouse.directory.tenants.service import get_tenant, take_turns
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.errors import Invalid
from gatehouse.kit.jobs import JobContext, enqueue, job
from gatehouse.management.users import queries
from gatehouse.management.users.events import UsersMigrated

AT_ONCE = 500


async def begin(
    db: Db, caller: VendorPrincipal, client: Client, source_id: UUID, target_id: UUID
) -> None:
    """`TenantNotFound`, `StaffProtected`. A job moves them; told in both accounts."""
    if source_id == target_id:
        raise Invalid("targetTenantId: must be another account")
    await get_tenant(db, source_id)
    await get_tenant(db, target_id)
    await protect_staff_home(db, caller, source_id, target_id)
    await protect_staff(db, caller, *await queries.STAFF_IN.all(db, source_id))
    for tenant_id in (source_id, target_id):
        event = UsersMigrated(tenant_id, source_id, target_id)
        await announce(db, event, by=by_vendor(caller, client))
    await enqueue(db, "users.migrate", source_id=source_id, target_id=target_id)


@job("users.migrate")
async def move(context: JobContext, source_id: str, target_id: str) -> None:
    """Each step is committed, so whoever is stopped goes on where they were."""
    source, target = UUID(source_id), UUID(target_id)
    while True:
        async with context.database.transaction(Scope.system()) as db:
            # Whose directory changes them, or who writes, may be waiting for what is locked below.
            leaving = await queries.LEAVING.all(db, source, AT_ONCE)
            await stop_writes_of_all(db, source, leaving)
            for tenant_id in sorted((source, target)):
                await take_turns(db, tenant_id)
            await queries.HOLD.run(db, leaving)
            moved = await queries.MOVE.all(db, source, target, clock.now(), leaving)
            await queries.LEAVE.run(db, source, moved)
        if not leaving:
            return
