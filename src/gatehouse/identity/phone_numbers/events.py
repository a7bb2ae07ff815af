from uuid import UUID

from gatehouse.kit.events import Event


class PhoneNumberAdded(Event):
    event_name = "user.phone_number_added"
    text = "Added a phone number"
    user_id: UUID


class PhoneCodeSent(Event):
    event_name = "user.phone_code_sent"
    text = "Sent a code by text message"
    user_id: UUID
    purpose: str


class PhoneNumberVerified(Event):
    event_name = "user.phone_number_verified"
    severity = "Medium"
    text = "Verified a phone number"
    user_id: UUID


class PhoneNumberChanged(Event):
    """`by_reset`: the user had lost the phone, and verified the email address instead."""

    event_name = "user.phone_number_changed"
    severity = "Medium"
    text = "Changed the phone number"
    user_id: UUID
    by_reset: bool = False


class PhoneNumberDeleted(Event):
    event_name = "user.phone_number_deleted"
    severity = "Medium"
    text = "Deleted a phone number"
    user_id: UUID
