from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class PhoneNumberAdded(Event):
    event_name = "user.phone_number_added"
    text = "Added a phone number"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class PhoneCodeSent(Event):
    event_name = "user.phone_code_sent"
    text = "Sent a code by text message"
    user_id: UUID
    purpose: str


@dataclass(frozen=True, slots=True)
class PhoneNumberVerified(Event):
    event_name = "user.phone_number_verified"
    severity = "Medium"
    text = "Verified a phone number"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class PhoneNumberChanged(Event):
    """`by_reset`: the user had lost the phone, and verified the email address instead."""

    event_name = "user.phone_number_changed"
    severity = "Medium"
    text = "Changed the phone number"
    user_id: UUID
    by_reset: bool = False


@dataclass(frozen=True, slots=True)
class PhoneNumberDeleted(Event):
    event_name = "user.phone_number_deleted"
    severity = "Medium"
    text = "Deleted a phone number"
    user_id: UUID
