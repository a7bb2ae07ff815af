from uuid import UUID

from gatehouse.kit.events import Event


class UserChangedByVendor(Event):
    """`what` is the action of the vendor's backend."""

    event_name = "user.changed_by_vendor"
    severity = "High"
    text = "{email}: {what}"
    user_id: UUID
    email: str
    what: str
