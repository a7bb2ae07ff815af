"""Subscriptions on the wire (wire-api §16.18): the same for mail and text messages."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Path
from pydantic import Field, StringConstraints

from gatehouse.kit.schemas import Name, Wire

MOST_SUBSCRIPTIONS = 10
MOST_OF_CHANNEL = 500
MOST_RECIPIENTS = 20

Recipient = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=320)]
EventKeyPath = Annotated[
    str,
    Path(min_length=1, max_length=200, pattern=r"^[\w.\-]+$", examples=["frontegg.user.signedUp"]),
]


class EventSubscriptionIn(Wire):
    """`recipients` are email addresses, or phone numbers with their country. Each is told once."""

    name: Name = ""
    enabled: bool = True
    recipients: list[Recipient] = Field(min_length=1, max_length=MOST_RECIPIENTS)


class EventChannelIn(Wire):
    """`enabled`: whether anybody is told of the event at all."""

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
    """Somebody who could not be told of an event, and why."""

    recipient: str
    reason: str
    at: datetime


class EventChannelOut(Wire):
    """`failures`: the newest five of the last seven days."""

    event_key: str
    enabled: bool
    subscriptions: list[EventSubscriptionOut]
    failures: list[NotTold]
