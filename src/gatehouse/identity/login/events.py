from uuid import UUID

from gatehouse.kit.events import Event


class UserLockedOut(Event):
    event_name = "user.locked_out"
    severity = "High"
    text = "Sign-in is locked after too many wrong passwords"
    known_place: bool
    user_id: UUID | None = None
