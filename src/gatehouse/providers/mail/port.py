from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Mail:
    """`sender` in place of the one of the settings."""

    to: str
    subject: str
    text: str
    html: str
    reply_to: str | None = None
    sender: str | None = None


class MailRefused(ValueError):
    """The recipient cannot be reached this way, now or later: another attempt would end the same."""


class Mailer(Protocol):
    async def send(self, mail: Mail, message_id: str) -> None:
        """Hand the mail over, or raise; `message_id` is the same at every attempt. `MailRefused` when another
        attempt would end the same."""
