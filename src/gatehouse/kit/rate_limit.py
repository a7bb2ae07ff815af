"""Rate limits: a number, a period, and what they count.

Attempts count in sliding windows: in the memory of one process, or in Valkey or Redis when several share the
load. Limits are generous in demo mode, where one address may make a thousand calls and many sign-ins in a few
minutes.
"""

from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING

from prometheus_client import Counter

from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.errors import TooManyRequests
from gatehouse.kit.logs import get_logger

if TYPE_CHECKING:
    from gatehouse.kit.attempt_counter import AttemptCounter

log = get_logger()

DEMO_FACTOR = 100
STORE_RETRY_SECONDS = 10  # until the shared store is tried again

ALONE = Counter("gatehouse_rate_limits_alone", "Times that the shared store of limits was away")


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `count` of `name` in `minutes`, for one key."""

    name: str
    count: int
    minutes: int = 1


STORE_CHECK = RateLimit("store-check", 1)


class RateLimited(TooManyRequests, code="rate.limited"): ...


class StoreAway(Exception):
    """The shared store did not count. The message is its own."""


class RateLimiter:
    """Counts requests and refuses those beyond a limit. What counts is imported at the first of them.

    `factor` multiplies the count of each limit. `redis_url` names the store that all processes share. While
    that store is away each process counts alone: users still get in, and guessing is still bounded.
    """

    def __init__(self, *, factor: int = 1, redis_url: str | None = None) -> None:
        self._factor = factor
        self._redis_url = redis_url
        self._retry_store_at = 0.0

    async def hit(self, limit: RateLimit, key: str) -> None:
        """Count one. Raises `RateLimited` when it is beyond the limit."""
        check_no_connection_held("rate limit")
        wait = await self._count_attempt(limit, key)
        if wait > 0:
            raise RateLimited(
                "Too many attempts. Try again in a moment.",
                headers={"retry-after": str(int(wait))},
            )

    async def find_store_fault(self) -> str | None:
        """Count once in the shared store, as requests do: it may answer and still refuse the script that
        counts. Returns the store's own error, or None where it works or there is no such store."""
        if self._store_counter is None:
            return None
        try:
            await self._store_counter.count_attempt(
                STORE_CHECK.count, STORE_CHECK.minutes, STORE_CHECK.name, ""
            )
        except StoreAway as error:
            return str(error)
        return None

    async def _count_attempt(self, limit: RateLimit, key: str) -> float:
        attempt = (limit.count * self._factor, limit.minutes, limit.name, key)
        if self._store_counter is not None and monotonic() >= self._retry_store_at:
            try:
                return await self._store_counter.count_attempt(*attempt)
            except StoreAway as error:
                self._retry_store_at = monotonic() + STORE_RETRY_SECONDS
                log.warning("rate_limits.counted_alone", why=str(error))
                ALONE.inc()
        return await self._process_counter.count_attempt(*attempt)

    @cached_property
    def _process_counter(self) -> "AttemptCounter":
        from gatehouse.kit.attempt_counter import AttemptCounter, ProcessStorage

        return AttemptCounter(ProcessStorage())

    @cached_property
    def _store_counter(self) -> "AttemptCounter | None":
        if self._redis_url is None:
            return None
        from gatehouse.kit.attempt_counter import AttemptCounter, connect_store

        return AttemptCounter(connect_store(self._redis_url))
