from uuid import UUID

from gatehouse.kit.events import Event


class WayInRemoved(Event):
    """The vendor removed a sign-in method; `what` is the kind of factor, or the provider of the external
    account."""

    event_name = "user.way_in_removed"
    severity = "High"
    text = "Removed a way in of {email} ({what}): {reason}"
    user_id: UUID
    email: str
    what: str
    reason: str
