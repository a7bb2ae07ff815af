"""Invitations on the wire (wire-api §16.6, addUser)."""

from typing import Annotated

from pydantic import Field

from gatehouse.directory.people.read.schemas import (
    ExpirationSeconds,
    OptionalName,
    OptionalPhoneNumber,
    RoleIds,
)
from gatehouse.kit.schemas import Wire


class Invitation(Wire):
    """`phone` and `phoneNumber` are synonyms. `provider` and `skipInviteEmail` are accepted and ignored:
    the invited user always verifies the address by email. Without roles the user gets the default ones."""

    email: Annotated[str, Field(max_length=320)]
    name: OptionalName = None
    phone_number: OptionalPhoneNumber = None
    phone: OptionalPhoneNumber = None
    role_ids: RoleIds | None = None
    expiration_in_seconds: ExpirationSeconds | None = None
