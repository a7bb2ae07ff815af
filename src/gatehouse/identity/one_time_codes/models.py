from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class CodePurpose(StrEnum):
    """The purpose of a code. It is part of the look-up: a code for one purpose is never valid for
    another."""

    SIGN_IN = "sign_in"
    SIGN_IN_BY_SMS = "sign_in_by_sms"
    SECOND_FACTOR = "second_factor"
    ENROLL_PHONE = "enroll_phone"
    ENROLL_EMAIL = "enroll_email"
    DISABLE_FACTOR = "disable_factor"
    VERIFY_PHONE = "verify_phone"
    DELETE_PHONE = "delete_phone"
    RESET_PHONE = "reset_phone"
    CHANGE_PHONE = "change_phone"
    REPLACE_PHONE = "replace_phone"
    VERIFY_EMAIL = "verify_email"
    CHANGE_EMAIL = "change_email"
    ACTIVATE = "activate"
    ACTIVATE_INVITED = "activate_invited"
    ACCEPT_INVITATION = "accept_invitation"
    SIGN_UP_BY_PHONE = "sign_up_by_phone"
    RESET_PASSWORD = "reset_password"  # noqa: S105  a purpose, not a password


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """`token` (the wire's `otcToken`) goes to the requesting browser, `code` to the recipient."""

    token: str
    code: str


@dataclass(frozen=True, slots=True)
class SealedCode:
    """A code that was issued before its user was known, in the payload of the job that sends it. `request` is
    the hash of its token."""

    request: str
    sealed_code: str

    @classmethod
    def from_payload(cls, request: str | None, sealed_code: str | None) -> "SealedCode | None":
        return cls(request, sealed_code) if request and sealed_code else None


@dataclass(frozen=True, slots=True)
class OneTimeCode:
    """A code that was used. `user_id` None: no user has the recipient's address, and the code was not
    sent. `is_former`: the typed code is one that this one replaced."""

    user_id: UUID | None
    recipient: str
    code_hash: bytes
    expires_at: datetime
    is_open: bool
    is_former: bool


@dataclass(frozen=True, slots=True)
class FormerCodes:
    """Replaced codes of a sign-in, the latest first: the token of each, and the hash of its code."""

    tokens: list[str]
    hashes: list[bytes]


@dataclass(frozen=True, slots=True)
class OneTimeCodeRequest:
    """The request of a token. `entering` is the tenant whose membership the code activates, if it had one
    when it was issued (`since`)."""

    purpose: str
    user_id: UUID | None
    recipient: str
    entering: UUID | None
    since: datetime | None
    is_open: bool
