from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class UserActivated(Event):
    event_name = "user.activated"
    text = "Activated the account"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class ActivationResent(Event):
    event_name = "user.activation_resent"
    text = "Sent the activation mail again"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class InvitationAccepted(Event):
    event_name = "user.invitation_accepted"
    text = "Accepted the invitation"
    user_id: UUID
