from uuid import UUID

from gatehouse.kit.events import Event


class UserSignedUp(Event):
    event_name = "user.signed_up"
    text = "Signed up"
    user_id: UUID
    name: str
    company_name: str
    authentication_type: str
