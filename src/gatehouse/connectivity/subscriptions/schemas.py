"""Subscriptions on the wire (wire-api §16.18): the same for mail and text messages."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Path
from pydantic import BeforeValidator, Field, StringConstraints

from gatehouse.kit.schemas import Name, Wire

MOST_SUBSCRIPTIONS = 10
MOST_OF_CHANNEL = 500
MOST_RECIPIENTS = 20


def _drop_blank_entries(value: object) -> object:
    """Drop blank entries: the client also sends the empty lines of its form."""
    if not isinstance(value, list):
        return value
    return [one for one in value if not isinstance(one, str) or one.strip()]


Recipient = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=320)]
Recipients = Annotated[
    list[Recipient], BeforeValidator(_drop_blank_entries), Field(max_length=MOST_RECIPIENTS)
]
EventKeyPath = Annotated[
    str,
    Path(min_length=1, max_length=200, pattern=r"^[\w.\-]+$", examples=["frontegg.user.signedUp"]),
]


class EventSubscriptionIn(Wire):
    """`recipients` are email addresses, or phone numbers with country code. Each gets one message; blank ones
    are ignored."""

    name: Name = ""
    enabled: bool = True
    recipients: Annotated[Recipients, Field(min_length=1)]


class EventSubscriptionChange(Wire):
    """A changed subscription. `recipients` may be empty: the client sends that when all were removed, and
    then deletes. `baseRecipients` is the list that the editor started with: only recipients added and
    removed since are applied then."""

    name: Name = ""
    enabled: bool = True
    recipients: Recipients
    base_recipients: Recipients | None = None


class EventChannelIn(Wire):
    """`enabled`: whether messages about the event are sent at all."""

    enabled: bool = True
    subscriptions: list[EventSubscriptionIn] = Field(min_length=1, max_length=MOST_SUBSCRIPTIONS)


class EventChannelSwitch(Wire):
    enabled: bool


class EventSubscriptionOut(Wire):
    id: UUID
    name: str
    enabled: bool
    recipients: list[str]


class NotTold(Wire):
    """A recipient that could not be reached about an event, and why."""

    recipient: str
    reason: str
    at: datetime


class EventChannelOut(Wire):
    """`failures`: the newest five of the last seven days."""

    event_key: str
    enabled: bool
    subscriptions: list[EventSubscriptionOut]
    failures: list[NotTold]
