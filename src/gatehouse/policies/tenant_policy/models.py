from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SavedPolicy:
    """Common fields of a tenant's own policy; each policy adds its columns."""

    id: UUID
    created_at: datetime
    updated_at: datetime
