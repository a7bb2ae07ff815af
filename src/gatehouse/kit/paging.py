"""Pages of a list on the wire, and pages of a list that is small enough to be read whole."""

from collections.abc import Sequence
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import Wire, to_nfc

Row = TypeVar("Row")
Item = TypeVar("Item")
NAMES = {"name": "name", "key": "key", "createdAt": "created_at"}


class PageMetadata(Wire):
    total_items: int
    total_pages: int

    @classmethod
    def from_total(cls, total: int, limit: int) -> "PageMetadata":
        return cls(total_items=total, total_pages=-(-total // limit))


class Page(Wire, Generic[Item]):
    """`class GroupPage(Page[GroupOut])`: most lists of users, roles and tenants."""

    items: list[Item]
    metadata: PageMetadata = Field(alias="_metadata")


class CountedPage(Wire, Generic[Item]):
    """`total` counts the items of all pages."""

    items: list[Item]
    total: int


class NextPage(Wire, Generic[Item]):
    """`hasNext`: whether there is another page."""

    items: list[Item]
    has_next: bool


class Paging(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=1_000_000)
    limit: int = Field(10, ge=1, le=100)
    sort_type: Literal["ASC", "DESC"] = "ASC"


class SearchQuery(Paging):
    filter: str = Field("", max_length=200)
    order_by: Literal["name", "key", "createdAt"] = "name"


def mentions_text(*texts: str, text: str) -> bool:
    """Whether one of the texts contains `text`; case and the composition of letters do not count."""
    wanted = to_nfc(text).casefold()
    return any(wanted in to_nfc(one).casefold() for one in texts)


def page_of(rows: Sequence[Row], query: SearchQuery) -> tuple[list[Row], bool]:
    """The page, and whether there is another. Rows have a name, a key and the time they were made."""

    def order(row: Row) -> tuple[str, str]:
        return str(getattr(row, NAMES[query.order_by])), row.key  # type: ignore[attr-defined]

    found = sorted(rows, key=order, reverse=query.sort_type == "DESC")
    end = query.offset + query.limit
    return found[query.offset : end], len(found) > end
