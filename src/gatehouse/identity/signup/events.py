from gatehouse.kit.events import UserEvent


class UserSignedUp(UserEvent):
    event_name = "user.signed_up"
    text = "Signed up"
    name: str
    company_name: str
    authentication_type: str
