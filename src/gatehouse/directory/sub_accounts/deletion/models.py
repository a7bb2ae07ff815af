from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DeletableTenant:
    """An account that may be deleted. `deleted_with`: the account whose deletion included this one, itself
    or one above it; None when there is nothing to restore. `erasing_at`: when the erasure of that account
    was started."""

    id: UUID
    name: str
    path: str
    is_deleted: bool
    parent_is_deleted: bool
    deleted_with: UUID | None
    erasing_at: datetime | None
