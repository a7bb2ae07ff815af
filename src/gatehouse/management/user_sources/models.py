from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ShownSource:
    """`users_count` counts up to 10,000."""

    id: UUID
    type: str
    name: str
    description: str
    index: int
    configuration: dict[str, Any]
    app_ids: list[UUID]
    users_count: int


@dataclass(frozen=True, slots=True)
class MovedUser:
    email: str
    last_login: datetime | None
