"""A unit of work that reads where an answer may be somewhat old."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from gatehouse.kit.db.database import Db
from gatehouse.kit.db.standby import FAULTS, READS, Standby


class LaggingDb(Db):
    """Reads of one unit of work: on the copy while it answers, then on the primary. `primary` is paused
    before, so that none of its connections is held meanwhile."""

    __slots__ = ("_copy", "_primary", "_said", "_standby")

    def __init__(self, primary: Db, standby: Standby, since: float | None = None) -> None:
        super().__init__(scope=primary.scope)
        self._primary = primary
        self._standby = standby
        self._copy = standby.transaction(primary.scope, since)
        self._said: list[tuple[str, tuple[Any, ...]]] = []

    async def open(self) -> Any:
        """What reads, as a connection does."""
        return self

    async def pause(self) -> None:
        await self.end("rollback")

    async def end(self, how: str, error: BaseException | None = None) -> None:
        """Of the copy nothing is kept, so that there is nothing to commit either."""
        if self._copy is not None:
            await self._copy.end("rollback", error)

    async def fetch(self, sql: str, *arguments: Any) -> Any:
        return await self._run_on_copy_or_primary("fetch", sql, arguments)

    async def fetchrow(self, sql: str, *arguments: Any) -> Any:
        return await self._run_on_copy_or_primary("fetchrow", sql, arguments)

    async def execute(self, sql: str, *arguments: Any) -> Any:
        """What holds until the end, such as how to plan: said again on the primary, if it comes to that."""
        done = await self._run_on_copy_or_primary("execute", sql, arguments)
        if self._copy is not None:
            self._said.append((sql, arguments))
        return done

    async def _run_on_copy_or_primary(self, how: str, sql: str, arguments: tuple[Any, ...]) -> Any:
        if self._copy is not None:
            await self._primary.pause()
            try:
                async with asyncio.timeout(self._standby.patience):
                    found = await _run_statement(self._copy, how, sql, arguments)
            except FAULTS as error:
                copy, self._copy = self._copy, None
                await copy.end("rollback", error)
                self._standby.record_failure(error)
                for said, given in self._said:
                    await _run_statement(self._primary, "execute", said, given)
            else:
                READS.labels("standby").inc()
                return found
        return await _run_statement(self._primary, how, sql, arguments)


def get_primary(db: Db) -> Db:
    """The primary. Read it before answering that a row does not exist: a replica may not have it yet."""
    return db._primary if isinstance(db, LaggingDb) else db


async def _run_statement(db: Db, how: str, sql: str, arguments: tuple[Any, ...]) -> Any:
    connection = db.connection or await db.open()
    return await getattr(connection, how)(sql, *arguments)


@asynccontextmanager
async def read_from_replica(
    primary: Db, standby: Standby | None, since: float | None = None
) -> AsyncIterator[Db]:
    """`primary` itself where no standby may answer; what was committed before `since` (monotonic) is read
    in any case."""
    if standby is None:
        yield primary
        return
    db = LaggingDb(primary, standby, since)
    try:
        yield db
    except BaseException as error:
        await db.end("rollback", error)
        raise
    else:
        await db.end("rollback")
