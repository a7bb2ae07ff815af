"""Passwordless sign-in on the wire (wire reference §16.1)."""

from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.captcha.schemas import Solution
from gatehouse.identity.passwordless.errors import NobodyNamed
from gatehouse.identity.passwordless.models import NamedIdentifier
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.kit.schemas import Text, Wire

Identifier = Annotated[str, StringConstraints(strip_whitespace=True, max_length=320)]


class Prelogin(Wire):
    """Clients send empty texts for omitted values; a `username` is an address here. `userId` is the last
    signed-in user, which the browser remembers."""

    email: Identifier | None = None
    username: Identifier | None = None
    user_id: Identifier | None = None
    recaptcha_token: Solution | None = None
    invitation_token: Text | None = None

    def read_identifier(self) -> NamedIdentifier:
        """Raises `NobodyNamed` without an identifier, `InvalidEmail` for a malformed address."""
        if address := self.email or self.username:
            return NamedIdentifier("email", normalize_email(address))
        if self.user_id:
            return NamedIdentifier("user_id", _parse_user_id(self.user_id))
        raise NobodyNamed("email: is required")


class SmsPrelogin(Prelogin):
    phone_number: Identifier | None = None

    def read_identifier(self) -> NamedIdentifier:
        """Raises `NobodyNamed` without an identifier, `InvalidPhoneNumber` for a malformed number."""
        if self.phone_number:
            return NamedIdentifier("phone_number", normalize_number(self.phone_number))
        return super().read_identifier()


class SmsSent(Wire):
    """`phoneNumber` is masked, and present only when the caller named it: the number of a user must not
    be revealed."""

    phone_number: str | None = None


class Postlogin(Wire):
    """`token` is the code, or the token of the link."""

    token: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    recaptcha_token: Text | None = None
    invitation_token: Text | None = None


def _parse_user_id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise NobodyNamed("userId: must be an ID") from None
