"""What is done now and then from outside, such as a backup: when it was done last, and what it found."""

from dataclasses import dataclass
from datetime import datetime

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Database, Query, Scope

BACKUP = "backup"
AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class MaintenanceRun:
    """`found` is a number of the task's own: bytes of a backup, findings in the audit."""

    task: str
    done_at: datetime
    found: int


NOTE = Command(
    """
    insert into upkeep (task, done_at, found) values ($1, $2, $3)
    on conflict (task) do update set done_at = excluded.done_at, found = excluded.found
    """
)
ALL = Query(MaintenanceRun, "select task, done_at, found from upkeep order by task")


async def record_maintenance_run(database: Database, task: str, found: int) -> None:
    async with database.transaction(Scope.system()) as db:
        await NOTE.run(db, task, clock.now(), found)
