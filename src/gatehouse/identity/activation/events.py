from gatehouse.kit.events import UserEvent


class UserActivated(UserEvent):
    event_name = "user.activated"
    text = "Activated the account"


class ActivationResent(UserEvent):
    event_name = "user.activation_resent"
    text = "Resent the activation email"


class InvitationAccepted(UserEvent):
    event_name = "user.invitation_accepted"
    text = "Accepted the invitation"
