"""Months of an account, and what is counted in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from uuid import UUID
from zoneinfo import ZoneInfo

MONTHS = 12


@dataclass(frozen=True, slots=True)
class UsageAccount:
    """`timezone` is empty where the tenant has not set one. `audit_kept_from`: older entries were deleted,
    because the tenant has a shorter retention. `calls_since`: earlier API calls were not counted."""

    created_at: datetime
    timezone: str
    calls_since: datetime | None
    has_licenses: bool
    audit_kept_from: datetime | None


@dataclass(frozen=True, slots=True)
class MonthlyActivity:
    """Of the month at this place, counted from 1. Nothing before `cut_at` was looked at; None: all was."""

    month: int
    people: int
    sign_ins: int
    tokens: int
    cut_at: datetime | None


@dataclass(frozen=True, slots=True)
class SeatUsage:
    month: int
    seats: int
    cut_at: datetime | None


@dataclass(frozen=True, slots=True)
class CallUsage:
    """API calls of the month that begins with this day."""

    month: date
    calls: int


@dataclass(frozen=True, slots=True)
class TenantTimeZone:
    """Of the account with this id; empty where it has not said."""

    id: UUID
    timezone: str


@dataclass(frozen=True, slots=True)
class UsageMonth:
    """From `starts` until before `ends`."""

    starts: datetime
    ends: datetime


def list_months_until(now: datetime, zone: ZoneInfo) -> list[UsageMonth]:
    """The current one and those before it, the oldest first, as the account's own calendar has them."""
    today = now.astimezone(zone)
    places = range(today.year * 12 + today.month - MONTHS, today.year * 12 + today.month + 1)
    starts = [datetime(place // 12, place % 12 + 1, 1, tzinfo=zone) for place in places]
    return [UsageMonth(*pair) for pair in pairwise(starts)]


def select_known_months(
    months: Sequence[UsageMonth],
    *,
    born: datetime,
    kept_since: datetime,
    kept_from: datetime | None,
    cuts: Sequence[datetime],
) -> list[UsageMonth]:
    """Without those before the account was there, those of which a part is not kept any more, and those of
    which a part was not looked at. `kept_from` is the account's own, and to the moment."""
    cut = max(cuts, default=None)
    return [
        month
        for month in months
        if month.ends > born
        and month.ends > kept_since
        and (kept_from is None or month.starts >= kept_from)
        and (cut is None or month.starts > cut)
    ]


def kept_since(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days)
