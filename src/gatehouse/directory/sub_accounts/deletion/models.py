from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DeletableTenant:
    """An account that may be deleted. `deleted_with`: whose deletion took it along, itself or one above it;
    None when there is nothing of it to bring back. `erasing_at`: when that one's erasing was begun."""

    id: UUID
    name: str
    path: str
    is_deleted: bool
    parent_is_deleted: bool
    deleted_with: UUID | None
    erasing_at: datetime | None
