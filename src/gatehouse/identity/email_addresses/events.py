from gatehouse.kit.events import UserEvent


class EmailCodeSent(UserEvent):
    event_name = "user.email_code_sent"
    text = "Requested a code by email"
    purpose: str


class EmailAddressAdded(UserEvent):
    event_name = "user.email_added"
    text = "Added an email address"


class EmailAddressVerified(UserEvent):
    event_name = "user.email_verified"
    severity = "Medium"
    text = "Verified an email address"


class EmailChanged(UserEvent):
    event_name = "user.email_changed"
    severity = "High"
    text = "Changed the email address to {email}"
    email: str


class EmailAddressDeleted(UserEvent):
    event_name = "user.email_deleted"
    severity = "Medium"
    text = "Deleted an email address"
