"""Reads that tolerate lag, answered by a replica of the database.

A replica is read only when the same connection shows, in the message that opens the transaction, that it has
everything the primary had written at most `limit` seconds ago, or at a given moment. The time of the last
change cannot show this: an idle primary writes nothing for hours, and a replica that has lost its primary
receives nothing either. So each process reads the primary's log position about once a second, and remembers
when it read it.

If the replica fails, the primary answers. After what looks like an outage, later reads avoid the replica
until the next check succeeds.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic
from typing import Self

import asyncpg
from prometheus_client import Counter, Gauge

from gatehouse.kit import clock
from gatehouse.kit.db import hosts, pools
from gatehouse.kit.db.database import APPLICATION_ROLE, SYSTEM, Database, Db, Scope
from gatehouse.kit.db.query import Query
from gatehouse.kit.logs import get_logger

log = get_logger()

READS = Counter(
    "gatehouse_standby_reads",
    "Statements that the standby may answer: `standby`, or why the primary did",
    ["outcome"],
)
LAG = Gauge(
    "gatehouse_standby_lag_seconds", "How far the standby was behind at the last look, at most"
)
AWAY = Gauge(
    "gatehouse_standby_away_seconds",
    "For how long the standby has been out of use; 0 while it is in use, or there is none",
)

LOOK_SECONDS = 1.0
LOOKS_IN_LIMIT = 4  # so that there is always a moment to compare with that is within the limit
REMEMBERED = 600  # log positions; the reported lag of a replica never exceeds them
# Of the patience with a database: as long as a read waits for the copy before the primary is asked.
SHARE = 0.4
FAULTS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
# What happens to a statement on a copy that is well: replay needed what it was reading, it took too long, or
# it would have written; and arguments that the driver refuses, as it will for the primary.
OF_ONE_STATEMENT = (
    asyncpg.TransactionRollbackError,
    asyncpg.QueryCanceledError,
    asyncpg.ReadOnlySQLTransactionError,
    ValueError,
)
# The check below divides by it.
NOT_WELL = asyncpg.DivisionByZeroError


@dataclass(frozen=True, slots=True)
class LogPosition:
    """How far a log is, and whose it is: the cluster's, on which of its timelines, for which database."""

    lsn: int
    cluster: int | None
    timeline: int
    database: int

    def is_on_log_of(self, other: "LogPosition") -> bool:
        return replace(self, lsn=other.lsn) == other


@dataclass(frozen=True, slots=True)
class CommitMoment:
    """All that was committed before `at` (monotonic) is in the log up to the place."""

    at: float
    place: LogPosition


# Behind it, nothing is committed. It fails on what is no primary.
OF_PRIMARY = Query(
    LogPosition,
    """
    select (pg_current_wal_flush_lsn() - '0/0')::bigint as lsn,
      (select system_identifier from pg_control_system()) as cluster,
      ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint as timeline,
      (select oid::bigint from pg_database where datname = current_database()) as database
    """,
)
# The timeline is that of the last restart point: a copy that did not follow a new primary keeps the old one,
# and one that did is used again a few minutes after the change.
OF_COPY = Query(
    LogPosition,
    """
    select coalesce((pg_last_wal_replay_lsn() - '0/0')::bigint, 0) as lsn,
      (select system_identifier from pg_control_system() where pg_is_in_recovery()) as cluster,
      (select timeline_id::bigint from pg_control_checkpoint()) as timeline,
      (select oid::bigint from pg_database where datname = current_database()) as database
    """,
)


def build_standby_check(place: LogPosition) -> str:
    """A check for the opening message, which reports only success or failure: it fails when the server is not
    a replica of this database, or has not replayed the log up to the position."""
    return (
        "select 1 / (pg_is_in_recovery()"
        f" and pg_last_wal_replay_lsn() - '0/0' >= {place.lsn}"
        f" and (select system_identifier from pg_control_system()) = {place.cluster}"
        f" and (select timeline_id from pg_control_checkpoint()) = {place.timeline}"
        " and (select oid::bigint from pg_database where datname = current_database())"
        f" = {place.database})::int"
    )


class Standby:
    """`limit`: how many seconds it may be behind. `patience`: how long a read waits for it."""

    def __init__(self, primary: Database, copy: Database, limit: float, patience: float) -> None:
        self.limit = limit
        self.patience = patience
        self._primary = primary
        self._copy = copy
        self._moments: deque[CommitMoment] = deque(maxlen=REMEMBERED)
        self._why = "away"  # empty while it is well
        self._away_since: datetime | None = None

    @classmethod
    async def create(
        cls,
        primary: Database,
        url: str,
        *,
        connections: int,
        limit: float,
        patience: float,
        watch: pools.Watch | None = None,
    ) -> Self:
        """Create it without opening a connection, so that an unreachable replica does not delay the start.
        `patience`: as for the primary."""
        waiting = patience * SHARE
        pool = await pools.open_pool(
            hosts.select_standby(url),
            connections,
            pools.build_connection_settings(waiting, APPLICATION_ROLE),
            waiting,
            minimum=0,
            watch=watch,
        )
        return cls(primary, Database(pool, None, waiting, "begin read only"), limit, waiting)

    @property
    def is_well(self) -> bool:
        """At the last look."""
        return not self._why

    @asynccontextmanager
    async def follow_in_background(self) -> AsyncIterator[None]:
        """Looked at meanwhile; closed at the end."""
        following = asyncio.create_task(self._check_repeatedly())
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            await self.close()

    async def close(self) -> None:
        await self._copy.close()
        AWAY.set(0)

    async def _check_repeatedly(self) -> None:
        while True:
            try:
                await self.check_replica()
            except Exception as error:
                log.exception("standby.not_looked_at", exc_info=error)
                self._set_unusable_reason("away", type(error).__name__)
            await asyncio.sleep(min(LOOK_SECONDS, self.limit / LOOKS_IN_LIMIT))

    async def check_replica(self) -> None:
        """Where the primary is, and whether the copy is well."""
        at = monotonic()
        with suppress(*FAULTS):
            async with self._primary.one_statement() as db:
                self._remember_log_position(CommitMoment(at, await OF_PRIMARY.one(db)))
        try:
            async with asyncio.timeout(self.patience), self._copy.transaction(SYSTEM) as db:
                why = self._find_unusable_reason(await OF_COPY.one(db))
        except FAULTS as error:
            self._set_unusable_reason("away", f"{type(error).__name__}: {error}")
        else:
            self._set_unusable_reason(why)
        if self._why:
            # Of several, another may be well: the connections that there are lead to this one.
            await self._copy.pool.expire_connections()

    def _remember_log_position(self, moment: CommitMoment) -> None:
        """Places on the log of a primary of before say nothing."""
        if self._moments and not moment.place.is_on_log_of(self._moments[-1].place):
            self._moments.clear()
        self._moments.append(moment)

    def _find_unusable_reason(self, place: LogPosition) -> str:
        """Empty where it is well."""
        if not self._moments or not place.is_on_log_of(self._moments[-1].place):
            return "away"
        now = monotonic()
        had = next((one.at for one in reversed(self._moments) if one.place.lsn <= place.lsn), None)
        newest = had == self._moments[-1].at
        LAG.set(0 if newest else now - (self._moments[0].at if had is None else had))
        return "" if had is not None and had >= now - self.limit else "behind"

    def _set_unusable_reason(self, why: str, error: str = "") -> None:
        if why and why != self._why:
            log.warning("standby.not_used", why=why, error=error)
        elif why != self._why:
            log.info("standby.used")
        self._why = why
        if not why:
            self._away_since = None
        elif self._away_since is None:
            self._away_since = clock.now()
        away = (clock.now() - self._away_since).total_seconds() if self._away_since else 0
        AWAY.set(away)

    def transaction(self, scope: Scope, since: float | None = None) -> Db | None:
        """On the copy, in which nothing is older than `since` (monotonic), or than the limit; None where the
        primary is to be asked."""
        if self._why:
            READS.labels(self._why).inc()
            return None
        oldest = monotonic() - self.limit
        moment = self._find_moment_after(oldest if since is None else max(oldest, since))
        if moment is None:
            READS.labels("behind").inc()
            return None
        return Db(scope=scope, database=self._copy, also=build_standby_check(moment.place))

    def _find_moment_after(self, oldest: float) -> CommitMoment | None:
        found = None
        for moment in reversed(self._moments):
            if moment.at < oldest:
                break
            found = moment
        return found

    def record_failure(self, error: BaseException) -> None:
        """A statement did not get its answer there."""
        if isinstance(error, OF_ONE_STATEMENT):
            READS.labels("conflict").inc()
        elif isinstance(error, NOT_WELL):
            READS.labels("behind").inc()
        else:
            READS.labels("away").inc()
            self._set_unusable_reason("away", f"{type(error).__name__}: {error}")
