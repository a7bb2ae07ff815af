from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UsersImported(Event):
    """Of one step of an import, in one account."""

    event_name = "tenant.users_imported"
    severity = "High"
    text = "Imported {count} people"
    import_id: UUID
    count: int
