"""How much happened today and on the days before, and how much of this week's is severe."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import LiteralString
from uuid import UUID

from pydantic import Field

from gatehouse.audit import queries as audit
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.schemas import Wire
from gatehouse.kit.time_zones import load_time_zone


class StatsOut(Wire):
    """`severeThisWeek` counts High, Error and Critical since Monday."""

    total_today: int
    severe_this_week: int


class DayOut(Wire):
    """`count` is of all entries."""

    day: date = Field(description="Where the account is.")
    count: int


class DaysOut(Wire):
    """The last fourteen days, the oldest first; today is not over. Only those that were counted whole."""

    days: list[DayOut]


# Days shown in the chart.
DAYS = 14


@dataclass(frozen=True, slots=True)
class DayCount:
    """Count of the day at this place, counted from 1. Entries before `cut_at` were not counted; None: all
    were."""

    place: int
    count: int
    cut_at: datetime | None


@dataclass(frozen=True, slots=True)
class AuditDay:
    date: date
    starts: datetime


@dataclass(frozen=True, slots=True)
class PeriodStarts:
    day: datetime
    week: datetime


def compute_period_starts(now: datetime, timezone: str | None) -> PeriodStarts:
    """The day's and the week's first moment where the tenant is. Weeks begin on Monday."""
    zone = load_time_zone(timezone)
    today = now.astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    return PeriodStarts(
        datetime.combine(today, time(), zone), datetime.combine(monday, time(), zone)
    )


def list_days_until(now: datetime, timezone: str | None) -> list[AuditDay]:
    """Today and the days before it where the tenant is, the oldest first."""
    zone = load_time_zone(timezone)
    today = now.astimezone(zone).date()
    dates = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    return [AuditDay(one, datetime.combine(one, time(), zone)) for one in dates]


# Limit of counted entries; a larger number would not be more useful.
MOST: LiteralString = "100000"

# Of the tenant `$1`, from the day `$2` and the week `$3` until now, `$4`; both in an index alone.
STATS = Query(
    StatsOut,
    f"""
    select (
      select count(*) from (
        select 1 from audits a where a.tenant_id = $1 and a.created_at >= $2 and a.created_at <= $4
        limit {MOST}
      ) today
    ) as total_today, (
      select count(*) from (
        select 1 from audits a
        where a.tenant_id = $1 and a.created_at >= $3 and a.created_at <= $4
          and a.severity in ('High', 'Error', 'Critical')
        limit {MOST}
      ) week
    ) as severe_this_week
    """,
)

# Of the tenant `$1` until now, `$3`; `$2` is the first moment of each day. Read from now back, in an index
# alone.
BY_DAY = Query(
    DayCount,
    f"""
    with seen as materialized (
      select a.created_at from audits a
      where a.tenant_id = $1 and a.created_at >= ($2::timestamptz[])[1] and a.created_at <= $3
      order by a.created_at desc, a.id desc limit {MOST} + 1
    )
    select width_bucket(s.created_at, $2::timestamptz[]) as place, count(*) as count,
      (select c.created_at from seen c offset {MOST}) as cut_at
    from seen s group by 1
    """,
)


async def read_audit_stats(db: Db, tenant_id: UUID) -> StatsOut:
    now = clock.now()
    since = compute_period_starts(now, await audit.TIMEZONE.one(db, tenant_id))
    return await STATS.one(db, tenant_id, since.day, since.week, now)


async def read_audit_days(db: Db, tenant_id: UUID) -> DaysOut:
    now = clock.now()
    wanted = list_days_until(now, await audit.TIMEZONE.one(db, tenant_id))
    found = await BY_DAY.all(db, tenant_id, [one.starts for one in wanted], now)
    counts = {one.place: one.count for one in found}
    cut = max((one.cut_at for one in found if one.cut_at), default=None)
    return DaysOut(
        days=[
            DayOut(day=one.date, count=counts.get(place, 0))
            for place, one in enumerate(wanted, start=1)
            if cut is None or one.starts > cut
        ]
    )
