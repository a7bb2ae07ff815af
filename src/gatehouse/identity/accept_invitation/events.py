from uuid import UUID

from gatehouse.kit.events import Event


class InvitationAccepted(Event):
    event_name = "user.invitation_accepted"
    text = "Accepted the invitation"
    user_id: UUID
