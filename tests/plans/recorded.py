"""Every statement that runs through `Query`, with its arguments and scope."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from gatehouse.kit.db import Command, Db, Query, Scope


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
