"""A tenant may have its people replace passwords that are old."""

from datetime import timedelta
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock, hashing
from tests.identity.signup_steps import LOGIN, OTHER, VERIFY
from tests.world import Db, Person, World

POLICY = "/identity/resources/configurations/v1/password-rotation"
DEFAULT = {"isActive": False, "rotationPeriod": 129_600, "notificationPeriod": 10_080}
FIRST = "a first sentence that is long"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def pat(world: World, db: Db, admin: Person) -> str:
    user_id, address = await world.member(admin.tenant_id, "ReadOnly")
    await db.connection.execute(
        "insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)",
        user_id,
        await hashing.hash_password(FIRST),
        clock.now(),
    )
    return address


async def log_in(browser: httpx.AsyncClient, address: str, password: str = FIRST) -> dict[str, Any]:
    answer = await browser.post(LOGIN, json={"email": address, "password": password})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_the_policy_is_off_until_an_administrator_says_so(world: World, admin: Person):
    assert (await admin.browser.get(POLICY)).json() == DEFAULT
    assert (await admin.browser.get(f"{POLICY}/vendor")).json() == DEFAULT
    saved = await admin.browser.post(POLICY, json={"isActive": True, "rotationPeriod": 43_200})
    assert saved.status_code == 200
    assert saved.json().items() >= {**DEFAULT, "isActive": True, "rotationPeriod": 43_200}.items()
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    refused = await reader.browser.post(POLICY, json={"isActive": False})
    assert refused.json()["errorCode"] == "access.missing_permission"


@pytest.mark.parametrize(
    "body",
    [
        {"rotationPeriod": 60}, {"rotationPeriod": 10**9}, {"isActive": "perhaps"},
        {"rotationPeriod": 2000, "notificationPeriod": 2000}, {"notificationPeriod": -1},
    ],
)  # fmt: skip
async def test_a_malformed_policy_is_refused(admin: Person, body: dict[str, object]):
    assert (await admin.browser.post(POLICY, json=body)).status_code == 400
    assert (await admin.browser.get(POLICY)).json() == DEFAULT


async def test_people_are_told_before_and_then_replace_it(
    client: httpx.AsyncClient, admin: Person, pat: str
):
    rule = {"isActive": True, "rotationPeriod": 30 * 1440, "notificationPeriod": 7 * 1440}
    await admin.browser.post(POLICY, json=rule)
    assert "passwordExpiresIn" not in await log_in(client, pat)
    clock.advance_clock(timedelta(days=25))
    told = await log_in(client, pat)
    assert told["accessToken"]
    assert told["notificationPeriod"] == 7 * 1440
    assert 4 * 1440 < told["passwordExpiresIn"] <= 5 * 1440
    clock.advance_clock(timedelta(days=6))
    client.cookies.clear()
    told = await log_in(client, pat)
    assert not {"accessToken", "mfaToken"} & set(told)
    assert not client.cookies
    body = {"userId": told["userId"], "token": told["resetPasswordToken"], "password": OTHER}
    assert (await client.post(VERIFY, json=body)).status_code == 201
    assert (await client.post(VERIFY, json=body)).status_code == 410
    assert (await log_in(client, pat, OTHER))["accessToken"]


async def test_an_old_password_alone_replaces_nothing_where_there_is_a_second_factor(
    client: httpx.AsyncClient, world: World, admin: Person, pat: str
):
    await admin.browser.post(POLICY, json={"isActive": True})
    await world.configure("update users set mfa_enrolled = true where email = $1", pat)
    clock.advance_clock(timedelta(days=91))
    told = await log_in(client, pat)
    assert told["mfaToken"]
    assert "resetPasswordToken" not in told
