from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """An entry, or None for all of it where nothing in the part that was read matches; `last_at` and
    `last_id` are the end of that part."""

    last_at: datetime
    last_id: UUID
    id: UUID | None
    created_at: datetime | None
    email: str | None
    action: str | None
    description: str | None
    ip: str | None
    severity: str | None
    user_agent: str | None
    data: dict[str, Any] | None
