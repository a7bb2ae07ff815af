"""Tasks on the wire."""

from datetime import datetime
from uuid import UUID

from gatehouse.kit.schemas import Wire
from gatehouse.tasks.models import Status, Task


class TaskProblem(Wire):
    """A part that failed, with the user or tenant that it concerns."""

    message: str
    code: str
    email: str | None = None
    tenant_id: str | None = None
    name: str | None = None


class TaskOut(Wire):
    """Of `total`, `processed` are done: `succeeded`, or `failed` as `errors` says."""

    id: UUID
    status: Status
    total: int
    processed: int
    succeeded: int
    failed: int
    errors: list[TaskProblem]
    created_at: datetime
    updated_at: datetime


def to_task_response(task: Task) -> TaskOut:
    return TaskOut(
        id=task.id,
        status=task.status,
        total=task.total,
        processed=task.position,
        succeeded=task.position - task.failed,
        failed=task.failed,
        errors=[TaskProblem.model_validate(one) for one in task.errors],
        created_at=task.created_at,
        updated_at=task.updated_at,
    )
