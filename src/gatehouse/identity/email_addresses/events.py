from uuid import UUID

from gatehouse.kit.events import Event


class EmailCodeSent(Event):
    event_name = "user.email_code_sent"
    text = "Requested a code by email"
    user_id: UUID
    purpose: str


class EmailAddressAdded(Event):
    event_name = "user.email_added"
    text = "Added an email address"
    user_id: UUID


class EmailAddressVerified(Event):
    event_name = "user.email_verified"
    severity = "Medium"
    text = "Verified an email address"
    user_id: UUID


class EmailChanged(Event):
    event_name = "user.email_changed"
    severity = "High"
    text = "Changed the email address to {email}"
    user_id: UUID
    email: str


class EmailAddressDeleted(Event):
    event_name = "user.email_deleted"
    severity = "Medium"
    text = "Deleted an email address"
    user_id: UUID
