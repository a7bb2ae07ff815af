"""Today's entries and this week's severe ones, as the account's own clock has them."""

from datetime import UTC, datetime, timedelta

import pytest

from gatehouse.audit.stats.models import began
from gatehouse.kit import clock
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
    found = began(datetime.fromisoformat(f"{now}+00:00"), timezone)
    assert found.day.astimezone(UTC) == datetime.fromisoformat(f"{day}+00:00")
    assert found.week.astimezone(UTC) == datetime.fromisoformat(f"{week}+00:00")


async def test_the_figures(world: World, db: Db):
    reader = await world.person("ReadOnly")
    since = began(clock.now(), None)
    for severity in ("Info", "Medium", "High", "Error", "Critical"):
        await add(db, reader.tenant_id, severity=severity, at=since.day)
        await add(db, reader.tenant_id, severity=severity, at=since.week - timedelta(seconds=1))
    await add(db, reader.tenant_id, severity="High", at=since.day - timedelta(seconds=1))
    monday = since.day == since.week
    asked: dict[str, str | int] = {"sortBy": "createdAt", "sortDirection": "desc", "count": 20}
    answer = await reader.browser.get("/audits/stats", params=asked)
    assert answer.json() == {"totalToday": 5, "severeThisWeek": 3 if monday else 4}
