"""Figures of all accounts' audits, for the vendor's backends."""

from datetime import UTC, datetime, timedelta

from tests.audit.entries import add
from tests.backend import new_backend
from tests.world import Db, World

METRICS = "/audits/resources/metrics/v1"
# A day of which no other test has entries.
DAY = datetime(2001, 5, 4, tzinfo=UTC)


def milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


async def test_what_happened_most_where_and_when(world: World, db: Db):
    backend = await new_backend(world, ["vendor.read.audits"])
    busy, calm = await world.tenant("Busy"), await world.tenant("Calm")
    for hour in (0, 0, 2):
        await add(db, busy, "user.invited", at=DAY + timedelta(hours=hour, minutes=5))
    await add(db, calm, "group.created", at=DAY + timedelta(hours=2))
    await add(db, calm, "group.created", at=DAY + timedelta(hours=3))  # comes after
    asked = {
        "from": milliseconds(DAY), "to": milliseconds(DAY + timedelta(hours=3)), "frequency": 3600,
    }  # fmt: skip
    found = (await backend.http.get(METRICS, params=asked)).json()
    assert list(found["topResources"].items()) == [("user", 3), ("group", 1)]
    assert list(found["topTenants"].items()) == [(str(busy), 3), (str(calm), 1)]
    assert list(found["auditsCounterByTime"].items()) == [
        ("2001-05-04T00:00:00+00:00", 2),
        ("2001-05-04T01:00:00+00:00", 0),
        ("2001-05-04T02:00:00+00:00", 2),
    ]
    one = (await backend.http.get(METRICS, params={**asked, "limit": 1})).json()
    assert one["topResources"] == {"user": 3}
    assert one["topTenants"] == {str(busy): 3}


async def test_a_week_unless_said_otherwise_and_not_without_end(world: World):
    backend = await new_backend(world, ["vendor.read.audits"])
    steps = (await backend.http.get(METRICS)).json()["auditsCounterByTime"]
    assert len(steps) == 7
    for wrong in ({"frequency": 60}, {"from": 5000, "to": 4000}, {"from": 0}):
        refused = await backend.http.get(METRICS, params=wrong)
        assert (refused.status_code, refused.json()["errorCode"]) == (400, "audits.too_many_steps")


async def test_only_who_may_read_audits(world: World):
    backend = await new_backend(world, ["vendor.read.users"])
    assert (await backend.http.get(METRICS)).status_code == 403
