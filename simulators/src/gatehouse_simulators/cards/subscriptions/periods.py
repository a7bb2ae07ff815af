"""Billing periods, counted from the moment on which the cycle is anchored."""

from calendar import monthrange
from datetime import datetime, timedelta
from decimal import Decimal

from gatehouse_simulators.cards.ids import from_unix, to_unix
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.shared.money import round_half_up

DAYS = {"day": 1, "week": 7}
MONTHS = {"month": 1, "year": 12}


def add_cycles(anchor: datetime, recurring: Body, cycles: int) -> datetime:
    """The 31st becomes the last day of a shorter month, and the 31st again after it."""
    count = recurring["interval_count"] * cycles
    if recurring["interval"] in DAYS:
        return anchor + timedelta(days=DAYS[recurring["interval"]] * count)
    months = anchor.month - 1 + count * MONTHS[recurring["interval"]]
    year, month = anchor.year + months // 12, months % 12 + 1
    return anchor.replace(year=year, month=month, day=min(anchor.day, monthrange(year, month)[1]))


def period_after(anchor: int, recurring: Body, start: int) -> tuple[int, int]:
    """The period that begins at `start`: until the anchor's next return."""
    begins, first = from_unix(start), from_unix(anchor)
    cycles = _estimate_cycles(first, recurring, begins)
    while add_cycles(first, recurring, cycles) <= begins:
        cycles += 1
    return start, to_unix(add_cycles(first, recurring, cycles))


def _estimate_cycles(anchor: datetime, recurring: Body, then: datetime) -> int:
    """No more cycles than have passed."""
    interval, count = recurring["interval"], int(recurring["interval_count"])
    if interval in DAYS:
        return max(1, (then - anchor).days // (DAYS[interval] * count))
    months = (then.year - anchor.year) * 12 + then.month - anchor.month
    return max(1, months // (MONTHS[interval] * count) - 1)


def prorate(amount: int, start: int, end: int, now: int) -> int:
    """What is left of an amount for a period, to the second; half a cent is a whole one."""
    left = max(0, end - max(now, start))
    return round_half_up(Decimal(amount) * left / (end - start))
