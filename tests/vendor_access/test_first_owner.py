"""An empty installation gets its first owner by the address that the server prints, and by no other way."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db
from gatehouse.vendor_access import first_owner_link
from tests.staff import dismiss_all, hire
from tests.world import World

PATH = "/vendor/resources/first-owner/v1"
PASSWORD = "seven-lamps-in-the-harbor"
LOGIN = "/identity/resources/auth/v1/user"


@pytest.fixture(autouse=True)
async def without_staff(database: Database) -> AsyncIterator[None]:
    await dismiss_all(database)
    yield
    await dismiss_all(database)


def wish(token: str | None, **changed: Any) -> dict[str, Any]:
    email = f"{uuid4().hex[:10]}@umbrella.test"
    given = {"email": email, "name": "Ada Owner", "companyName": "Umbrella", "password": PASSWORD}
    return {"token": token, **given, **changed}


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["errorCode"]


async def owners(db: Db) -> list[str]:
    rows = await db.connection.fetch(
        "select u.email from staff s join users u on u.id = s.user_id where s.role = 'owner'"
    )
    return [row["email"] for row in rows]


async def test_the_user_with_the_link_becomes_owner_and_the_link_expires(client, database, db):
    token = await first_owner_link.create_first_owner_link(database)
    other = await first_owner_link.create_first_owner_link(database)  # of another process
    assert (await client.post(f"{PATH}/verify", json={"token": token})).status_code == 204
    first = wish(token)
    assert (await client.post(PATH, json=first)).status_code == 204
    assert await owners(db) == [first["email"]]
    signed_in = await client.post(LOGIN, json={"email": first["email"], "password": PASSWORD})
    assert signed_in.status_code == 200
    # Until a second factor is shown, they enter the console no more than others.
    bearer = {"authorization": f"Bearer {signed_in.json()['accessToken']}"}
    entered = await client.post("/vendor/resources/staff/v1/token", headers=bearer)
    assert refusal(entered) == (403, "access.step_up_needed")
    for late in (token, other):
        assert refusal(await client.post(PATH, json=wish(late))) == (404, "first_owner.link_over")
        seen = await client.post(f"{PATH}/verify", json={"token": late})
        assert refusal(seen) == (404, "first_owner.link_over")
    assert await first_owner_link.create_first_owner_link(database) is None
    assert await owners(db) == [first["email"]]


async def test_an_owner_created_elsewhere_expires_the_link(client, world: World, database):
    token = await first_owner_link.create_first_owner_link(database)
    await hire(world, StaffRole.OWNER)
    assert refusal(await client.post(PATH, json=wish(token))) == (404, "first_owner.link_over")


async def test_the_link_works_for_a_day(client, database, db, monkeypatch):
    token = await first_owner_link.create_first_owner_link(database)
    later = clock.now() + timedelta(hours=first_owner_link.LINK_HOURS, seconds=1)
    with monkeypatch.context() as moved:
        moved.setattr(clock, "now", lambda: later)
        assert refusal(await client.post(PATH, json=wish(token))) == (404, "first_owner.link_over")
    assert await owners(db) == []


async def test_of_two_concurrent_uses_one_becomes_owner(client, database, db):
    token = await first_owner_link.create_first_owner_link(database)
    wishes = [wish(token), wish(token)]
    answers = await asyncio.gather(*(client.post(PATH, json=one) for one in wishes))
    assert sorted(one.status_code for one in answers) == [204, 404]
    assert len(await owners(db)) == 1


@pytest.mark.parametrize(
    ("changed", "status"),
    [({"password": "short"}, 400), ({"email": "nobody"}, 400), ({"companyName": ""}, 400)],
)
async def test_a_refused_form_leaves_the_link_usable(client, database, db, changed, status):
    token = await first_owner_link.create_first_owner_link(database)
    assert (await client.post(PATH, json=wish(token, **changed))).status_code == status
    assert await owners(db) == []
    assert (await client.post(PATH, json=wish(token))).status_code == 204


async def test_the_link_takes_over_no_existing_user(client, world: World, database, db):
    token = await first_owner_link.create_first_owner_link(database)
    person = await world.person()
    refused = await client.post(PATH, json=wish(token, email=person.email))
    assert refusal(refused) == (409, "first_owner.address_taken")
    assert await owners(db) == []


async def test_a_guess_is_refused(client, database):
    await first_owner_link.create_first_owner_link(database)
    assert refusal(await client.post(PATH, json=wish("x" * 43))) == (404, "first_owner.link_over")
