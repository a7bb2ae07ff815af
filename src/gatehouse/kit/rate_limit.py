"""Rate limits: a number, a period, and what they count.

In memory for one process, in Valkey or Redis when several share the load. Generous in demo mode,
where one address may make a thousand calls and many sign-ins in a few minutes.
"""

from dataclasses import dataclass
from time import time  # the limiter keeps its own wall clock

from limits import RateLimitItemPerMinute
from limits.aio.strategies import SlidingWindowCounterRateLimiter as SharedSlidingWindow
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

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
        self._factor = DEMO_FACTOR if settings.env == "demo" else 1
        # In memory the plain limiter: the asynchronous one hands each of its keys to a thread now and
        # then, which costs more than the sign-in that it protects.
        self._here = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._shared = _shared_limiter(settings.redis_url) if settings.redis_url else None

    async def hit(self, limit: Limit, key: str) -> None:
        """Count one; `RateLimited` when that is one too many."""
        item = RateLimitItemPerMinute(limit.count * self._factor, limit.minutes)
        if self._shared:
            if await self._shared.hit(item, limit.name, key):
                return
            window = await self._shared.get_window_stats(item, limit.name, key)
        else:
            if self._here.hit(item, limit.name, key):
                return
            window = self._here.get_window_stats(item, limit.name, key)
        raise RateLimited(
            "Too many attempts. Try again in a moment.",
            headers={"retry-after": str(max(1, int(window.reset_time - time())))},
        )


def _shared_limiter(redis_url: str) -> SharedSlidingWindow:
    from limits.aio.storage import RedisStorage

    return SharedSlidingWindow(RedisStorage(f"async+{redis_url}", implementation="redispy"))
