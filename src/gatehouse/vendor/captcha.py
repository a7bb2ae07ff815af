from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from gatehouse.kit.db import Query
from gatehouse.kit.sealed import SealedColumn

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


SECRET = SealedColumn("captcha_policies", "sealed_secret")

POLICY = Query(CaptchaPolicy, "select * from captcha_policies")

ADD = Query(
    CaptchaPolicy,
    """
    insert into captcha_policies (id, provider, enabled, site_key, sealed_secret, min_score,
      ignored_emails, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict do nothing
    returning *
    """,
)

CHANGE = Query(
    CaptchaPolicy,
    """
    update captcha_policies set provider = $2, enabled = $3, site_key = $4, sealed_secret = $5,
      min_score = $6, ignored_emails = $7, updated_at = $8
    where id = $1
    returning *
    """,
)
