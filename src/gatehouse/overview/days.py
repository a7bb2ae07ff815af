"""Who came in, by day. A day that is over is counted once and kept; of the others the audit is asked."""

from datetime import UTC, date, datetime, time, timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.overview import queries
from gatehouse.overview.models import OverviewDay

DAYS = 30
# No transaction that writes an entry takes that long: after it no entry is added to the day.
SETTLES = timedelta(hours=1)
# Days are counted by a job, so no request waits for it.
MOST_OF_A_DAY = 1_000_000


async def list_last_days(db: Db, now: datetime) -> list[OverviewDay]:
    """The last `DAYS`, today among them."""
    today = now.astimezone(UTC).date()
    days = _list_days_until(today)
    kept = {one.day: one for one in await queries.KEPT_DAYS.all(db, days[0], today)}
    since = start_of_day(next(day for day in days if day not in kept))
    counted = await queries.DAYS.all(db, since, now, int(queries.MOST))
    known = {one.day: one for one in counted} | kept
    return [known.get(day) or OverviewDay(day, 0, 0, None) for day in days]


@scheduled_job("overview.count_days", "7 * * * *")
async def count_finished_days(context: JobContext) -> None:
    """Hourly, so that a day is soon counted, whenever a worker ran."""
    over = (clock.now() - SETTLES).astimezone(UTC).date()
    days = _list_days_until(over)
    async with context.database.transaction(Scope.system()) as db:
        kept = {one.day for one in await queries.KEPT_DAYS.all(db, days[0], over)}
    for day in days[:-1]:
        if day not in kept:
            span = start_of_day(day), start_of_day(day + timedelta(days=1))
            async with context.database.transaction(Scope.system()) as db:
                await queries.KEEP_DAY.run(db, *span, MOST_OF_A_DAY, day)


def start_of_day(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _list_days_until(last: date) -> list[date]:
    return [last - timedelta(days=number) for number in reversed(range(DAYS))]
