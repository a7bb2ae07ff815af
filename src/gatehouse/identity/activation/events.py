from uuid import UUID

from gatehouse.kit.events import Event


class UserActivated(Event):
    event_name = "user.activated"
    text = "Activated the account"
    user_id: UUID


class ActivationResent(Event):
    event_name = "user.activation_resent"
    text = "Resent the activation email"
    user_id: UUID


class InvitationAccepted(Event):
    event_name = "user.invitation_accepted"
    text = "Accepted the invitation"
    user_id: UUID
