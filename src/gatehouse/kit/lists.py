"""Lists: offset paging as the wire has it, sorts and filters from closed sets, a stable order, totals.

A statement holds only the conditions that were asked for, so each can use its index.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, LiteralString, TypeVar

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from gatehouse.kit.db import Db, Query
from gatehouse.kit.plain_route import Json
from gatehouse.kit.schemas import to_nfc

Row = TypeVar("Row")

# A filtered list counts no further. Users with more results can filter further.
CAP: LiteralString = "10000"

MOST = 200  # rows of one page

FEW: LiteralString = f"(select count(*) from found) < {CAP}"

_NUMBERS: tuple[LiteralString, ...] = (
    "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$16",
    "$17", "$18", "$19", "$20", "$21", "$22", "$23", "$24", "$25", "$26", "$27", "$28", "$29", "$30", "$31",
    "$32",
)  # fmt: skip


class ListQuery(BaseModel):
    """`_offset` counts rows, except where a route says that its client counts pages."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=10_000_000, alias="_offset")
    limit: int = Field(20, ge=1, le=MOST, alias="_limit")
    filter: str = Field("", max_length=200, alias="_filter", pattern=r"^[^\x00]*$")
    order: Literal["ASC", "DESC", "asc", "desc"] = Field("ASC", alias="_order")

    @property
    def is_descending(self) -> bool:
        return self.order.upper() == "DESC"

    @property
    def filter_pattern(self) -> str | None:
        """A pattern for `ilike` that finds `filter`; None without it."""
        return pattern_containing(self.filter) if self.filter else None


class SparseQuery(BaseModel):
    """A query of a form that sends all of its fields: what is empty was not asked for."""

    @model_validator(mode="before")
    @classmethod
    def blank_is_absent(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value not in ("", [""])}
        return data


def split_list(value: object) -> list[str]:
    """`ids=a,b` and `ids=a&ids=b` are the same."""
    texts = value if isinstance(value, list) else [value]
    parts = [part.strip() for text in texts for part in str(text).split(",")]
    return [part for part in parts if part]


def _split_filter(value: object) -> list[str]:
    parts = split_list(value)
    if not parts and value not in ([], ()):
        raise ValueError("must contain at least one value")
    return parts


# Before the type of a field that is a list: `Annotated[list[UUID], SEPARATED]`.
SEPARATED = BeforeValidator(split_list)
# The same of a list that narrows the answer down: separators alone are refused, because a filter without
# values would let everything pass.
SEPARATED_FILTER = BeforeValidator(_split_filter)


def pattern_containing(text: str) -> str:
    """A pattern for `ilike` that finds the text anywhere. Its letters keep their case: the database alone
    folds them, in the column and in the pattern, because Python folds some letters in another way."""
    return f"%{_escape_pattern(text)}%"


def pattern_beginning(text: str) -> str:
    """A pattern for `ilike` that finds the text at the beginning; case as in `pattern_containing`."""
    return f"{_escape_pattern(text)}%"


def _escape_pattern(text: str) -> str:
    """The text in the form in which texts are stored (NFC); its own wildcards are literal."""
    return to_nfc(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


@dataclass(frozen=True, slots=True)
class Source:
    """Where rows come from. `owner` is the condition that names the tenant: no statement lacks it. With
    `each`, such as `unnest($1) as t (id)`, `owner` holds for one of several, and of each are read only as
    many rows as the page can need. `when`: this source is read only if that holds, once a statement."""

    rows: LiteralString
    owner: LiteralString
    each: LiteralString | None = None
    when: LiteralString | None = None


@dataclass(frozen=True, slots=True)
class WordSearch:
    """How words (`$?`) are found in a list of one source. `find` is a function that gives the ids (`tie`) of
    at most `CAP` rows that have them, from an index; `have` is the same as a condition. What so many have
    that the index helps no more is found soon in the order of the list."""

    find: LiteralString
    have: LiteralString

    def with_parameter(self, number: LiteralString) -> "WordSearch":
        """With the parameter of this number."""
        return WordSearch(self.find.replace("$?", number), self.have.replace("$?", number))


@dataclass(frozen=True, slots=True)
class StatementParts:
    """What a statement is written around. Its query parts begin with `found`, which is empty where no words
    are asked for, and it has one `total (n)` that holds the number `total`; `page` reads them, and gives the
    columns and `key`; `order` sorts those by `key` again; `limit` and `offset` are the parameters."""

    found: LiteralString
    page: LiteralString
    order: LiteralString
    total: LiteralString
    limit: LiteralString
    offset: LiteralString


@dataclass(frozen=True, slots=True)
class JsonPage:
    """The row of a list whose statement writes the items as JSON."""

    items: str
    total: int

    def to_response(self, limit: int) -> Json:
        """The page as `{items, _metadata: {totalItems, totalPages}}`."""
        about = {"totalItems": self.total, "totalPages": -(-self.total // limit)}
        return Json(
            b'{"items":' + self.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}"
        )


EMPTY_PAGE = JsonPage("[]", 0)


def compose_json_page(parts: StatementParts, item: LiteralString) -> LiteralString:
    """The statement of a `JsonPage`; `item` is a query for the JSON of the row `page`."""
    return f"""
      with total as materialized (select {parts.total} as n), page as materialized ({parts.page})
      select coalesce((
        select json_agg(one.text order by {parts.order}) from (
          select page.*, ({item}) as text from page
        ) one
      ), '[]')::text as items, (select n from total) as total
    """


def compose_page_text(parts: StatementParts, written: LiteralString) -> LiteralString:
    """A statement for one text `{items, _metadata}`; `written` are the query parts that end in `written`,
    with a `text` for each item."""
    return f"""
      with total as materialized (select {parts.total} as n), {written}
      select '{{"items":[' || (
          select coalesce(string_agg(text, ',' order by {parts.order}), '') from written
        ) || '],"_metadata":{{"totalItems":' || n
        || ',"totalPages":' || (n + {parts.limit} - 1) / {parts.limit} || '}}}}'
      from total
    """


class ListOf(Generic[Row]):
    """A list with its closed sets of sorts and conditions.

    `write` makes the statement. The first `parameters` are its own and those of the sources; limit and
    offset follow, then the words if they are given, then one for each condition that is given (`$?` in its
    text), in the order of `conditions`. `tie` makes the order complete; a sort by the tie itself is written
    as that alone.

    Null comes first. A list that never sorts by null (`nullable` is false) can use an index that has it last.

    Totals: `kept` is an expression for the number of all rows, exact, for a list without conditions; of one
    source a page beyond the middle is then read from the end. Any other total is counted up to `CAP`.
    """

    all_lists: ClassVar[list["ListOf[Any]"]] = []

    def __init__(
        self,
        row: type[Row],
        write: Callable[[StatementParts], LiteralString],
        *,
        parameters: int,
        columns: LiteralString,
        sources: Sequence[Source],
        sorts: Mapping[str, LiteralString],
        tie: LiteralString,
        conditions: Mapping[str, LiteralString] | None = None,
        words: WordSearch | None = None,
        kept: LiteralString | None = None,
        nullable: bool = True,
    ) -> None:
        self._row = row
        self._write = write
        self._columns = columns
        self._sources = sources
        self._sorts = sorts
        self._tie = tie
        self._conditions = conditions or {}
        self._words = words
        self._kept = kept
        self._nullable = nullable
        self._limit: LiteralString = f"{_NUMBERS[parameters]}::bigint"
        self._offset: LiteralString = f"{_NUMBERS[parameters + 1]}::bigint"
        self._numbers = _NUMBERS[parameters + 2 :]
        # Bounded, because callers choose among thousands; made again, it is the same text.
        self._statement = lru_cache(maxsize=256)(self.build_statement)
        ListOf.all_lists.append(self)

    async def page(
        self, db: Db, query: ListQuery, sort: str, *arguments: Any, words: Any = None, **given: Any
    ) -> Row | None:
        """The statement's one row, for the words and the conditions that are not None."""
        asked = {name: given[name] for name in self._conditions if given.get(name) is not None}
        worded = [] if words is None else [words]
        statement = self._statement(sort, query.is_descending, tuple(asked), bool(worded))
        return await statement.first(
            db, *arguments, query.limit, query.offset, *worded, *asked.values()
        )

    def build_statement(
        self, sort: str, down: bool, given: tuple[str, ...], worded: bool = False
    ) -> Query[Row]:
        words = self._words.with_parameter(self._numbers[0]) if self._words and worded else None
        conditions = [
            self._conditions[name].replace("$?", number)
            for name, number in zip(given, self._numbers[worded:], strict=False)
        ]
        sources = self._build_word_sources(words) if words else self._sources
        kept = None if given or words else self._kept
        total = f"({kept})" if kept else self._compose_total(sources, conditions)
        if words and not given:
            total = f"(case when {FEW} then {total} else {CAP} end)"
        page = self._compose_page_sql(sources, sort, down, conditions, exact=kept is not None)
        parts = StatementParts(
            f"found as materialized (select * from {words.find} found (id))," if words else "",
            # A number that the planner can read: what joins the page is then looked up row by row.
            f"select * from ({page}) page limit 200",
            self._compose_order("key", self._tie_column, down),
            total,
            self._limit,
            self._offset,
        )
        return Query(self._row, self._write(parts), remembered=False)

    def _build_word_sources(self, words: WordSearch) -> Sequence[Source]:
        [source] = self._sources
        return (
            Source(f"found join {source.rows} on {self._tie} = found.id", source.owner, when=FEW),
            Source(source.rows, f"{source.owner} and {words.have}", when=f"not {FEW}"),
        )

    def list_every_statement(self) -> Iterator[Query[Row]]:
        """All statements for a check: each sort both ways, each condition alone, and all together, with words
        and without. Conditions are independent and have a parameter each, so all combinations are valid."""
        names = tuple(self._conditions)
        for worded in (False, True) if self._words else (False,):
            for sort in self._sorts:
                for down in (False, True):
                    yield self.build_statement(sort, down, (), worded)
                    yield self.build_statement(sort, down, names, worded)
            for name in names:
                yield self.build_statement(next(iter(self._sorts)), False, (name,), worded)

    @property
    def _tie_column(self) -> LiteralString:
        return self._tie.rpartition(".")[2]

    def _compose_page_sql(
        self,
        sources: Sequence[Source],
        sort: str,
        down: bool,
        conditions: Iterable[LiteralString],
        *,
        exact: bool,
    ) -> LiteralString:
        limit, offset = self._limit, self._offset
        if exact and len(sources) == 1 and sources[0].each is None:
            return self._compose_page_from_nearer_end(sources[0], sort, down)
        pages = [
            self._compose_source_page(source, sort, down, conditions, limit, offset)
            for source in sources
        ]
        return " union all ".join(pages)

    def _compose_page_from_nearer_end(self, source: Source, sort: str, down: bool) -> LiteralString:
        """Read the page from the nearer end of the list. Both ways give the same rows, because `total` counts
        what this very statement sees."""
        limit, offset = self._limit, self._offset
        near: LiteralString = f"{offset} * 2 <= (select n from total)"
        left: LiteralString = f"(select n from total) - {offset}"
        first = self._compose_source_page(source, sort, down, [near], limit, offset)
        last = self._compose_source_page(
            source, sort, not down, [f"not ({near})"],
            f"greatest(least({limit}, {left}), 0)", f"greatest({left} - {limit}, 0)",
        )  # fmt: skip
        return f"{first} union all {last}"

    def _compose_source_page(
        self,
        source: Source,
        sort: str,
        down: bool,
        conditions: Iterable[LiteralString],
        limit: LiteralString,
        offset: LiteralString,
    ) -> LiteralString:
        key = self._sorts[sort]
        where = self._compose_conditions(source, conditions)
        order = self._compose_order(key, self._tie, down)
        rows = f"select {self._columns}, {key} as key from {source.rows} where {where} order by {order}"
        if source.each is None:
            return f"(select * from ({rows} limit {limit} offset {offset}) page)"
        again = self._compose_order("key", self._tie_column, down)
        return (
            f"(select page.* from {source.each} cross join lateral ({rows} limit {limit} + {offset}) page"
            f" order by {again} limit {limit} offset {offset})"
        )

    def _compose_total(
        self, sources: Sequence[Source], conditions: Iterable[LiteralString]
    ) -> LiteralString:
        counts = [self._compose_count(source, conditions) for source in sources]
        return f"(select count(*) from ({' union all '.join(counts)} limit {CAP}) counted)"

    def _compose_count(self, source: Source, conditions: Iterable[LiteralString]) -> LiteralString:
        each: LiteralString = f"{source.each} cross join lateral " if source.each else ""
        where = self._compose_conditions(source, conditions)
        return f"select 1 from {each}(select 1 from {source.rows} where {where} limit {CAP}) one"

    def _compose_conditions(
        self, source: Source, conditions: Iterable[LiteralString]
    ) -> LiteralString:
        once = [f"(select {source.when})"] if source.when else []
        return " and ".join([*once, source.owner, *conditions])

    def _compose_order(self, key: LiteralString, tie: LiteralString, down: bool) -> LiteralString:
        """Either way the exact reverse of the other."""
        if key == tie:
            return f"{tie} desc" if down else f"{tie} asc"
        nulls: LiteralString = ""
        if self._nullable:
            nulls = " nulls last" if down else " nulls first"
        return f"{key} desc{nulls}, {tie} desc" if down else f"{key} asc{nulls}, {tie} asc"
