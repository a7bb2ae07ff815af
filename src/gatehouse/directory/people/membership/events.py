from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserCreated(Event):
    """Somebody became a user of this account, by whichever way: as far as the account is concerned they are
    new, and whether others know them is not told. How they came is another event of the same moment."""

    event_name = "user.created"
    severity = "Medium"
    text = "{email} became a user"
    is_audited = False
    user_id: UUID
    email: str
