from gatehouse.kit.schemas import Wire


class StatsOut(Wire):
    """`severeThisWeek` counts High, Error and Critical since Monday."""

    total_today: int
    severe_this_week: int
