"""Rate limits: a number, a period, and what they count.

`limits` counts in sliding windows: in the memory of one process, or in Valkey or Redis when several share the
load. Limits are generous in demo mode, where one address may make a thousand calls and many sign-ins in a few
minutes.
"""

from dataclasses import dataclass
from time import monotonic, time

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.errors import StorageError
from prometheus_client import Counter

from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.errors import TooManyRequests
from gatehouse.kit.logs import get_logger

log = get_logger()

DEMO_FACTOR = 100
STORE_TIMEOUT_SECONDS = 0.5
STORE_RETRY_SECONDS = 10  # until the shared store is tried again
SWEEP_SECONDS = 60

ALONE = Counter("gatehouse_rate_limits_alone", "Times that the shared store of limits was away")


@dataclass(frozen=True, slots=True)
class RateLimit:
    """At most `count` of `name` in `minutes`, for one key."""

    name: str
    count: int
    minutes: int = 1


STORE_CHECK = RateLimit("store-check", 1)


class RateLimited(TooManyRequests, code="rate.limited"): ...


class ProcessStorage(MemoryStorage):
    """The library's storage in memory, with a sweep of its own and a strict count.

    The library looks at all keys whenever it counts: 0.02 ms with 10 keys, 1.4 ms with 20,000, in which the
    process answers nothing. Here expired keys go once a minute. The library also rounds down what the
    previous window still counts for, which lets one attempt too many pass at the start of each window.
    """

    swept_at = 0.0

    async def acquire_sliding_window_entry(
        self, key: str, limit: int, expiry: int, amount: int = 1
    ) -> bool:
        previous, previous_ttl, current, _ = await self.get_sliding_window(key, expiry)
        if previous * previous_ttl / expiry + current + amount > limit:
            return False
        _, current_key = self.sliding_window_keys(key, expiry, time())
        await self.incr(current_key, 2 * expiry, amount)
        return True

    async def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time()
        if now - self.swept_at > SWEEP_SECONDS:
            self.swept_at = now
            for known in list(self.expirations):
                await self.get(known)  # removes it when it has expired
        count = await self.get(key) + amount
        self.storage[key] = count
        self.expirations.setdefault(key, now + expiry)
        return count


class RateLimiter:
    """Counts requests and refuses those beyond a limit.

    `factor` multiplies the count of each limit. `redis_url` names the store that all processes share. While
    that store is away each process counts alone: users still get in, and guessing is still bounded.
    """

    def __init__(self, *, factor: int = 1, redis_url: str | None = None) -> None:
        self._factor = factor
        self._local = SlidingWindowCounterRateLimiter(ProcessStorage())
        self._shared = _connect_store(redis_url) if redis_url else None
        self._retry_store_at = 0.0

    async def hit(self, limit: RateLimit, key: str) -> None:
        """Count one. Raises `RateLimited` when it is beyond the limit."""
        check_no_connection_held("rate limit")
        item = RateLimitItemPerMinute(limit.count * self._factor, limit.minutes)
        wait = await self._count_attempt(item, limit.name, key)
        if wait > 0:
            raise RateLimited(
                "Too many attempts. Try again in a moment.",
                headers={"retry-after": str(int(wait))},
            )

    async def find_store_fault(self) -> str | None:
        """Count once in the shared store, as requests do: it may answer and still refuse the script that
        counts. Returns the store's own error, or None where it works or there is no such store."""
        if self._shared is None:
            return None
        item = RateLimitItemPerMinute(STORE_CHECK.count, STORE_CHECK.minutes)
        try:
            await _count_attempt_in(self._shared, item, STORE_CHECK.name, "")
        except StorageError as error:
            return str(error.storage_error)
        return None

    async def _count_attempt(self, item: RateLimitItemPerMinute, *key: str) -> float:
        if self._shared is not None and monotonic() >= self._retry_store_at:
            try:
                return await _count_attempt_in(self._shared, item, *key)
            except StorageError as error:
                self._retry_store_at = monotonic() + STORE_RETRY_SECONDS
                log.warning("rate_limits.counted_alone", why=str(error.storage_error))
                ALONE.inc()
        return await _count_attempt_in(self._local, item, *key)


def _connect_store(redis_url: str) -> SlidingWindowCounterRateLimiter:
    storage = RedisStorage(
        f"async+{redis_url}",
        implementation="redispy",
        wrap_exceptions=True,
        socket_timeout=STORE_TIMEOUT_SECONDS,
        socket_connect_timeout=STORE_TIMEOUT_SECONDS,
    )
    return SlidingWindowCounterRateLimiter(storage)


async def _count_attempt_in(
    limiter: SlidingWindowCounterRateLimiter, item: RateLimitItemPerMinute, *key: str
) -> float:
    """Count one. Returns 0, or how many seconds the caller has to wait, at least 1."""
    if await limiter.hit(item, *key):
        return 0
    window = await limiter.get_window_stats(item, *key)
    return max(1.0, window.reset_time - time())
