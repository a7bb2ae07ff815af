from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

CaptchaProvider = Literal["recaptcha", "altcha"]


@dataclass(frozen=True, slots=True)
class CaptchaPolicy:
    """`min_score` counts where the provider gives one (0 robot, 1 person). `ignored_emails` are asked for
    nothing: those of monitoring, for one."""

    id: UUID
    provider: CaptchaProvider
    enabled: bool
    site_key: str
    sealed_secret: bytes
    min_score: float
    ignored_emails: list[str]
    created_at: datetime
    updated_at: datetime
