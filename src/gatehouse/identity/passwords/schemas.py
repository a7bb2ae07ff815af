from typing import Annotated, Literal
from uuid import UUID

from pydantic import AliasChoices, Field, StringConstraints

from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.usernames.name import check_username
from gatehouse.kit.schemas import Wire

# Bounds the body only; which length is right is the policy's to say.
Password = Annotated[str, StringConstraints(min_length=1, max_length=1024)]
# The client sends an empty text for none.
PasswordOrNone = Password | Annotated[str, StringConstraints(max_length=0)] | None
Token = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Address = Annotated[str, StringConstraints(min_length=1, max_length=320)]


class ResetByIdentifier(Wire):
    identifier: Address
    identifier_type: Literal["email", "phoneNumber", "username"] = "email"

    def read_identifier(self) -> tuple[str, str]:
        """The identifier and its normal form. Raises `InvalidEmail`, `InvalidPhoneNumber` or
        `InvalidUsername`."""
        match self.identifier_type:
            case "phoneNumber":
                return "phone_number", normalize_number(self.identifier)
            case "username":
                return "username", check_username(self.identifier).lower()
        return "email", normalize_email(self.identifier)


class ResetRequest(ResetByIdentifier):
    """Older clients send `email`, others `identifier` and its type, which counts where both are present."""

    identifier: Address = Field(validation_alias=AliasChoices("identifier", "email"))


class ResetBySms(Wire):
    """A `username` is an address here."""

    identifier: Address
    identifier_type: Literal["email", "phoneNumber", "username"] = "email"

    def read_identifier(self) -> tuple[str, str]:
        """The identifier and its normal form. Raises `InvalidEmail` or `InvalidPhoneNumber`."""
        if self.identifier_type == "phoneNumber":
            return "phone_number", normalize_number(self.identifier)
        return "email", normalize_email(self.identifier)


class SmsSession(Wire):
    session_id: str


class SmsProof(Wire):
    """`otcToken` is the code of the text message."""

    session_id: Token
    otc_token: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]


class ResetPermit(Wire):
    """For `POST /identity/resources/users/v1/passwords/reset/verify`."""

    user_id: UUID
    token: str


class ResetLink(Wire):
    user_id: UUID
    token: Token


class Reset(ResetLink):
    password: Password


class Change(Wire):
    """`password` is the current one."""

    password: Password
    new_password: Password
