"""One named statement, one typed row."""

import dataclasses
from typing import Any, ClassVar, Generic, LiteralString, TypeVar

from pydantic import BaseModel

from gatehouse.kit.db.database import Db

Row = TypeVar("Row")


class Query(Generic[Row]):
    """SQL with the type of its rows: a dataclass or a model of the wire (columns by name), or a scalar (first
    column). A model is not validated: it holds what the columns hold.

    Every instance is remembered, except one that a list composes for a call; one test prepares them
    all on the migrated schema and compares columns and types.
    """

    all_queries: ClassVar[list["Query[Any]"]] = []

    def __init__(
        self, row: type[Row] | None, sql: LiteralString, *, remembered: bool = True
    ) -> None:
        self.row = row
        self.sql = sql
        # A plan holds for one role: two texts keep both plans where a connection serves both roles in turn.
        self.system_sql = f"{sql}\n/* all tenants */"
        self.fields = _column_names(row)
        if remembered:
            Query.all_queries.append(self)

    def _read_row(self, record: Any) -> Row:
        if self.fields is None:
            return record[0]  # type: ignore[no-any-return]
        assert self.row is not None  # noqa: S101  fields come from the row type
        if issubclass(self.row, BaseModel):
            values = {name: record[name] for name in self.fields}
            return self.row.model_construct(**values)
        return self.row(*[record[name] for name in self.fields])

    def _choose_text(self, db: Db) -> str:
        return self.system_sql if db.scope.everything else self.sql

    async def all(self, db: Db, *arguments: Any) -> list[Row]:
        connection = db.connection or await db.open()
        records = await connection.fetch(self._choose_text(db), *arguments)
        return [self._read_row(record) for record in records]

    async def first(self, db: Db, *arguments: Any) -> Row | None:
        """The first row, or None."""
        connection = db.connection or await db.open()
        record = await connection.fetchrow(self._choose_text(db), *arguments)
        return None if record is None else self._read_row(record)

    async def one(self, db: Db, *arguments: Any) -> Row:
        """The row; `LookupError` when there is none."""
        connection = db.connection or await db.open()
        record = await connection.fetchrow(self._choose_text(db), *arguments)
        if record is None:
            raise LookupError(f"no row: {self.sql[:80]}")
        return self._read_row(record)


def _column_names(row: type[Any] | None) -> tuple[str, ...] | None:
    if row is not None and dataclasses.is_dataclass(row):
        return tuple(field.name for field in dataclasses.fields(row))
    if isinstance(row, type) and issubclass(row, BaseModel):
        return tuple(row.model_fields)
    return None


class Command(Query[None]):
    """A statement without rows, run for its effect."""

    def __init__(self, sql: LiteralString) -> None:
        super().__init__(None, sql)

    async def run(self, db: Db, *arguments: Any) -> int:
        """How many rows it touched."""
        connection = db.connection or await db.open()
        status: str = await connection.execute(self._choose_text(db), *arguments)
        count = status.rsplit(" ", 1)[-1]
        return int(count) if count.isdigit() else 0
