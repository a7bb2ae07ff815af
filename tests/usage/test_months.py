"""Which months an account is shown."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from gatehouse.usage.models import list_months_until, select_known_months

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def names(**facts: Any) -> list[str]:
    known: dict[str, Any] = {
        "born": LONG_AGO,
        "kept_since": LONG_AGO,
        "kept_from": None,
        "cuts": [],
    } | facts
    found = select_known_months(list_months_until(NOW, ZoneInfo("UTC")), **known)
    return [f"{month.starts:%Y-%m}" for month in found]


def test_twelve_months_the_last_one_still_runs():
    assert names() == [
        "2025-12", "2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06", "2026-07",
        "2026-08", "2026-09", "2026-10", "2026-11",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("now", "zone", "first", "last"),
    [
        # New Year's Eve in London is New Year in Tokyo.
        ("2026-12-31T16:00", "Asia/Tokyo", "2026-02-01T00:00+09:00", "2027-01-01T00:00+09:00"),
        (
            "2027-01-01T03:00",
            "America/New_York",
            "2026-01-01T00:00-05:00",
            "2026-12-01T00:00-05:00",
        ),
    ],
)
def test_months_are_those_of_the_accounts_calendar(now: str, zone: str, first: str, last: str):
    found = list_months_until(datetime.fromisoformat(f"{now}+00:00"), ZoneInfo(zone))
    assert len(found) == 12
    assert (found[0].starts, found[-1].starts) == (
        datetime.fromisoformat(first),
        datetime.fromisoformat(last),
    )


def test_nothing_before_the_account_was_there():
    assert names(born=datetime(2026, 9, 30, 23, tzinfo=UTC)) == ["2026-09", "2026-10", "2026-11"]


def test_a_month_that_is_kept_in_part_is_kept_whole():
    assert names(kept_since=datetime(2026, 9, 15, tzinfo=UTC)) == ["2026-09", "2026-10", "2026-11"]


def test_a_month_of_which_the_account_keeps_a_part_is_left_out():
    assert names(kept_from=datetime(2026, 10, 1, tzinfo=UTC)) == ["2026-10", "2026-11"]
    assert names(kept_from=datetime(2026, 10, 1, 5, tzinfo=UTC)) == ["2026-11"]


def test_a_month_that_was_not_looked_at_whole_is_left_out():
    cuts = [datetime(2026, 8, 3, tzinfo=UTC), datetime(2026, 9, 3, tzinfo=UTC)]
    assert names(cuts=cuts) == ["2026-10", "2026-11"]
    assert names(cuts=[datetime(2026, 11, 3, tzinfo=UTC)]) == []
