"""Rate limits: a number, a period, and what they count.

In memory for one process, in Valkey or Redis when several share the load. Generous in demo mode,
where one address may make a thousand calls and many sign-ins in a few minutes.
"""

from dataclasses import dataclass
from time import time  # the limiter keeps its own wall clock

from limits import RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import MovingWindowRateLimiter

from gatehouse.kit.errors import TooManyRequests
from gatehouse.settings import Settings

DEMO_FACTOR = 100


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` of `name` in `minutes`, for one key."""

    name: str
    count: int
    minutes: int = 1


class RateLimited(TooManyRequests):
    code = "rate.limited"


class RateLimiter:
    def __init__(self, settings: Settings) -> None:
        storage: Storage = (
            RedisStorage(f"async+{settings.redis_url}", implementation="redispy")
            if settings.redis_url
            else MemoryStorage()
        )
        self._limiter = MovingWindowRateLimiter(storage)
        self._factor = DEMO_FACTOR if settings.env == "demo" else 1

    async def hit(self, limit: Limit, key: str) -> None:
        """Count one; `RateLimited` when that is one too many."""
        item = RateLimitItemPerMinute(limit.count * self._factor, limit.minutes)
        if not await self._limiter.hit(item, limit.name, key):
            window = await self._limiter.get_window_stats(item, limit.name, key)
            raise RateLimited(
                "Too many attempts. Try again in a moment.",
                headers={"retry-after": str(max(1, int(window.reset_time - time())))},
            )
