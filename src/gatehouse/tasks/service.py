"""Tasks: lists of parts that run one after the other, each in a transaction with the task's progress. So a
stopped worker continues at the next part, and no part is done twice."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import orjson

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal, reload_vendor_principal
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, random_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.jobs import JobContext, enqueue
from gatehouse.kit.logs import get_logger
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources
from gatehouse.kit.schemas import Wire
from gatehouse.tasks import queries
from gatehouse.tasks.queries import Kind, Status, Task, TaskNotFound


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


log = get_logger("gatehouse.tasks")

MOST_PARTS = 1000
# Delete what was asked for long ago.
declare_purge(
    "vendor_tasks",
    timedelta(days=30),
    column="created_at",
    job="vendor_tasks.forget",
    cron="53 * * * *",
)

# One part, in the transaction; `DomainError` for one that cannot be done.
Do = Callable[[Db, Resources, "TaskAuthor", dict[str, Any]], Awaitable[None]]


ASKS_FOR: dict[Kind, VendorPermission] = {
    "invite": VendorPermission.WRITE_USERS,
    "roles": VendorPermission.WRITE_USERS,
    "tenants": VendorPermission.WRITE_TENANTS,
}


class TaskAuthor:
    """The caller who started the task, and what it is about."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.about = about
        by = about["by"]
        self.caller = VendorPrincipal(
            UUID(by["id"]),
            by["name"],
            tuple(by.get("permissions", ())),
            Client(by["ip"], by["user_agent"]),
            by.get("email"),
        )


def describe_caller(caller: VendorPrincipal) -> dict[str, Any]:
    """The caller for a job, as `TaskAuthor` reads it under `by`."""
    return {
        "id": str(caller.credential_id), "name": caller.name, "email": caller.email,
        "permissions": list(caller.permissions),
        "ip": caller.client.ip, "user_agent": caller.client.user_agent,
    }  # fmt: skip


async def begin_task(
    db: Db,
    resources: Resources,
    kind: Kind,
    caller: VendorPrincipal,
    parts: list[dict[str, Any]],
    **about: Any,
) -> UUID:
    """The task's id; its job starts when the transaction commits. The parts are stored sealed, since they may
    hold passwords."""
    task_id = random_id()
    by = describe_caller(caller)
    sealed = queries.INPUT.seal(resources[Box], task_id, orjson.dumps(parts))
    await queries.BEGIN.run(db, task_id, kind, {"by": by, **about}, sealed, len(parts), clock.now())
    await enqueue(db, f"vendor_tasks.{kind}", task_id=task_id)
    return task_id


async def find_task(db: Db, kind: Kind, task_id: UUID) -> Task:
    """Raises `TaskNotFound`."""
    task = await queries.TASK.first(db, task_id, kind)
    if task is None:
        raise TaskNotFound("The task was not found")
    return task


async def run_task_parts(context: JobContext, kind: Kind, task_id: str, do: Do) -> None:
    """Run every part that is left, with the current permissions of the caller who started the task."""
    async with context.database.transaction(Scope.system()) as db:
        task = await queries.TASK.first(db, UUID(task_id), kind)
    if task is None or task.sealed_input is None:
        return
    parts = orjson.loads(queries.INPUT.open(context.resources[Box], task.id, task.sealed_input))
    asked = TaskAuthor(task.about)
    for position in range(task.position, task.total):
        try:
            async with context.database.transaction(Scope.system()) as db:
                asked.caller = await reload_vendor_principal(db, asked.caller, ASKS_FOR[kind])
                await do(db, context.resources, asked, parts[position])
                await _advance_task(db, task, position, None)
        except ConcurrentWorker:
            raise
        except Exception as error:
            if not isinstance(error, DomainError | asyncpg.IntegrityConstraintViolationError):
                if not context.last_attempt:
                    raise
                # The task would stay in progress for ever, and the parts behind this one undone.
                log.exception("part of a task failed", task=str(task.id), position=position)
            async with context.database.transaction(Scope.system()) as db:
                await _advance_task(db, task, position, _describe_failure(error, parts[position]))


class ConcurrentWorker(Exception):
    """Another worker did this part: what was done here is undone."""


async def _advance_task(db: Db, task: Task, position: int, error: dict[str, Any] | None) -> None:
    errors = [error] if error else None
    if await queries.ADVANCE.first(db, task.id, position, errors, clock.now()) is None:
        raise ConcurrentWorker(str(task.id))


def _describe_failure(error: Exception, part: dict[str, Any]) -> dict[str, Any]:
    """What failed, with the user or tenant that it concerns, and no secrets of the part. NUL characters are
    removed, because no column can hold them."""
    named = {
        name: str(part[name]).replace("\x00", "")
        for name in ("email", "tenantId", "name")
        if part.get(name)
    }
    if isinstance(error, DomainError):
        return {**named, "message": error.message, "code": error.code}
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        message, code = (
            "This was changed by another request at the same moment.",
            "resource.conflict",
        )
    else:
        message, code = "The server could not do this. Its log says why.", "server.error"
    return {**named, "message": message, "code": code}
