"""Job that removes memberships whose temporary access has expired."""

from datetime import timedelta

from gatehouse.access.standing import stop_writes
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_all
from gatehouse.directory.people.manage import queries
from gatehouse.directory.people.manage.events import removal_events
from gatehouse.directory.people.manage.queries import ExpiredMembership
from gatehouse.directory.people.membership.service import end_memberships
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users import service as users
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.units import UnitFailures, each_due

# Expired memberships give no access, but can still be renewed for this long.
KEPT_AFTER_END = timedelta(days=30)


@scheduled_job("people.remove_ended", "13 * * * *")
async def remove_ended(context: JobContext) -> None:
    """Remove members whose temporary access expired more than 30 days ago, each in its own transaction."""
    before = clock.now() - KEPT_AFTER_END
    with UnitFailures("people.remove_ended") as failures:
        async for one in each_due(context.database, queries.ENDED, before, first_id=""):
            with failures.caught(tenant_id=one.tenant_id, user_id=one.user_id):
                await _remove_member(context.database, one)


async def _remove_member(database: Database, one: ExpiredMembership) -> None:
    async with database.transaction(Scope.system()) as db:
        await stop_writes(db, one.tenant_id, one.user_id)
        await take_turns(db, one.tenant_id)
        now = clock.now()
        still = await queries.STILL_ENDED.one(db, one.tenant_id, one.user_id, now - KEPT_AFTER_END)
        if not still:  # renewed concurrently
            return
        await end_memberships(db, one.user_id, [one.tenant_id])
        await users.forget_if_unused(db, one.user_id)
        await announce_all(db, removal_events(one.tenant_id, one.user_id, one.email), by=SYSTEM)
