from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

CaptchaProvider = Literal["recaptcha", "altcha"]


@dataclass(frozen=True, slots=True)
class CaptchaPolicy:
    """`min_score` applies where the provider returns a score (0 robot, 1 human). `ignored_emails` skip the
    CAPTCHA, such as the addresses of monitoring."""

    id: UUID
    provider: CaptchaProvider
    enabled: bool
    site_key: str
    sealed_secret: bytes
    min_score: float
    ignored_emails: list[str]
    created_at: datetime
    updated_at: datetime
