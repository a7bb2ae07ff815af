"""Checks that no slow work is done while a database connection is held, since others wait for it.

Hashing, HTTP, SMTP and the shared rate limiter call `check_no_connection_held` first. While tests run,
holding a connection then is an error; in production it is counted, because a slow answer is better than none.
"""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from prometheus_client import Counter

from gatehouse.kit.logs import get_logger

log = get_logger()

HELD = Counter("gatehouse_connection_held", "Slow work begun with a connection held", ["work"])

is_an_error = False
_count: WeakKeyDictionary[asyncio.Task[Any], int] = WeakKeyDictionary()


class ConnectionHeld(RuntimeError):
    """Slow work began while this task held a connection: `await db.pause()` before it."""


def count_taken_connection() -> None:
    _add_held_connections(1)


def count_released_connection() -> None:
    _add_held_connections(-1)


def _add_held_connections(number: int) -> None:
    if task := asyncio.current_task():
        _count[task] = _count.get(task, 0) + number


def check_no_connection_held(name: str) -> None:
    """To be called where something slow begins."""
    task = asyncio.current_task()
    if task is None or not _count.get(task):
        return
    if is_an_error:
        raise ConnectionHeld(name)
    HELD.labels(name).inc()
    log.warning("a connection is held during slow work", work=name)
