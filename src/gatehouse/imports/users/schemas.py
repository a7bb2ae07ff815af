"""Imports on the wire (wire reference, `migrations/v1/local`)."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire


class FailureOut(Wire):
    """`number` counts rows from 1."""

    number: int
    email: str
    problem: str


class ProgressOut(Wire):
    """`position` rows are done: of these `created` are new, `joined` had an account and belong to one more
    or got the password that they lacked, `failed` were not taken."""

    id: UUID
    position: int
    created: int
    joined: int
    failed: int
    created_at: datetime
    updated_at: datetime


class ImportReportOut(ProgressOut):
    """The first thousand of each. `omissions` are users who were imported without what `problem` names."""

    failures: list[FailureOut]
    omissions: list[FailureOut]


class Bulk(Wire):
    """At most a thousand; each as `migrations/v1/local` has it."""

    users: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=1000)]


class Begun(Wire):
    migration_id: UUID


class BulkStatus(ImportReportOut):
    """`InProgress` and `Failed` occur for a migration from Auth0; `problem` is what ended it."""

    status: Literal["InProgress", "Completed", "Failed"] = "Completed"
    problem: str | None = None
