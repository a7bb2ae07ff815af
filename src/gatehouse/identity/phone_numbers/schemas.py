"""Phone numbers on the wire (wire reference §16.5)."""

import re
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import Page
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
    user_id: UUID
    phone_number: str
    verified: bool
    created_at: datetime
    updated_at: datetime


class PhoneNumbersQuery(ListQuery):
    """`_phoneNumber` is a whole number, with any separators. All numbers have one `userId`, so sorting by
    it has no effect."""

    phone_number: str = Field("", max_length=60, alias="_phoneNumber")
    sort_by: Literal["userId", "phoneNumber"] = Field("userId", alias="_sortBy")

    def filter_and_sort(self, rows: list[PhoneNumberOut]) -> list[PhoneNumberOut]:
        """Filter and sort the rows as the query says."""
        digits = re.sub(r"\D", "", self.phone_number)
        found = [row for row in rows if not self.phone_number or row.phone_number[1:] == digits]
        if self.sort_by == "phoneNumber":
            found.sort(key=lambda row: row.phone_number)
        return found[::-1] if self.order.upper() == "DESC" else found


class PhoneNumberPage(Page[PhoneNumberOut]):
    pass


class PhoneChange(Wire):
    """`changePhoneId` goes with the code that was sent to the new number."""

    change_phone_id: str


class PhoneChangeProof(Wire):
    change_phone_id: Token
    code: Code
