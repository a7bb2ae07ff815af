from typing import Annotated, Literal
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.kit.schemas import Wire

# Bounds the body only; which length is right is the policy's to say.
Password = Annotated[str, StringConstraints(min_length=1, max_length=1024)]
# The client sends an empty text for none.
PasswordOrNone = Password | Annotated[str, StringConstraints(max_length=0)] | None
Token = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Address = Annotated[str, StringConstraints(min_length=1, max_length=320)]


class ResetRequest(Wire):
    email: Address


class ResetByIdentifier(Wire):
    identifier: Address
    identifier_type: Literal["email"] = "email"


class ResetLink(Wire):
    user_id: UUID
    token: Token


class Reset(ResetLink):
    password: Password


class Change(Wire):
    """`password` is the current one."""

    password: Password
    new_password: Password
