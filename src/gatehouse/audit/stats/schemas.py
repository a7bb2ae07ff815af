from datetime import date

from pydantic import Field

from gatehouse.kit.schemas import Wire


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
