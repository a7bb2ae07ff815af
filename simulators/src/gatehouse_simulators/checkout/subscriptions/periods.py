"""Billing periods, and the share of a period that is left."""

from calendar import monthrange
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from gatehouse_simulators.checkout.ids import parse_timestamp, to_timestamp
from gatehouse_simulators.checkout.pricing.lines import PeriodShare
from gatehouse_simulators.checkout.store.models import Body

FIVE_DECIMALS = Decimal("0.00001")
LOCK_BEFORE_RENEWAL = timedelta(minutes=30)


def after_cycle(start: datetime, cycle: Body, day: int = 0) -> datetime:
    """Add one billing cycle. The 31st becomes the last day of a shorter month. `day` is the original day of
    the month, to which a period that starts on such a last day returns."""
    count = int(cycle["frequency"])
    if cycle["interval"] in ("day", "week"):
        return start + timedelta(days=count * (7 if cycle["interval"] == "week" else 1))
    is_last = start.day == monthrange(start.year, start.month)[1]
    wanted = max(day, start.day) if is_last else start.day
    months = start.month - 1 + count * (12 if cycle["interval"] == "year" else 1)
    year, month = start.year + months // 12, months % 12 + 1
    return start.replace(year=year, month=month, day=min(wanted, monthrange(year, month)[1]))


def period_from(start: datetime, cycle: Body, day: int = 0) -> Body:
    return {
        "starts_at": to_timestamp(start),
        "ends_at": to_timestamp(after_cycle(start, cycle, day)),
    }


def share_left(period: Body, now: datetime) -> PeriodShare:
    """The minutes that are left of the period, divided by all its minutes, to 5 decimals."""
    starts, ends = parse_timestamp(period["starts_at"]), parse_timestamp(period["ends_at"])
    whole = int((ends - starts).total_seconds()) // 60
    left = max(0, int((ends - now).total_seconds()) // 60)
    rate = (Decimal(left) / whole).quantize(FIVE_DECIMALS, ROUND_HALF_UP)
    return PeriodShare(min(rate, Decimal(1)).normalize(), to_timestamp(now), period["ends_at"])
