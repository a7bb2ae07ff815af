from uuid import UUID

from gatehouse.kit.events import Event


class UsersImported(Event):
    """Users imported into one tenant by one step of an import."""

    event_name = "tenant.users_imported"
    severity = "High"
    text = "Imported {count} people"
    import_id: UUID
    count: int
