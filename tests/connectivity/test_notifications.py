"""The bell: each user has the notifications of their account and their own, and no others."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from gatehouse.connectivity.notifications.service import OLD_NOTIFICATIONS
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.backend import Backend, restored_backend
from tests.connectivity.test_triggers import DATA, trigger
from tests.lock_held import until_released
from tests.world import Db, Person, World

URL = "/notification"
KEY = "frontegg.user.signedUp"


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    async with restored_backend(world) as made:
        yield made


@pytest.fixture
def ring(backend: Backend, run_jobs):
    async def ring(tenant_id: object, title: str = "Hello", **bell: object) -> str:
        answer = await trigger(
            backend,
            tenant_id,
            eventKey=KEY,
            data=DATA | {"title": title},
            channelConfiguration={"bell": bell},
        )
        assert answer.status_code == 200, answer.text
        clock.advance_clock(timedelta(seconds=1))
        await run_jobs()
        found: str = answer.json()["eventId"]
        return found

    return ring


async def listed(who: Person, **page: int) -> list[dict[str, Any]]:
    answer = await who.browser.get(URL, params={"params": json.dumps(page)})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def set_status(who: Person, one: str, status: str) -> int:
    body = {"params": {"notificationId": one, "status": status}}
    return (await who.browser.put(f"{URL}/status", json=body)).status_code


async def set_pin(who: Person, one: str, how: str) -> int:
    return (await who.browser.put(f"{URL}/{how}", json={"notificationId": one})).status_code


async def test_all_members_of_the_account_are_notified(
    world: World, admin: Person, ring, backend: Backend
):
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    other = await world.person("Admin")
    event_id = await ring(
        admin.tenant_id, "Bell", severity="High", url="https://app.test/invoices/7", body="Look."
    )
    for who in (admin, member):
        (one,) = await listed(who)
        assert (one["title"], one["body"], one["severity"]) == ("Bell", "Look.", "High")
        assert (one["key"], one["url"]) == (KEY, "https://app.test/invoices/7")
        assert (one["viewed"], one["status"], one["isPinned"], one["actions"]) == (
            False, "unread", False, [],
        )  # fmt: skip
    assert await listed(other) == []
    status = await backend.http.get(f"/event/resources/triggers/v3/{event_id}/statuses")
    assert status.json()["channels"] == {"bell": {"status": "SUCCEEDED", "errorMetadata": {}}}


async def test_only_named_recipients_are_notified(world: World, admin: Person, ring):
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    stranger = await world.person("Admin")
    await ring(admin.tenant_id, userIds=[str(member.id), str(stranger.id)])
    assert await listed(admin) == await listed(stranger) == []
    (one,) = await listed(member)
    assert await set_status(admin, one["id"], "read") == 404
    assert await set_pin(admin, one["id"], "pin") == 404


async def test_an_event_without_the_bell_rings_none(admin: Person, backend: Backend, run_jobs):
    assert (await trigger(backend, admin.tenant_id, eventKey=KEY)).status_code == 200
    await run_jobs()
    assert await listed(admin) == []


async def test_reading_is_each_persons_own(world: World, admin: Person, ring):
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    for title in ("One", "Two", "Three"):
        await ring(admin.tenant_id, title)
    first, second, third = await listed(admin)
    assert [one["title"] for one in (first, second, third)] == ["Three", "Two", "One"]
    assert await set_status(admin, first["id"], "read") == 200
    assert [one["viewed"] for one in await listed(admin)] == [True, False, False]
    assert await set_status(admin, second["id"], "archived") == 200
    assert [one["title"] for one in await listed(admin)] == ["Three", "One"]
    assert (await admin.browser.post(f"{URL}/status/mark-all-read")).status_code == 200
    assert {one["status"] for one in await listed(admin)} == {"read"}
    assert await set_status(admin, third["id"], "unread") == 200
    assert [one["status"] for one in await listed(admin)] == ["read", "unread"]
    assert [one["status"] for one in await listed(member)] == ["unread"] * 3


async def test_pinned_ones_come_first(admin: Person, ring):
    for title in ("One", "Two", "Three"):
        await ring(admin.tenant_id, title)
    last = (await listed(admin))[-1]["id"]
    assert await set_pin(admin, last, "pin") == 200
    assert [one["title"] for one in await listed(admin)] == ["One", "Three", "Two"]
    assert [one["title"] for one in await listed(admin, count=1, offset=1)] == ["Three"]
    assert await set_pin(admin, last, "unpin") == 200
    assert [one["title"] for one in await listed(admin)] == ["Three", "Two", "One"]


async def test_there_is_an_end_to_pinning(admin: Person, ring):
    for index in range(21):
        await ring(admin.tenant_id, str(index))
    rung = await listed(admin, count=21)
    states = await asyncio.gather(*(set_pin(admin, one["id"], "pin") for one in rung))
    assert sorted(states) == [200] * 20 + [409]


@pytest.mark.parametrize("params", ["x", "[]", '{"count": 0}', '{"count": 101}', '{"offset": -1}'])
async def test_a_page_that_cannot_be_is_refused(admin: Person, params: str):
    answer = await admin.browser.get(URL, params={"params": params})
    assert answer.status_code == 400
    assert set(answer.json()) == {"errors", "errorCode", "errorCodes", "context"}


async def test_old_notifications_are_deleted(
    admin: Person, ring, database: Database, resources: Resources, db: Db
):
    await ring(admin.tenant_id)
    await set_status(admin, (await listed(admin))[0]["id"], "read")
    clock.advance_clock(timedelta(days=91))
    await OLD_NOTIFICATIONS.run(JobContext(database, resources, 0, 1, last_attempt=True))
    left = await db.connection.fetchval(
        "select count(*) from bell_notifications where tenant_id = $1", admin.tenant_id
    )
    assert left == 0


async def test_notifications_are_pinned_one_at_a_time(admin: Person, ring, database: Database):
    await ring(admin.tenant_id)
    asked = set_pin(admin, (await listed(admin))[0]["id"], "pin")
    assert await until_released(database, Lock.PINNED_NOTIFICATIONS, admin.id, asked) == 200
