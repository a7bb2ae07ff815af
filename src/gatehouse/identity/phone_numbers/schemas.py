"""Phone numbers on the wire (wire reference §16.5)."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Wire

Number = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
Code = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]


class NewPhoneNumber(Wire):
    """`verify`: a code goes to the number at once."""

    phone_number: Number
    verify: bool | None = None


class PhoneNumberToVerify(Wire):
    phone_number: Number


class CodeSent(Wire):
    """`otcToken` goes with the code; without one no code was sent."""

    otc_token: str | None = None


class Deletion(CodeSent):
    phone_id: UUID


class CodeProof(Wire):
    otc_token: Token
    code: Code


class PhoneNumberOut(Wire):
    id: UUID
    phone_number: str
    verified: bool
    created_at: datetime
    updated_at: datetime


class Totals(Wire):
    total_items: int
    total_pages: int


class PhoneNumberPage(Wire):
    items: list[PhoneNumberOut]
    metadata: Totals = Field(alias="_metadata")


class PhoneChange(Wire):
    """`changePhoneId` goes with the code that was sent to the new number."""

    change_phone_id: str


class PhoneChangeProof(Wire):
    change_phone_id: Token
    code: Code
