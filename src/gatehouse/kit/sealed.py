"""Columns that hold what the box sealed, and how they come under a new secret key.

An area that stores sealed values declares the column once, beside its statements; `gatehouse
rotate-secret` then finds it.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, LiteralString

from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Command, Database, Db, Query, Scope
from gatehouse.kit.manifest import Registry

STEP = 200  # rows in one transaction
PASSES = 60
PAUSE_SECONDS = 1.0  # until rows that were locked are tried again


@dataclass(frozen=True, slots=True)
class OldValue:
    id: Any
    sealed: bytes


class SealedColumn:
    """A column of a table with an `id`, or another `key`, which the value is bound to."""

    def __init__(
        self, table: LiteralString, column: LiteralString, *, key: LiteralString = "id"
    ) -> None:
        self.table = table
        self.name = f"{table}.{column}"
        old = f"substring({column} from 1 for {Box.MARK_BYTES}) <> $1"
        some = f"order by {key} limit {STEP} for update skip locked"
        value = f"select {key} as id, {column} as sealed from {table} where"
        self._first = Query(OldValue, f"{value} {old} {some}")
        self._next = Query(OldValue, f"{value} {old} and {key} > $2 {some}")
        self._any = Query(OldValue, f"{value} {column} is not null limit 1")
        others = f"substring({column} from 1 for {Box.MARK_BYTES}) <> all($1::bytea[])"
        self._count_others = Query(int, f"select count(*) from {table} where {others}")
        self._replace = Command(f"update {table} set {column} = $2 where {key} = $1")
        SEALED_COLUMNS.add_item(self)

    def seal(self, box: Box, row_id: object, plain: bytes) -> bytes:
        return box.seal(plain, self._build_context(row_id))

    def open(self, box: Box, row_id: object, sealed: bytes) -> bytes:
        return box.open(sealed, self._build_context(row_id))

    def _build_context(self, row_id: object) -> str:
        return f"{self.table}:{row_id.hex() if isinstance(row_id, bytes) else row_id}"

    async def count_old(self, db: Db, box: Box) -> int:
        """How many values are under an earlier key."""
        return await self._count_others.one(db, [box.mark])

    async def count_unreadable(self, db: Db, box: Box) -> int:
        """How many values are under a key that the box does not have."""
        return await self._count_others.one(db, box.marks)

    async def reseal_rows(self, database: Database, box: Box) -> int:
        """Seal the rows that are not locked with the current key, and return their number. Each step is
        committed, so a stopped run continues where it was."""
        done, last = 0, None
        while True:
            async with database.transaction(Scope.system()) as db:
                values = await self._select_old_values(db, box, last)
                for value in values:
                    await self._replace.run(db, value.id, self._reseal_value(box, value))
            if not values:
                return done
            done, last = done + len(values), values[-1].id

    async def _select_old_values(self, db: Db, box: Box, last: object) -> list[OldValue]:
        if last is None:
            return await self._first.all(db, box.mark)
        return await self._next.all(db, box.mark, last)

    async def can_open(self, db: Db, box: Box) -> bool:
        """Whether one of its values does; also when it has none."""
        value = await self._any.first(db)
        if value is None:
            return True
        try:
            self.open(box, value.id, value.sealed)
        except ValueError:
            return False
        return True

    def _reseal_value(self, box: Box, value: OldValue) -> bytes:
        try:
            plain = self.open(box, value.id, value.sealed)
        except ValueError:
            raise ConfigurationError(
                f"A value of {self.name} cannot be decrypted. Add the key that it was stored with to "
                "GATEHOUSE_PREVIOUS_SECRET_KEYS and run this again."
            ) from None
        return self.seal(box, value.id, plain)


SEALED_COLUMNS: Registry[SealedColumn] = Registry("sealed_columns")


async def reseal_all_columns(database: Database, box: Box) -> dict[str, int]:
    """Seal every column with the current key, and return the number of rows by column. Raises
    `ConfigurationError` when a value cannot be opened, or stays locked."""
    columns = SEALED_COLUMNS.load_items()
    done = {column.name: 0 for column in columns}
    for number in range(PASSES):
        for column in columns:
            done[column.name] += await column.reseal_rows(database, box)
        left = await count_old_values(database, box)
        if not left:
            return done
        if number < PASSES - 1:
            await asyncio.sleep(PAUSE_SECONDS)
    raise ConfigurationError(
        f"{left} values are in use or sealed with an earlier key again and again. Start every process "
        "with the new key, then run this once more."
    )


async def count_old_values(database: Database, box: Box) -> int:
    async with database.transaction(Scope.system()) as db:
        return sum([await column.count_old(db, box) for column in SEALED_COLUMNS.load_items()])


async def require_openable_values(database: Database, box: Box) -> None:
    """`ConfigurationError` when the secret keys are not those of this database."""
    async with database.transaction(Scope.system()) as db:
        for column in SEALED_COLUMNS.load_items():
            if not await column.can_open(db, box):
                raise ConfigurationError(
                    f"{column.name} cannot be decrypted. GATEHOUSE_SECRET_KEY is not the one that it was "
                    "stored with."
                )
