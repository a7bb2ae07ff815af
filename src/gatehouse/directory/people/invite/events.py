from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserInvited(Event):
    event_name = "user.invited"
    text = "Invited {email}"
    user_id: UUID
    email: str
