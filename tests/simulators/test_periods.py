"""When a period ends: the day of the month on which it began comes back after a short month."""

from datetime import UTC, datetime

import pytest

from gatehouse_simulators.checkout.subscriptions.periods import after_cycle

MONTHLY = {"interval": "month", "frequency": 1}
YEARLY = {"interval": "year", "frequency": 1}


@pytest.mark.parametrize(
    ("began", "days"),
    [
        ("2027-01-31", ["02-28", "03-31", "04-30", "05-31"]),
        ("2028-01-31", ["02-29", "03-31", "04-30"]),
        ("2027-01-30", ["02-28", "03-30", "04-30", "05-30"]),
        ("2027-11-30", ["12-30", "01-30", "02-29", "03-30"]),
        ("2027-02-28", ["03-28", "04-28"]),
        ("2027-01-15", ["02-15", "03-15"]),
    ],
)
def test_monthly(began: str, days: list[str]):
    start = at = datetime.fromisoformat(began).replace(tzinfo=UTC)
    for expected in days:
        at = after_cycle(at, MONTHLY, start.day)
        assert f"{at:%m-%d}" == expected


def test_a_leap_day_comes_back_with_the_next_leap_year():
    at = datetime(2028, 2, 29, tzinfo=UTC)
    seen = []
    for _ in range(4):
        at = after_cycle(at, YEARLY, 29)
        seen.append(f"{at:%Y-%m-%d}")
    assert seen == ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]
