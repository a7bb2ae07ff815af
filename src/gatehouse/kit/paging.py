"""Pages of what the vendor has few of: read whole, and all in memory."""

from collections.abc import Sequence
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gatehouse.kit.schemas import to_nfc

Row = TypeVar("Row")
NAMES = {"name": "name", "key": "key", "createdAt": "created_at"}


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
