from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PasswordHistoryPolicy:
    """`history_size` counts the current password."""

    id: UUID
    enabled: bool
    history_size: int
    created_at: datetime
    updated_at: datetime
