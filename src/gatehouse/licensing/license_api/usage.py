"""What tools report of their use, for the statistics."""

from collections.abc import Sequence
from datetime import timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.purge import Purge
from gatehouse.licensing.license_api import queries
from gatehouse.licensing.license_api.models import KeyOwner
from gatehouse.licensing.license_api.schemas import UsageEvent

OLD_USAGE = Purge("license_usage", timedelta(days=400), queries.FORGET_USAGE, queries.OLDEST_USAGE)


async def store_usage_events(
    database: Database, owner: KeyOwner, events: Sequence[UsageEvent]
) -> None:
    """Each once. What a clock that is fast says of the future has happened now."""
    async with database.transaction(Scope.tenant(owner.tenant_id)) as db:
        await queries.KEEP_USAGE.run(
            db,
            owner.tenant_id,
            owner.license_id,
            clock.now(),
            [one.id for one in events],
            [one.type for one in events],
            [one.subject for one in events],
            [one.at for one in events],
            [one.seconds for one in events],
            [one.version for one in events],
        )


@scheduled_job("license_usage.forget", "53 * * * *")
async def delete_old_usage(context: JobContext) -> None:
    await OLD_USAGE.run(context)
