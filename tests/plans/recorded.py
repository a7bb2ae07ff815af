"""Every statement that runs through `Query`, with its arguments and scope."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import asyncpg
import pytest

from gatehouse.kit.db import Command, Db, Query, Scope

# Whether this task counts its messages; tasks that run in the background have begun before.
COUNTED: ContextVar[bool] = ContextVar("counted", default=False)


@dataclass(frozen=True)
class Asked:
    sql: str
    arguments: tuple[Any, ...]
    scope: Scope


@contextmanager
def recording() -> Iterator[list[Asked]]:
    asked: list[Asked] = []

    def watch(kind: type[Any], name: str) -> None:
        real = getattr(kind, name)

        async def watched(query: Query[Any], db: Db, *arguments: Any) -> Any:
            asked.append(Asked(query.sql, arguments, db.scope))
            return await real(query, db, *arguments)

        patch.setattr(kind, name, watched)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("all", "first", "one"):
            watch(Query, name)
        watch(Command, "run")
        yield asked


@contextmanager
def counting_round_trips() -> Iterator[list[str]]:
    """Every message to the database from inside of the `with`, also from what it calls, with its text:
    statements, and what opens and ends transactions. A connection prepares a statement at its first use; what
    counts is each later use."""
    sent: list[str] = []
    counted = COUNTED.set(True)

    def watch(name: str) -> None:
        real = getattr(asyncpg.Connection, name)

        async def watched(connection: Any, sql: str, *arguments: Any, **options: Any) -> Any:
            if COUNTED.get():
                sent.append(sql)
            return await real(connection, sql, *arguments, **options)

        patch.setattr(asyncpg.Connection, name, watched)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("execute", "fetch", "fetchrow", "fetchval"):
            watch(name)
        try:
            yield sent
        finally:
            COUNTED.reset(counted)
