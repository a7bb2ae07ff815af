from uuid import UUID

from gatehouse.kit.events import Event


class UserUpdated(Event):
    """`own`: the user changed their own profile."""

    event_name = "user.updated"
    user_id: UUID
    email: str
    own: bool = False

    @property
    def description(self) -> str:
        return "Changed their profile" if self.own else f"Renamed {self.email}"
