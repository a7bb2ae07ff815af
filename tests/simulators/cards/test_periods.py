"""Periods and parts of them: a table, without a clock."""

from datetime import UTC, datetime

import pytest

from gatehouse_simulators.cards.ids import from_unix, to_unix
from gatehouse_simulators.cards.subscriptions.periods import period_after, prorate

MONTH = {"interval": "month", "interval_count": 1}
YEAR = {"interval": "year", "interval_count": 1}
QUARTER = {"interval": "month", "interval_count": 3}
WEEK = {"interval": "week", "interval_count": 2}


def at(text: str) -> int:
    return to_unix(datetime.fromisoformat(text).replace(tzinfo=UTC))


@pytest.mark.parametrize(
    ("anchor", "recurring", "ends"),
    [
        ("2027-01-31", MONTH, ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]),
        ("2028-01-30", MONTH, ["2028-02-29", "2028-03-30"]),
        ("2028-02-29", YEAR, ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]),
        ("2028-02-29", MONTH, ["2028-03-29", "2028-04-29"]),
        ("2026-11-30", QUARTER, ["2027-02-28", "2027-05-30", "2027-08-30"]),
        ("2026-12-15", MONTH, ["2027-01-15", "2027-02-15"]),
        ("2026-12-31", WEEK, ["2027-01-14", "2027-01-28"]),
    ],
)
def test_a_period_ends_where_the_anchor_comes_back(anchor, recurring, ends):
    starts, found = at(anchor), []
    for _ in ends:
        _, starts = period_after(at(anchor), recurring, starts)
        found.append(f"{from_unix(starts):%Y-%m-%d}")
    assert found == ends


@pytest.mark.parametrize(
    ("amount", "now", "left"),
    [
        (3000, "2026-11-01", 3000),
        (3000, "2026-11-16", 1500),
        (3000, "2026-11-30T12:00:00", 50),
        (3000, "2026-12-01", 0),
        (3000, "2026-10-01", 3000),
        (1, "2026-11-16", 1),
        (0, "2026-11-16", 0),
        (999, "2026-11-11", 666),
    ],
)
def test_the_rest_of_a_period_costs_its_part(amount, now, left):
    assert prorate(amount, at("2026-11-01"), at("2026-12-01"), at(now)) == left
