from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ConnectionStatus:
    """`problem` says what fails, and is None of one that does not."""

    kind: str
    id: UUID
    tenant_id: UUID | None
    tenant_name: str | None
    name: str
    enabled: bool
    problem: str | None
    failing_since: datetime | None
    last_success_at: datetime | None
    last_failure_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class FailingCounts:
    """Each counted to `MOST`."""

    sso: int
    webhooks: int
