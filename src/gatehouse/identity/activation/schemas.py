from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints

from gatehouse.identity.passwords.schemas import Address, Password, Token
from gatehouse.kit.schemas import Wire


class Activation(Wire):
    """`password` is needed when the strategy says so."""

    user_id: UUID
    token: Token
    password: Password | Annotated[str, StringConstraints(max_length=0)] | None = None


class ActivationStrategy(Wire):
    should_set_password: bool


class ResendRequest(Wire):
    email: Address
