from uuid import UUID

from gatehouse.kit.events import Event


class PersonExportedByVendor(Event):
    """`rows`: how many lines it has."""

    event_name = "user.exported"
    severity = "High"
    text = "Exported everything of {email}: {rows} rows"
    user_id: UUID
    email: str
    rows: int
