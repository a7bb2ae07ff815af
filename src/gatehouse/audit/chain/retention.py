from datetime import datetime, timedelta

SHORTEST = 90  # days; the database never drops younger entries


def kept_since(now: datetime, days: int) -> datetime:
    """Where the first month begins of which every entry must still be there. `now` is in UTC."""
    oldest = now - timedelta(days=max(days, SHORTEST))
    return oldest.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
