from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class EmailCodeSent(Event):
    event_name = "user.email_code_sent"
    text = "Asked for a code by mail"
    user_id: UUID
    purpose: str


@dataclass(frozen=True, slots=True)
class EmailAddressAdded(Event):
    event_name = "user.email_added"
    text = "Added an address"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class EmailAddressVerified(Event):
    event_name = "user.email_verified"
    severity = "Medium"
    text = "Proved an address"
    user_id: UUID


@dataclass(frozen=True, slots=True)
class EmailChanged(Event):
    event_name = "user.email_changed"
    severity = "High"
    text = "The address is {email} now"
    user_id: UUID
    email: str


@dataclass(frozen=True, slots=True)
class EmailAddressDeleted(Event):
    event_name = "user.email_deleted"
    severity = "Medium"
    text = "Deleted an address"
    user_id: UUID
