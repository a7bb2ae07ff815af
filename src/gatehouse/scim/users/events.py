from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserProvisioned(Event):
    """`joined`: they were no member before."""

    event_name = "user.provisioned"
    severity = "Medium"
    user_id: UUID
    email: str
    connection_id: UUID
    joined: bool

    @property
    def description(self) -> str:
        return f"Brought in {self.email}" if self.joined else f"Took over {self.email}"


@dataclass(frozen=True, slots=True)
class DirectoryUserEvent(Event):
    """Beside the events of what became of the membership."""

    severity = "Medium"
    is_audited = False
    user_id: UUID
    email: str
    connection_id: UUID


@dataclass(frozen=True, slots=True)
class DirectoryUserUpdated(DirectoryUserEvent):
    event_name = "directory_user.updated"
    text = "The directory changed {email}"


@dataclass(frozen=True, slots=True)
class DirectoryUserDeleted(DirectoryUserEvent):
    event_name = "directory_user.deleted"
    text = "The directory deleted {email}"
