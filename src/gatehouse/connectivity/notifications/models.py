from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification of one user."""

    id: UUID
    event_key: str
    title: str
    body: str
    severity: str
    url: str
    created_at: datetime
    status: str
    is_pinned: bool
