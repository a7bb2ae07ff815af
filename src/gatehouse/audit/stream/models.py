from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.kit.events import Severity


@dataclass(frozen=True, slots=True)
class StreamedEntry:
    """An entry, as it is sent: without a tenant where it is the vendor's own."""

    id: UUID
    tenant_id: UUID | None
    created_at: datetime
    action: str
    severity: Severity
    description: str
    email: str | None
    user_id: UUID | None
    impersonator_id: UUID | None
    actor_kind: str | None
    ip: str | None
    user_agent: str | None
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StreamState:
    """`failing_since` is empty while what was sent last has arrived."""

    at: datetime
    failing_since: datetime | None
    last_error: str | None
