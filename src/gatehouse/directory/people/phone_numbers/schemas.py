"""The list of phone numbers on the wire (wire reference §16.5)."""

from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from gatehouse.directory.people.list.schemas import SEPARATORS, Ids, PageMetadata, Pattern
from gatehouse.kit.lists import ListQuery, SparseQuery
from gatehouse.kit.schemas import Wire


class UserPhoneOut(Wire):
    user_id: UUID
    phone_number: str


class UserPhones(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[UserPhoneOut]
    metadata: PageMetadata = Field(alias="_metadata")


class PhoneNumbersQuery(SparseQuery, ListQuery):
    """`_offset` counts rows. `_phoneNumber` is a complete number, with any separators; a plus sign that
    the client did not encode arrives as a space."""

    phone_number: str = Field("", max_length=60, alias="_phoneNumber", pattern=Pattern)
    sort_by: Literal["userId", "phoneNumber"] = Field("phoneNumber", alias="_sortBy")
    ids: Ids = Field([], alias="userIds")

    @property
    def numbers(self) -> list[str] | None:
        """The number as it may be stored: with the plus sign and without."""
        bare = self.phone_number.translate(SEPARATORS).removeprefix("+")
        return [f"+{bare}", bare] if self.phone_number else None
