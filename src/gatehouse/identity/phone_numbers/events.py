from gatehouse.kit.events import UserEvent


class PhoneNumberAdded(UserEvent):
    event_name = "user.phone_number_added"
    text = "Added a phone number"


class PhoneCodeSent(UserEvent):
    event_name = "user.phone_code_sent"
    text = "Sent a code by text message"
    purpose: str


class PhoneNumberVerified(UserEvent):
    event_name = "user.phone_number_verified"
    severity = "Medium"
    text = "Verified a phone number"


class PhoneNumberChanged(UserEvent):
    """`by_reset`: the user had lost the phone, and verified the email address instead."""

    event_name = "user.phone_number_changed"
    severity = "Medium"
    text = "Changed the phone number"
    by_reset: bool = False


class PhoneNumberDeleted(UserEvent):
    event_name = "user.phone_number_deleted"
    severity = "Medium"
    text = "Deleted a phone number"
