"""Jobs of sessions."""

from datetime import timedelta
from uuid import UUID

from gatehouse.identity.sessions import policy, policy_queries, queries
from gatehouse.kit import clock
from gatehouse.kit.db import Scope
from gatehouse.kit.jobs import JobContext, job, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.kit.units import UnitFailures

ACCOUNTS_AT_ONCE = 500
KEPT_AFTER_END = timedelta(days=30)

ENDED_SESSIONS = Purge("sessions", KEPT_AFTER_END, queries.FORGET, queries.OLDEST_TO_FORGET)


@scheduled_job("sessions.forget", "17 * * * *")
async def forget_ended(context: JobContext) -> None:
    """Delete sessions that ended long ago."""
    await ENDED_SESSIONS.run(context)


@job("sessions.inherit_limits")
async def inherit_limits(context: JobContext) -> None:
    """Apply the vendor's session policy to every tenant without its own, and to the running sessions there.
    Each step and each tenant is a transaction, so an interruption loses nothing."""
    last = UUID(int=0)
    with UnitFailures("sessions.inherit_limits") as failures:
        while True:
            async with context.database.transaction(Scope.system()) as db:
                accounts = await policy_queries.INHERIT.all(db, last, clock.now(), ACCOUNTS_AT_ONCE)
            for account in accounts:
                if account.binds:
                    with failures.caught(tenant_id=account.tenant_id):
                        async with context.database.transaction(Scope.system()) as db:
                            await policy.apply_limits_to_sessions(
                                db, account.tenant_id, clock.now()
                            )
            if len(accounts) < ACCOUNTS_AT_ONCE:
                break
            last = accounts[-1].tenant_id
