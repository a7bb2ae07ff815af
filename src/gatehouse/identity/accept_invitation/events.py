from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class InvitationAccepted(Event):
    event_name = "user.invitation_accepted"
    text = "Accepted the invitation"
    user_id: UUID
