"""Start of the day and of the week for audit statistics."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from gatehouse.audit.list.models import zone_of


@dataclass(frozen=True, slots=True)
class AuditStats:
    total_today: int
    severe_this_week: int


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


def period_starts(now: datetime, timezone: str | None) -> PeriodStarts:
    """The day's and the week's first moment where the tenant is. Weeks begin on Monday."""
    zone = zone_of(timezone)
    today = now.astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    return PeriodStarts(
        datetime.combine(today, time(), zone), datetime.combine(monday, time(), zone)
    )


def days_until(now: datetime, timezone: str | None) -> list[AuditDay]:
    """Today and the days before it where the tenant is, the oldest first."""
    zone = zone_of(timezone)
    today = now.astimezone(zone).date()
    dates = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    return [AuditDay(one, datetime.combine(one, time(), zone)) for one in dates]
