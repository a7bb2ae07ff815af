from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Auth0Migration:
    """Position of the migration: `page` of users created from `since` on, without those of `seen`."""

    id: UUID
    configuration: dict[str, Any]
    sealed_secret: bytes | None
    since: str | None
    page: int
    seen: list[str]
    problem: str | None
    asked_by: dict[str, Any]
    finished_at: datetime | None
