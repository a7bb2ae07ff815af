from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Sms:
    to: str
    text: str


class SmsRefused(Exception):
    """The gateway will not take this message, now or later: trying again only costs time."""


class SmsSender(Protocol):
    async def send(self, sms: Sms, message_id: str) -> None:
        """Hand the message over, or raise; `message_id` is the same at every attempt. `SmsRefused` when
        another attempt would end the same."""
