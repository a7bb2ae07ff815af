"""What belonged to deleted accounts goes, in steps."""

from uuid import UUID

from gatehouse.directory.sub_accounts import queries
from gatehouse.directory.users.service import forget_if_unused
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.leavings import Leaving

STEP = 500


@job("sub_accounts.erase")
async def erase(context: JobContext, path: str) -> None:
    """Everything below this path that was deleted. Each step is a transaction, so a stop loses nothing."""
    while True:
        async with context.database.transaction(Scope.system()) as db:
            tenants = await queries.TO_ERASE.all(db, path, STEP)
        for tenant_id in tenants:
            await _erase_one(context, tenant_id)
        if len(tenants) < STEP:
            return


async def _erase_one(context: JobContext, tenant_id: UUID) -> None:
    left = True
    while left:
        async with context.database.transaction(Scope.system()) as db:
            people = await queries.ERASE_PEOPLE.all(db, tenant_id, STEP)
            for user_id in people:
                await forget_if_unused(db, user_id)
            left = len(people) == STEP
    for table in Leaving.all_leavings:
        await table.clear(context.database, tenant_id)
    async with context.database.transaction(Scope.system()) as db:
        await queries.ERASE_ROLES.run(db, tenant_id)
        await queries.ERASE_ENDS.run(db, tenant_id)
        await queries.ERASE_DETAILS.run(db, tenant_id)
