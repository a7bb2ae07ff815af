"""The phone reset on the wire (wire reference §16.5): each step takes the token of the previous one."""

from typing import Annotated

from pydantic import StringConstraints

from gatehouse.identity.passwords.schemas import Address, Token
from gatehouse.identity.phone_numbers.schemas import Code, Number
from gatehouse.kit.schemas import Wire

ChangeToken = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class PhoneReset(Wire):
    email: Address


class PhoneResetBegun(Wire):
    reset_phone_number_token: str


class PhoneResetProof(Wire):
    reset_phone_number_token: Token
    code: Code


class PhoneResetProved(Wire):
    change_phone_number_token: str


class PhoneReplacement(Wire):
    change_phone_number_token: ChangeToken
    phone_number: Number
