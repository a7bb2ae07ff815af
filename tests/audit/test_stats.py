"""Today's entries and this week's severe ones, as the account's own clock has them."""

from datetime import UTC, datetime, time, timedelta

import pytest

from gatehouse.audit import stats
from gatehouse.audit.stats import DAYS, DayCount, compute_period_starts, list_days_until
from gatehouse.kit import clock
from gatehouse.kit.db import Query
from tests.audit.entries import add
from tests.world import Db, World

BEGAN = [
    # Wednesday afternoon.
    ("2026-11-18T15:00", None, "2026-11-18T00:00", "2026-11-16T00:00"),
    # Monday's first moment.
    ("2026-11-16T00:00", "UTC", "2026-11-16T00:00", "2026-11-16T00:00"),
    # Sunday evening in London is Monday in Tokyo.
    ("2026-11-15T16:00", "Asia/Tokyo", "2026-11-15T15:00", "2026-11-15T15:00"),
    # Clocks went back on this Sunday: its day began in summer time.
    ("2026-10-25T12:00", "Europe/Berlin", "2026-10-24T22:00", "2026-10-18T22:00"),
    ("2026-11-18T15:00", "Nowhere", "2026-11-18T00:00", "2026-11-16T00:00"),
    ("2026-11-18T15:00", "../etc/passwd", "2026-11-18T00:00", "2026-11-16T00:00"),
    ("2026-11-18T15:00", "", "2026-11-18T00:00", "2026-11-16T00:00"),
]


@pytest.mark.parametrize(("now", "timezone", "day", "week"), BEGAN)
def test_when_the_day_and_the_week_began(now: str, timezone: str | None, day: str, week: str):
    found = compute_period_starts(datetime.fromisoformat(f"{now}+00:00"), timezone)
    assert found.day.astimezone(UTC) == datetime.fromisoformat(f"{day}+00:00")
    assert found.week.astimezone(UTC) == datetime.fromisoformat(f"{week}+00:00")


async def test_the_figures_count_entries_of_day_and_week(world: World, db: Db):
    reader = await world.person("ReadOnly")
    since = compute_period_starts(clock.now(), None)
    for severity in ("Info", "Medium", "High", "Error", "Critical"):
        await add(db, reader.tenant_id, severity=severity, at=since.day)
        await add(db, reader.tenant_id, severity=severity, at=since.week - timedelta(seconds=1))
    await add(db, reader.tenant_id, severity="High", at=since.day - timedelta(seconds=1))
    monday = since.day == since.week
    asked: dict[str, str | int] = {"sortBy": "createdAt", "sortDirection": "desc", "count": 20}
    answer = await reader.browser.get("/audits/stats", params=asked)
    assert answer.json() == {"totalToday": 5, "severeThisWeek": 3 if monday else 4}


@pytest.fixture
def noon() -> None:
    """No day ends meanwhile, nowhere."""
    now = clock.now()
    clock.advance_clock(datetime.combine(now.date() + timedelta(days=1), time(12), UTC) - now)


@pytest.mark.usefixtures("noon")
async def test_each_day_has_its_entries(world: World, db: Db):
    reader = await world.person("ReadOnly")
    other = await world.person("ReadOnly")
    days = list_days_until(clock.now(), None)
    await add(db, reader.tenant_id, at=days[0].starts - timedelta(seconds=1))
    await add(db, reader.tenant_id, at=days[0].starts)
    for _ in range(3):
        await add(db, reader.tenant_id, at=days[-1].starts - timedelta(seconds=1))
    await add(db, reader.tenant_id, at=days[-1].starts)
    await add(db, other.tenant_id, at=days[-1].starts)
    found = (await reader.browser.get("/audits/stats/days")).json()["days"]
    assert [one["day"] for one in found] == [one.date.isoformat() for one in days]
    counts = [one["count"] for one in found]
    assert (counts[0], counts[-2], counts[-1], sum(counts)) == (1, 3, 1, 5)


@pytest.mark.usefixtures("noon")
async def test_days_are_the_accounts_own(world: World, db: Db):
    reader = await world.person("ReadOnly")
    await db.connection.execute(
        "update tenants set timezone = 'Pacific/Kiritimati' where id = $1", reader.tenant_id
    )
    found = (await reader.browser.get("/audits/stats/days")).json()["days"]
    ahead = clock.now() + timedelta(hours=14)
    assert (len(found), found[-1]["day"]) == (DAYS, ahead.date().isoformat())


@pytest.mark.usefixtures("noon")
async def test_days_that_were_not_looked_at_whole_are_left_out(
    world: World, db: Db, monkeypatch: pytest.MonkeyPatch
):
    """For a user who has more entries than are counted."""
    few = stats.BY_DAY.sql.replace(stats.MOST, "3")
    monkeypatch.setattr(stats, "BY_DAY", Query(DayCount, few, remembered=False))
    reader = await world.person("ReadOnly")
    days = list_days_until(clock.now(), None)
    await add(db, reader.tenant_id, at=days[-2].starts)
    for _ in range(3):
        await add(db, reader.tenant_id, at=days[-1].starts)
    found = (await reader.browser.get("/audits/stats/days")).json()["days"]
    assert found == [{"day": days[-1].date.isoformat(), "count": 3}]
