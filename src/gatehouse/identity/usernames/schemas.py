"""User names on the wire (wire reference §16.5)."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.directory.people.list_schemas import Ids
from gatehouse.kit.lists import SEPARATED_FILTER, ListQuery, SparseQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import Wire

Typed = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00]*$")
]


class NewUsername(Wire):
    """3 to 64 letters, digits, dots, hyphens and underscores; letter case does not count."""

    username: Typed


class UsernameOut(Wire):
    user_id: UUID
    username: str


class OwnUsername(Wire):
    """Empty for a user without one: published clients treat a 404 as a failure."""

    user_id: UUID | None = None
    username: str | None = None


class ListedUsername(UsernameOut):
    vendor_id: UUID


class UsernamesPage(Page[ListedUsername]):
    pass


class UsernamesQuery(SparseQuery, ListQuery):
    """`_offset` counts rows."""

    prefix: Typed = Field("", alias="_usernamePrefix")
    sort_by: Literal["userId", "username"] = Field("username", alias="_sortBy")
    ids: Ids = Field([], alias="userIds")
    names: Annotated[list[Typed], SEPARATED_FILTER, Field(max_length=1000)] = Field(
        [], alias="usernames"
    )
