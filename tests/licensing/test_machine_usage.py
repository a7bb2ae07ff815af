"""Tools report their use: each event once, bounded."""

from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.license_api.service import delete_old_usage_events


def event(number: int = 1, **changes):
    return {
        "type": "session",
        "subject": "ann",
        "at": clock.now().isoformat(),
        "seconds": 60,
        "version": "1.0",
        "id": f"event-{number}",
    } | changes


async def kept(db, shop) -> list[dict[str, Any]]:
    rows = await db.connection.fetch(
        "select id, type, subject, at, seconds, version from license_usage where tenant_id = $1"
        " order by id",
        shop.admin.tenant_id,
    )
    return [dict(row) for row in rows]


async def test_each_event_is_counted_once(tool, shop):
    answer = await tool.report(event(1), event(2), event(1, seconds=999))
    assert (answer.status_code, answer.content) == (202, b"")
    await tool.report(event(2, subject="bob"), event(3))
    counted = await shop.statistics()
    assert (counted["sessions"], counted["sessionSeconds"]) == (3, 180)
    assert counted["monthlyActive"] == 1, "of bob there is only what has the id of ann's"


async def test_the_same_id_of_another_license_is_another_event(tool, shop, open_shop, tool_of):
    other = await open_shop()
    for one in (tool, await tool_of(other)):
        assert (await one.report(event(1))).status_code == 202
    assert [(await one.statistics())["sessions"] for one in (shop, other)] == [1, 1]


async def test_a_report_has_at_most_a_thousand_events(tool, shop):
    assert (await tool.report(*[event(n) for n in range(1000)])).status_code == 202
    refused = await tool.report(*[event(n + 2000) for n in range(1001)])
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_REQUEST")
    assert (await shop.statistics())["sessions"] == 1000


async def test_an_event_of_the_future_counts_as_of_now(tool, shop, db):
    await tool.report(event(1, at=(clock.now() + timedelta(days=400)).isoformat()))
    [row] = await kept(db, shop)
    assert abs(row["at"] - clock.now()) < timedelta(minutes=1)


@pytest.mark.parametrize(
    "changes",
    [
        {"at": "yesterday"}, {"at": "2026-01-01T00:00:00"}, {"at": None}, {"seconds": -1},
        {"at": "0001-01-01T00:00:00+14:00"}, {"at": "9999-12-31T23:59:59-12:00"},
        {"seconds": 10**12}, {"type": ""}, {"type": "No Spaces"}, {"subject": ""}, {"id": ""},
        {"id": "x" * 101}, {"id": None}, {"version": "x" * 65},
    ],
)  # fmt: skip
async def test_one_bad_event_refuses_all_and_keeps_none(tool, shop, changes):
    refused = await tool.report(event(1), event(2, **changes))
    assert (refused.status_code, refused.json()["code"]) == (400, "INVALID_REQUEST")
    assert (await shop.statistics())["days"] == []


async def test_old_events_are_deleted(tool, shop, db, context):
    await tool.report(event(1))
    assert len(await kept(db, shop)) == 1
    clock.advance_clock(timedelta(days=401))
    await delete_old_usage_events(context)
    assert await kept(db, shop) == []
