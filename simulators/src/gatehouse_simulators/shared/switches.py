"""Faults that a test or a demo asks for, and how many times. They are rows, so the worker sees them too."""

from dataclasses import dataclass
from typing import LiteralString

from gatehouse.kit.db import Command, Db, Query


@dataclass(frozen=True, slots=True)
class UsedSwitch:
    name: str
    value: str


class Switches:
    """The switches of one simulator, which are stored in this database schema."""

    def __init__(self, schema: LiteralString) -> None:
        self._set = Command(
            f"insert into {schema}.switches (name, times, value) values ($1, $2, $3)"
            " on conflict (name) do update set times = excluded.times, value = excluded.value",
        )
        self._take = Query(
            str,
            f"update {schema}.switches set times = times - 1 where name = $1 and times > 0"
            " returning value",
        )
        self._take_group = Query(
            UsedSwitch,
            f"update {schema}.switches set times = times - 1"
            " where name like $1 || '.%' and times > 0 returning name, value",
        )
        self._clear = Command(f"delete from {schema}.switches")

    async def turn_on(self, db: Db, name: str, times: int, value: str) -> None:
        await self._set.run(db, name, times, value)

    async def take(self, db: Db, name: str) -> str | None:
        """Use the switch once and return its value; None when it is off."""
        return await self._take.first(db, name)

    async def take_group(self, db: Db, group: str) -> dict[str, str]:
        """Use every active switch of the group once; the values by name."""
        return {taken.name: taken.value for taken in await self._take_group.all(db, group)}

    async def clear(self, db: Db) -> None:
        await self._clear.run(db)
