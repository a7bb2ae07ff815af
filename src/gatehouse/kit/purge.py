"""What is kept for a while is deleted in small steps, so that no statement grows with the backlog."""

from datetime import datetime, timedelta

from prometheus_client import Gauge

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Query, Scope
from gatehouse.kit.jobs import JobContext

STEP = 2000  # rows

BEHIND = Gauge(
    "gatehouse_purge_behind_seconds", "How much longer than meant the oldest row is kept", ["rows"]
)


class Purge:
    """`delete` takes the time before which rows go and how many at most; `oldest` that time, and gives
    since when the oldest row should be gone, or nothing. Both have an index."""

    def __init__(
        self, name: str, kept_for: timedelta, delete: Command, oldest: Query[datetime]
    ) -> None:
        self.name = name
        self.kept_for = kept_for
        self.delete = delete
        self.oldest = oldest

    async def run(self, context: JobContext) -> int:
        """How many rows were deleted. Each step is a transaction, so a stop loses nothing."""
        before, deleted = clock.now() - self.kept_for, 0
        while True:
            async with context.database.transaction(Scope.system()) as db:
                count = await self.delete.run(db, before, STEP)
            deleted += count
            if count < STEP:
                break
        async with context.database.transaction(Scope.system()) as db:
            oldest = await self.oldest.first(db, before)
        BEHIND.labels(self.name).set((before - oldest).total_seconds() if oldest else 0)
        return deleted
