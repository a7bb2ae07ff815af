"""When API tokens end: with their owner, their tenant, their time, or the vendor's switch."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from tests.directory.api_tokens import (
    ACCOUNT,
    CREDENTIALS,
    IDENTITY,
    KINDS,
    OF_PEOPLE,
    OF_TENANTS,
    PEOPLE,
    PLACES,
    REFRESH,
    ROLES,
    TENANT_USERS,
    exchange,
    make,
    new_machine,
    offering,
)
from tests.world import Db, Person, World


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
def moved_clock():
    yield clock.advance_clock
    clock.reset_clock()


async def _deleted(world: World, db: Db, owner: Person, place: str) -> None:
    assert (await owner.browser.delete(place)).status_code == 200


async def _owner_disabled(world: World, db: Db, owner: Person, place: str) -> None:
    boss = await world.person("Admin", tenant_id=owner.tenant_id)
    answer = await boss.browser.post(f"{TENANT_USERS}/{owner.id}/disable")
    assert answer.status_code == 200


async def _owner_disabled_for_a_while(world: World, db: Db, owner: Person, place: str) -> None:
    """What was taken away does not come back by itself."""
    boss = await world.person("Admin", tenant_id=owner.tenant_id)
    for verb in ("disable", "enable"):
        answer = await boss.browser.post(f"{TENANT_USERS}/{owner.id}/{verb}")
        assert answer.status_code == 200


async def _owner_removed(world: World, db: Db, owner: Person, place: str) -> None:
    boss = await world.person("Admin", tenant_id=owner.tenant_id)
    answer = await boss.browser.delete(f"/team/resources/members/v1/{owner.id}")
    assert answer.status_code == 200


async def _tenant_gone(world: World, db: Db, owner: Person, place: str) -> None:
    await db.connection.execute(
        "update tenants set deleted_at = now() where id = $1", owner.tenant_id
    )


async def _switched_off(world: World, db: Db, owner: Person, place: str) -> None:
    await world.configure("update vendor set api_tokens_enabled = false")


Ending = Callable[[World, Db, Person, str], Awaitable[None]]


OWNERS_END = (_owner_disabled, _owner_disabled_for_a_while, _owner_removed)


@pytest.fixture
async def tokens_on_again(world: World):
    yield
    await world.configure("update vendor set api_tokens_enabled = true")


@pytest.mark.parametrize(
    ("kind", "end"),
    [
        *((kind, end) for kind in KINDS for end in (_deleted, _tenant_gone, _switched_off)),
        *((kind, end) for kind in OF_PEOPLE for end in OWNERS_END),
    ],
)
async def test_a_token_ends_at_once(
    world: World, db: Db, admin: Person, kind: str, end: Ending, tokens_on_again
):
    machine = await new_machine(world, admin, kind)
    again = None
    if kind in CREDENTIALS:
        again = (await exchange(machine.http, machine.made)).json()["refresh_token"]
    reads = (PEOPLE, ROLES, f"{IDENTITY}/configurations/v1")
    assert {(await machine.http.get(path)).status_code for path in reads} == {200}
    await end(world, db, admin, machine.place)
    refused = (403, "api_tokens.disabled") if end is _switched_off else (401, "api_tokens.ended")
    for path in reads:
        answer = await machine.http.get(path)
        assert (answer.status_code, answer.json()["errorCode"]) == refused
    assert (await machine.http.put(ACCOUNT, json={"address": "X"})).status_code == refused[0]
    if again is not None:
        assert (await exchange(machine.http, machine.made)).status_code == refused[0]
        answer = await machine.http.post(REFRESH, json={"refreshToken": again})
        assert answer.status_code == refused[0]


@pytest.mark.parametrize("kind", OF_TENANTS)
async def test_a_tenants_token_outlives_its_maker(world: World, db: Db, admin: Person, kind: str):
    machine = await new_machine(world, admin, kind)
    await _owner_removed(world, db, admin, machine.place)
    assert (await machine.http.get(PEOPLE)).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
async def test_a_token_expires(world: World, admin: Person, kind: str, moved_clock):
    machine = await new_machine(world, admin, kind, expiresInMinutes=2)
    moved_clock(timedelta(seconds=110))
    assert (await machine.http.get(PEOPLE)).status_code == 200
    moved_clock(timedelta(seconds=11))
    assert (await machine.http.get(PEOPLE)).status_code == 401
    if kind in CREDENTIALS:
        assert (await exchange(machine.http, machine.made)).status_code == 401


async def test_tokens_expired_for_three_months_are_deleted(
    world: World, db: Db, admin: Person, moved_clock, resources
):
    from gatehouse.directory.api_tokens.jobs import EXPIRED_TOKENS
    from gatehouse.kit.db import Database
    from gatehouse.kit.jobs import JobContext

    short = await make(world, admin, "tenantApiToken", expiresInMinutes=1)
    endless = await make(world, admin, "tenantApiToken")
    moved_clock(timedelta(days=91))
    await EXPIRED_TOKENS.run(JobContext(resources[Database], resources, 0, 1, last_attempt=True))
    kept = await db.connection.fetch(
        "select id::text from api_tokens where tenant_id = $1", admin.tenant_id
    )
    assert [row["id"] for row in kept] == [endless["clientId"]]
    assert short["clientId"] != endless["clientId"]


async def test_an_endless_token_has_no_end(world: World, admin: Person, moved_clock):
    machine = await new_machine(world, admin, "userAccessToken", expiresInMinutes=None)
    assert "expires" not in machine.made
    moved_clock(timedelta(days=20))
    assert (await machine.http.get(PEOPLE)).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
async def test_only_what_the_vendors_strategy_makes_is_made(
    world: World, admin: Person, kind: str, tokens_on_again
):
    other = "userApiToken" if kind.endswith("AccessToken") else "userAccessToken"
    async with offering(world, other):
        refused = await admin.browser.post(PLACES[kind][0], json={"description": "x"})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "api_tokens.other_strategy")
    await world.configure("update vendor set api_tokens_enabled = false")
    for method in ("get", "post"):
        place = PLACES[kind][1] if method == "get" else PLACES[kind][0]
        off = await admin.browser.request(method, place, json={"description": "x"})
        assert (off.status_code, off.json()["errors"]) == (403, ["Api tokens are disabled"])
