from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

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
