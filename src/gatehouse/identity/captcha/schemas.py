from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.captcha.models import CaptchaProvider

# What the provider's script or the ALTCHA widget gives the page.
Solution = Annotated[str, StringConstraints(strip_whitespace=True, max_length=8000)]


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
