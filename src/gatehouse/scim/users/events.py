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
