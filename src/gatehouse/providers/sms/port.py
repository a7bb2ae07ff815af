from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Sms:
    to: str
    text: str


class SmsSender(Protocol):
    async def send(self, sms: Sms, message_id: str) -> None:
        """Hand the message over, or raise; `message_id` is the same at every attempt."""
