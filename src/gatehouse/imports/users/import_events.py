"""Events for tenants about imported users: one for each file, however its rows are mixed. Counts are stored
in the same transaction as the users, so an interruption loses none."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_all
from gatehouse.imports.users import queries
from gatehouse.imports.users.models import ImportResult
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Event
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.kit.units import UnitFailures, each_due


class UsersImported(Event):
    """Users imported into one tenant by one step of an import."""

    event_name = "tenant.users_imported"
    severity = "High"
    text = "Imported {count} users"
    import_id: UUID
    count: int


# Longer than any step of a file: an import without progress for this long was interrupted.
STOPPED_AFTER = timedelta(minutes=15)
AT_ONCE = 500


async def count_imported_users(db: Db, import_id: UUID, counts: Mapping[UUID, int]) -> None:
    """Add to the number of imported users of each tenant."""
    tenant_ids = sorted(counts)
    people = [counts[one] for one in tenant_ids]
    due = clock.now() + STOPPED_AFTER
    await queries.KEEP_NEWS.run(db, import_id, tenant_ids, people, due)


async def announce_imported_users(db: Db, import_id: UUID) -> bool:
    """Announce to some accounts what is kept of this file; whether there were any."""
    return await _announce_import_events(db, await queries.TAKE_NEWS.all(db, import_id, AT_ONCE))


@scheduled_job("user_imports.tell", "*/5 * * * *")
async def announce_interrupted_imports(context: JobContext) -> None:
    """Announce the users of imports that were interrupted and not continued."""
    now = clock.now()
    with UnitFailures("user_imports.tell") as failures:
        async for one in each_due(context.database, queries.DUE_NEWS, now, first_id=""):
            with failures.caught(tenant_id=one.tenant_id, import_id=one.import_id):
                async with context.database.transaction(Scope.system()) as db:
                    key = one.tenant_id, one.import_id
                    await _announce_import_events(
                        db, await queries.TAKE_DUE_NEWS.all(db, *key, now)
                    )


async def _announce_import_events(db: Db, brought: list[ImportResult]) -> bool:
    events = [UsersImported(one.tenant_id, one.import_id, one.people) for one in brought]
    if events:
        await announce_all(db, events, by=SYSTEM)
    return bool(events)
