from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SavedPolicy:
    """What every tenant's own policy has; its columns follow."""

    id: UUID
    created_at: datetime
    updated_at: datetime
