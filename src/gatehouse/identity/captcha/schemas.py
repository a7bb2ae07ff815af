from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.passwords.schemas import Address
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.captcha import CaptchaProvider

# The response of the provider's script or the ALTCHA widget.
Solution = Annotated[str, StringConstraints(strip_whitespace=True, max_length=8000)]
Key = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$"),
]


class PublicCaptchaPolicy(Wire):
    """`siteKey` is for the provider's script; with `altcha` the challenge comes from
    `GET /identity/resources/captcha/v1/challenge`."""

    enabled: bool
    id: UUID | None = None
    site_key: str | None = None
    provider: CaptchaProvider | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class Challenge(Wire):
    algorithm: str
    challenge: str
    maxnumber: int
    salt: str
    signature: str


class CaptchaPolicyIn(Wire):
    """`recaptcha` needs the two keys of the provider. An empty `secretKey` keeps the stored one; `altcha`
    generates its own."""

    enabled: bool
    site_key: Key = ""
    secret_key: Key = ""
    min_score: float = Field(0.5, ge=0, le=1)
    ignored_emails: list[Address] = Field([], max_length=100)
    provider: CaptchaProvider = "recaptcha"


class CaptchaPolicyOut(Wire):
    """`secretKey` is empty but for a credential that names `vendor.see.secrets`."""

    id: UUID
    provider: CaptchaProvider
    enabled: bool
    site_key: str
    secret_key: str = ""
    min_score: float
    ignored_emails: list[str]
    created_at: datetime
    updated_at: datetime
