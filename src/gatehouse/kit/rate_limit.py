"""Rate limits: a number, a period, and what they count.

In memory for one process, in Valkey or Redis when several share the load. Generous in demo mode,
where one address may make a thousand calls and many sign-ins in a few minutes.
"""

from dataclasses import dataclass
from time import monotonic, time

import structlog
from prometheus_client import Counter

from gatehouse.kit.db.held import slow_work
from gatehouse.kit.errors import TooManyRequests

log = structlog.get_logger()

DEMO_FACTOR = 100
AWAY_AFTER_SECONDS = 0.5
ALONE_SECONDS = 10  # until the shared store is asked again
SWEPT_ABOVE = 10_000  # keys
SWEPT_EVERY = 60  # seconds

ALONE = Counter("gatehouse_rate_limits_alone", "Times that the shared store of limits was away")


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` of `name` in `minutes`, for one key."""

    name: str
    count: int
    minutes: int = 1


STORE_CHECK = Limit("store-check", 1)


class RateLimited(TooManyRequests):
    code = "rate.limited"


class RateLimiter:
    """`factor`: so many times what a limit says; `redis_url`: where processes count together."""

    def __init__(self, *, factor: int = 1, redis_url: str | None = None) -> None:
        self._factor = factor
        self._windows = SharedWindows(redis_url) if redis_url else LocalWindows()

    async def hit(self, limit: Limit, key: str) -> None:
        """Count one; `RateLimited` when that is one too many."""
        slow_work("rate limit")
        wait = await self._windows.hit(limit, limit.count * self._factor, key)
        if wait > 0:
            raise RateLimited(
                "Too many attempts. Try again in a moment.",
                headers={"retry-after": str(max(1, int(wait)))},
            )

    async def find_store_fault(self) -> str | None:
        """Why processes cannot count together, in the words of the shared store. None where they can, or
        where there is no such store."""
        return await self._windows.find_fault()


@dataclass(slots=True)
class Window:
    """What this period counted, and the one before it."""

    seconds: int
    period: int
    current: int = 0
    before: int = 0

    def move_to(self, period: int) -> None:
        if period != self.period:
            self.before = self.current if period == self.period + 1 else 0
            self.period, self.current = period, 0


class LocalWindows:
    """Sliding windows in the memory of this process: of the period before, the share counts that a
    window ending now still covers.

    Of our own, because the library's stores in memory start a thread at almost every count, which
    costs more than the sign-in that they protect.
    """

    def __init__(self) -> None:
        self._windows: dict[tuple[str, str], Window] = {}
        self._swept_at = 0.0

    async def hit(self, limit: Limit, count: int, key: str) -> float:
        """Seconds until another try may pass; 0 when this one does."""
        seconds = limit.minutes * 60
        now = monotonic()
        period, elapsed = divmod(now, seconds)
        window = self._windows.get((limit.name, key))
        if window is None:
            window = self._windows[limit.name, key] = Window(seconds, int(period))
            self._sweep(now)
        window.move_to(int(period))
        if window.current + window.before * (1 - elapsed / seconds) + 1 > count:
            return seconds - elapsed
        window.current += 1
        return 0

    async def find_fault(self) -> None:
        """Nothing can keep a process from its own memory."""

    def _sweep(self, now: float) -> None:
        """Forget windows that count no more, so that a flood of keys does not fill the memory."""
        if len(self._windows) < SWEPT_ABOVE or now - self._swept_at < SWEPT_EVERY:
            return
        self._swept_at = now
        self._windows = {
            key: window
            for key, window in self._windows.items()
            if (window.period + 2) * window.seconds > now
        }


class SharedWindows:
    """Sliding windows in Valkey or Redis, the same for every process. While that is away each process
    counts alone: people still get in, and guessing is still bounded."""

    def __init__(self, redis_url: str) -> None:
        from limits.aio.storage import RedisStorage
        from limits.aio.strategies import SlidingWindowCounterRateLimiter
        from limits.errors import StorageError

        storage = RedisStorage(
            f"async+{redis_url}",
            implementation="redispy",
            wrap_exceptions=True,
            socket_timeout=AWAY_AFTER_SECONDS,
            socket_connect_timeout=AWAY_AFTER_SECONDS,
        )
        self._limiter: SlidingWindowCounterRateLimiter = SlidingWindowCounterRateLimiter(storage)
        self._away = StorageError
        self._alone = LocalWindows()
        self._alone_until = 0.0

    async def hit(self, limit: Limit, count: int, key: str) -> float:
        """As in memory."""
        if monotonic() < self._alone_until:
            return await self._alone.hit(limit, count, key)
        try:
            return await self._hit(limit, count, key)
        except self._away as away:
            self._alone_until = monotonic() + ALONE_SECONDS
            log.warning("rate_limits.counted_alone", why=str(away.storage_error))
            ALONE.inc()
            return await self._alone.hit(limit, count, key)

    async def find_fault(self) -> str | None:
        """Count once as requests do: the store may answer and still refuse the script that counts."""
        try:
            await self._hit(STORE_CHECK, STORE_CHECK.count, "")
        except self._away as away:
            return str(away.storage_error)
        return None

    async def _hit(self, limit: Limit, count: int, key: str) -> float:
        from limits import RateLimitItemPerMinute

        item = RateLimitItemPerMinute(count, limit.minutes)
        if await self._limiter.hit(item, limit.name, key):
            return 0
        window = await self._limiter.get_window_stats(item, limit.name, key)
        return float(window.reset_time - time())
