"""When the day and the week began."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from gatehouse.audit.list.models import zone_of


@dataclass(frozen=True, slots=True)
class Stats:
    total_today: int
    severe_this_week: int


@dataclass(frozen=True, slots=True)
class Began:
    day: datetime
    week: datetime


def began(now: datetime, timezone: str | None) -> Began:
    """The day's and the week's first moment where the tenant is. Weeks begin on Monday."""
    zone = zone_of(timezone)
    today = now.astimezone(zone).date()
    monday = today - timedelta(days=today.weekday())
    return Began(datetime.combine(today, time(), zone), datetime.combine(monday, time(), zone))
