from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserCreated(Event):
    """A user became a member of this account, in any way. For the account they are new: whether they have
    other accounts is not disclosed. How they joined is a separate event of the same transaction."""

    event_name = "user.created"
    severity = "Medium"
    text = "{email} became a user"
    is_audited = False
    user_id: UUID
    email: str
