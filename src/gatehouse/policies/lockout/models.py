from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LockoutPolicy:
    id: UUID
    enabled: bool
    max_attempts: int
    updated_at: datetime
