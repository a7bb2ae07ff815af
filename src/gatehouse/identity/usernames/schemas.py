"""User names on the wire (wire reference §16.5)."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from gatehouse.directory.people.list.schemas import Ids, PageMetadata
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.schemas import Wire

Typed = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00]*$")
]


def _split(value: object) -> object:
    texts = value if isinstance(value, list) else [value]
    return [part for text in texts for part in str(text).split(",") if part]


class NewUsername(Wire):
    """3 to 64 letters, digits, dots, hyphens and underscores; upper and lower case are the same."""

    username: Typed


class UsernameOut(Wire):
    user_id: UUID
    username: str


class ListedUsername(UsernameOut):
    vendor_id: UUID


class UsernamesPage(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[ListedUsername]
    metadata: PageMetadata = Field(alias="_metadata")


class UsernamesQuery(ListQuery):
    """`_offset` counts rows."""

    prefix: Typed = Field("", alias="_usernamePrefix")
    sort_by: Literal["userId", "username"] = Field("username", alias="_sortBy")
    ids: Ids = Field([], alias="userIds")
    names: Annotated[list[Typed], BeforeValidator(_split), Field(max_length=1000)] = Field(
        [], alias="usernames"
    )

    @model_validator(mode="before")
    @classmethod
    def blank_is_absent(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value not in ("", [""])}
        return data
