"""How often each account calls. A call adds one to a number in the memory of its process; every few seconds
what came together is added to the database, where the processes meet. A process that is killed loses what
it has counted since; one that ends writes it down first."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import date, datetime
from uuid import UUID

from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.logs import get_logger
from gatehouse.kit.time_zones import load_time_zone
from gatehouse.usage import queries

log = get_logger()

EVERY_SECONDS = 10.0
# Months begin with a quarter of an hour in every time zone, and what is counted together lies in one.
QUARTER_SECONDS = 900
STEP = 1000  # accounts in a transaction
# So many accounts in the memory at most, should the database be away.
MOST = 100_000


class ApiCalls:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._counts: dict[str, int] = {}
        self._since = clock.now()
        # Not in the database yet: calls by account and quarter of an hour.
        self._waiting: Counter[tuple[UUID, datetime]] = Counter()
        self._writing = asyncio.Lock()
        self._stopping = asyncio.Event()

    def count(self, account: str) -> None:
        """On the way of every call, so it does nothing else."""
        counts = self._counts
        if account in counts:
            counts[account] += 1
        elif len(counts) < MOST:
            counts[account] = 1

    async def flush(self) -> None:
        """Write down what was counted until now. Accounts in their order, so that of two processes neither
        waits for the other."""
        async with self._writing:
            self._collect_counts()
            while self._waiting:
                step = sorted(self._waiting)[:STEP]
                await self._write_counts(step)
                for one in step:
                    del self._waiting[one]

    def _collect_counts(self) -> None:
        counts, since = self._counts, self._since
        self._counts, self._since = {}, clock.now()
        at = since.replace(minute=since.minute // 15 * 15, second=0, microsecond=0)
        for account, calls in counts.items():
            key = UUID(account), at
            if key in self._waiting or len(self._waiting) < MOST:
                self._waiting[key] += calls

    async def _write_counts(self, step: list[tuple[UUID, datetime]]) -> None:
        async with self._database.transaction(Scope.system()) as db:
            accounts = {account for account, _ in step}
            zones = {one.id: one.timezone for one in await queries.ZONES.all(db, list(accounts))}
            months: Counter[tuple[UUID, date]] = Counter()
            for account, at in step:
                if account in zones:
                    month = at.astimezone(load_time_zone(zones[account])).date().replace(day=1)
                    months[account, month] += self._waiting[account, at]
            await queries.ADD_CALLS.run(
                db,
                [account for account, _ in months],
                [month for _, month in months],
                list(months.values()),
            )

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Written down every few seconds meanwhile, and at the end."""
        task = asyncio.create_task(self._flush_until_stopped())
        try:
            yield
        finally:
            self._stopping.set()
            await task

    async def _flush_until_stopped(self) -> None:
        is_last = False
        while not is_last:
            quarter_ends = QUARTER_SECONDS - clock.now().timestamp() % QUARTER_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(min(EVERY_SECONDS, quarter_ends)):
                    await self._stopping.wait()
            is_last = self._stopping.is_set()
            try:
                await self.flush()
            except Exception as error:  # noqa: BLE001  what was counted is kept, and written with the next
                log.warning("api_calls.not_written", reason=type(error).__name__)
