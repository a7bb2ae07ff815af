"""Cancels work that takes too long, as `asyncio.timeout` does, without a timer for each.

All have the same time limit, so the one that began first expires first: one timer of the loop watches the
first, and work that ends in time, as nearly all does, sets none.
"""

import asyncio
from typing import Any, Self


class Deadlines:
    """`seconds` for each: `with deadlines.begin() as deadline: …`, where `TimeoutError` ends it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: dict[Deadline, None] = {}  # the first is due first
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> "Deadline":
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # that of another test
            self._loop, self._timer, self._running = loop, None, {}
        task = asyncio.current_task(loop)
        assert task is not None  # noqa: S101  who waits is in one
        return Deadline(self, task)

    def add(self, deadline: "Deadline") -> None:
        """Due last of all."""
        assert self._loop is not None  # noqa: S101  something has begun
        deadline.at = self._loop.time() + self._seconds
        self._running[deadline] = None
        if self._timer is None:
            self._timer = self._loop.call_at(deadline.at, self._end_expired)

    def remove(self, deadline: "Deadline") -> bool:
        """Whether it was there still."""
        return self._running.pop(deadline, self) is None

    def _end_expired(self) -> None:
        assert self._loop is not None  # noqa: S101  it calls
        self._timer = None
        while self._running:
            first = next(iter(self._running))
            if first.at > self._loop.time():
                self._timer = self._loop.call_at(first.at, self._end_expired)
                return
            first.expire()


class Deadline:
    """Of one piece of work, in the task that began it."""

    __slots__ = ("_all", "_cancelled_before", "_has_come", "_task", "at")

    def __init__(self, deadlines: Deadlines, task: asyncio.Task[Any]) -> None:
        self._all = deadlines
        self._task = task
        self._cancelled_before = task.cancelling()
        self._has_come = False
        self.at = 0.0

    def __enter__(self) -> Self:
        self._all.add(self)
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if not self._has_come:
            self._all.remove(self)
            return
        is_ours = self._task.uncancel() <= self._cancelled_before
        if is_ours and isinstance(error, asyncio.CancelledError):
            raise TimeoutError from error

    def renew(self) -> None:
        """Its time begins anew."""
        if self._all.remove(self):
            self._all.add(self)

    def expire(self) -> None:
        self._has_come = True
        self._all.remove(self)
        self._task.cancel()
