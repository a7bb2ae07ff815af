"""Lists: offset paging as the wire has it, sorts from a closed set, a stable order, totals."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, LiteralString, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from gatehouse.kit.db import Db, Query

Row = TypeVar("Row")


class ListQuery(BaseModel):
    """`_offset` counts rows, except where a route says that its client counts pages."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=10_000_000, alias="_offset")
    limit: int = Field(20, ge=1, le=200, alias="_limit")
    filter: str = Field("", max_length=200, alias="_filter", pattern=r"^[^\x00]*$")
    order: Literal["ASC", "DESC", "asc", "desc"] = Field("ASC", alias="_order")

    @property
    def like(self) -> str:
        """The filter as a pattern for `ilike`: its own wildcards are literal."""
        literal = self.filter.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        return f"%{literal}%"


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    items: list[Row]
    total: int
    limit: int

    @property
    def pages(self) -> int:
        return -(-self.total // self.limit)


class ListOf(Generic[Row]):
    """A list with its closed set of sorts: one prepared statement per sort and direction.

    `sql` selects the rows without order or page; `count` may say the total more cheaply. The page's
    limit and offset follow `sql`'s own parameters.
    """

    def __init__(
        self,
        row: type[Row],
        sql: LiteralString,
        *,
        parameters: Literal[1, 2, 3, 4, 5, 6],
        sorts: Mapping[str, LiteralString],
        tie: LiteralString,
        count: LiteralString | None = None,
    ) -> None:
        numbers: dict[int, LiteralString] = {
            1: "limit $2 offset $3",
            2: "limit $3 offset $4",
            3: "limit $4 offset $5",
            4: "limit $5 offset $6",
            5: "limit $6 offset $7",
            6: "limit $7 offset $8",
        }
        page = numbers[parameters]
        self._pages: dict[tuple[str, str], Query[Row]] = {}
        for name, column in sorts.items():
            ascending = f"{sql} order by {column} asc nulls first, {tie} asc {page}"
            descending = f"{sql} order by {column} desc nulls last, {tie} desc {page}"
            self._pages[name, "ASC"] = Query(row, ascending)
            self._pages[name, "DESC"] = Query(row, descending)
        self._count = Query(int, count or f"select count(*) from ({sql}) as listed")

    async def page(self, db: Db, query: ListQuery, sort: str, *arguments: Any) -> Page[Row]:
        statement = self._pages[sort, query.order.upper()]
        items = await statement.all(db, *arguments, query.limit, query.offset)
        if not query.offset and len(items) < query.limit:
            return Page(items, len(items), query.limit)  # all of them
        return Page(items, await self._count.one(db, *arguments), query.limit)
