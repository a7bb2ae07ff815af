"""Sign-up on the wire (wire reference §16.3)."""

from typing import Annotated, Any
from uuid import UUID

import orjson
from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.passwords.schemas import Address, Password
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.signup.errors import InvitationUnknown
from gatehouse.identity.signup.models import SignUp
from gatehouse.kit.schemas import Spoken, Text, Wire

MAX_METADATA = 4096  # bytes of JSON: it travels in every access token


def _parsed(value: object) -> object:
    """The client sends the metadata as JSON text."""
    if not isinstance(value, str):
        return value
    return orjson.loads(value) if value.strip() else {}


def _storable(metadata: dict[str, Any]) -> dict[str, Any]:
    try:
        text = orjson.dumps(metadata)
    except TypeError as error:  # numbers and letters that JSON in the database cannot hold
        raise ValueError("must be plain JSON") from error
    if len(text) > MAX_METADATA or b"\\u0000" in text:
        raise ValueError(f"must be at most {MAX_METADATA} bytes, without NUL")
    return metadata


def _empty_is_none(value: object) -> object:
    return None if value == "" else value


Optional = BeforeValidator(_empty_is_none)


class SignUpRequest(Wire):
    """`roleIds` is not read: who signs up becomes the administrator of a new company.

    No links invite into a tenant (invitations go to an address), so any `invitationToken` is refused
    rather than answered with a company of one's own."""

    email: Address
    company_name: Annotated[Spoken, Field(min_length=1)]
    name: Annotated[Spoken | None, Optional] = None
    password: Annotated[Password | None, Optional] = None
    phone_number: Annotated[
        Annotated[str, StringConstraints(pattern=r"^\+?[0-9 ()./-]{3,32}$")] | None, Optional
    ] = None
    invitation_token: Text | None = None
    metadata: Annotated[dict[str, Any], BeforeValidator(_parsed), AfterValidator(_storable)] = (
        Field(default_factory=dict)
    )

    def checked(self) -> SignUp:
        """Without a name, the local part of the address stands in.

        `InvalidEmail`, `InvitationUnknown`."""
        if self.invitation_token:
            raise InvitationUnknown("We couldn't verify your invitation")
        email = normalize_email(self.email)
        return SignUp(
            email=email,
            name=self.name or email.partition("@")[0],
            company_name=self.company_name,
            password=self.password,
            phone_number=self.phone_number,
            metadata=self.metadata,
        )


class SignUpAnswer(Wire):
    """`authResponse` is there when the person is signed in at once: `shouldActivate` is false."""

    should_activate: bool
    user_id: UUID
    tenant_id: UUID
    auth_response: LoginResponse | None = None
