"""Statements on tasks. They need the system scope."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.errors import NotFound
from gatehouse.kit.sealed import SealedColumn


class TaskNotFound(NotFound, code="tasks.not_found"): ...


Kind = Literal["invite", "roles", "tenants"]
Status = Literal["NotStarted", "InProgress", "Completed", "CompletedWithErrors"]


@dataclass(frozen=True, slots=True)
class Task:
    """Parts before `position` are done, `failed` of them in vain. `about` says what it is about."""

    id: UUID
    kind: str
    about: dict[str, Any]
    sealed_input: bytes | None
    total: int
    position: int
    failed: int
    errors: list[Any]
    created_at: datetime
    updated_at: datetime

    @property
    def status(self) -> Status:
        if self.position < self.total:
            return "InProgress" if self.position else "NotStarted"
        return "CompletedWithErrors" if self.failed else "Completed"


INPUT = SealedColumn("vendor_tasks", "sealed_input")

BEGIN = Command(
    """
    insert into vendor_tasks (id, kind, about, sealed_input, total, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6)
    """
)
TASK = Query(Task, "select * from vendor_tasks where id = $1 and kind = $2")
# Only the worker that did the part at this position advances; after the last part the input is deleted.
ADVANCE = Query(
    int,
    """
    update vendor_tasks set position = position + 1, failed = failed + (case when $3::jsonb is null
        then 0 else 1 end), errors = case when $3 is null then errors else errors || $3 end,
      sealed_input = case when position + 1 = total then null else sealed_input end, updated_at = $4
    where id = $1 and position = $2 returning position
    """,
)
