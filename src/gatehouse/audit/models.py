from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.kit.events import Severity


@dataclass(frozen=True, slots=True)
class ReportedEntry:
    """An entry that a backend reports about its own product."""

    severity: Severity
    action: str
    description: str
    email: str | None
    ip: str | None
    user_agent: str | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class AddedEntry:
    """The part of an entry that the server sets."""

    id: UUID
    created_at: datetime
