from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

MailProvider = Literal["sendgrid", "ses", "mailgun"]


@dataclass(frozen=True, slots=True)
class MailTemplate:
    """Replaces the built-in mail of this type. When not `active`, the mail is not sent. The redirect
    addresses are stored as given and have no effect."""

    id: UUID
    type: str
    subject: str
    html: str
    sender_email: str | None
    from_name: str | None
    active: bool
    redirect_url: str | None
    success_redirect_url: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class SmsTemplate:
    id: UUID
    type: str
    template: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class MailConfiguration:
    """`settings` has what is no secret: id, region, domain."""

    id: UUID
    provider: MailProvider
    settings: dict[str, Any]
    sealed_secret: bytes
    created_at: datetime
    updated_at: datetime
