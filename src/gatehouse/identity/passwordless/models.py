from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from gatehouse.identity.one_time_codes.models import CodePurpose


class PasswordlessKind(StrEnum):
    """The kind of code or link, as the word in the path."""

    CODE = "code"
    SMS_CODE = "smscode"
    MAGIC_LINK = "magiclink"


# Mailed and texted codes have separate purposes: one verifies the address, the other the number.
PURPOSES = {
    PasswordlessKind.CODE: CodePurpose.SIGN_IN,
    PasswordlessKind.SMS_CODE: CodePurpose.SIGN_IN_BY_SMS,
}
METHODS = {
    PasswordlessKind.CODE: "otp",
    PasswordlessKind.MAGIC_LINK: "otp",
    PasswordlessKind.SMS_CODE: "sms",
}  # RFC 8176


@dataclass(frozen=True, slots=True)
class NamedIdentifier:
    """The identifier of the user who wants to sign in: `by` is `email`, `phone_number` or `user_id`."""

    by: str
    value: str


@dataclass(frozen=True, slots=True)
class PasswordlessUser:
    """The user that a request names. `phone_number` receives sign-in codes, if there is one; `tenant_id`
    is the tenant whose audit log records the request."""

    id: UUID
    email: str
    verified: bool
    phone_number: str | None
    tenant_id: UUID | None


@dataclass(frozen=True, slots=True)
class MagicLink:
    user_id: UUID
    recipient: str
    browser_hash: bytes
    expires_at: datetime
    used_at: datetime | None
