"""The provider's news comes when it comes."""

import asyncio
from collections.abc import Awaitable, Callable


async def until(
    ready: Callable[[], Awaitable[bool]], run_jobs: Callable[[], Awaitable[None]]
) -> None:
    """Runs the jobs until the news that is waited for has been applied."""
    async with asyncio.timeout(30):
        await run_jobs()
        while not await ready():
            await asyncio.sleep(0.1)
            await run_jobs()
