"""Billing periods, counted from the billing cycle anchor."""

from calendar import monthrange
from datetime import datetime, timedelta
from decimal import Decimal

from gatehouse_simulators.cards.ids import from_unix, to_unix
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.shared.money import round_half_up

DAYS = {"day": 1, "week": 7}
MONTHS = {"month": 1, "year": 12}


def add_cycles(anchor: datetime, recurring: Body, cycles: int) -> datetime:
    """Add billing cycles. The 31st becomes the last day of a shorter month, and is the 31st again
    afterwards."""
    count = recurring["interval_count"] * cycles
    if recurring["interval"] in DAYS:
        return anchor + timedelta(days=DAYS[recurring["interval"]] * count)
    months = anchor.month - 1 + count * MONTHS[recurring["interval"]]
    year, month = anchor.year + months // 12, months % 12 + 1
    return anchor.replace(year=year, month=month, day=min(anchor.day, monthrange(year, month)[1]))


def period_after(anchor: int, recurring: Body, start: int) -> tuple[int, int]:
    """The period that begins at `start` and lasts until the anchor's next date."""
    begins, first = from_unix(start), from_unix(anchor)
    cycles = _estimate_cycles(first, recurring, begins)
    while add_cycles(first, recurring, cycles) <= begins:
        cycles += 1
    return start, to_unix(add_cycles(first, recurring, cycles))


def _estimate_cycles(anchor: datetime, recurring: Body, then: datetime) -> int:
    """A number of cycles that is not higher than those that have passed."""
    interval, count = recurring["interval"], int(recurring["interval_count"])
    if interval in DAYS:
        return max(1, (then - anchor).days // (DAYS[interval] * count))
    months = (then.year - anchor.year) * 12 + then.month - anchor.month
    return max(1, months // (MONTHS[interval] * count) - 1)


def prorate(amount: int, start: int, end: int, now: int) -> int:
    """The part of an amount for the rest of the period, by the second; half a cent rounds up."""
    left = max(0, end - max(now, start))
    return round_half_up(Decimal(amount) * left / (end - start))
