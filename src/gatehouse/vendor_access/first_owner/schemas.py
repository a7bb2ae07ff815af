from typing import Annotated

from pydantic import Field

from gatehouse.identity.passwords.schemas import Address, Password, Token
from gatehouse.kit.schemas import Spoken, Wire


class SetUpLink(Wire):
    """The token of the address that the server printed."""

    token: Token


class FirstOwner(SetUpLink):
    email: Address
    name: Annotated[Spoken, Field(min_length=1)]
    company_name: Annotated[Spoken, Field(min_length=1)]
    password: Password
