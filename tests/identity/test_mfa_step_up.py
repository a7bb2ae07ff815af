"""The second factor again, for what is sensitive."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import httpx
import pytest

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.step_up import MULTI_FACTOR_CLASS, is_stepped_up
from gatehouse.kit import clock
from gatehouse.kit.db import Command, Query, Scope
from tests.directory.waiting import somebody_waits
from tests.identity.browser import REFRESH
from tests.identity.second_factors import (
    AT_LOGIN,
    GENERATE,
    OWN,
    Somebody,
    Steps,
    code_of,
    next_step,
)
from tests.identity.signup_steps import ME, stranger
from tests.identity.software_key import SoftwareKey
from tests.identity.test_mfa_login import is_in
from tests.identity.test_sessions import LIMITS
from tests.identity.test_sessions_refresh import claims_of

END_SESSIONS = Command("update sessions set ended_at = $2 where user_id = $1 and ended_at is null")
LIVE = Query(int, "select count(*) from sessions where user_id = $1 and ended_at is null")
NOW = datetime(2026, 6, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("acr", "amr", "seconds_ago", "max_age", "holds"),
    [
        (MULTI_FACTOR_CLASS, ["pwd", "otp", "mfa"], 0, HOUR, True),
        (MULTI_FACTOR_CLASS, ["pwd", "sms", "mfa"], 0, HOUR, True),
        (MULTI_FACTOR_CLASS, ["hwk", "mfa"], 0, HOUR, True),
        (MULTI_FACTOR_CLASS, ["pwd", "otp", "mfa"], 3600, HOUR, True),
        (MULTI_FACTOR_CLASS, ["pwd", "otp", "mfa"], 3601, HOUR, False),
        (MULTI_FACTOR_CLASS, ["pwd", "otp", "mfa"], 1_000_000, None, True),
        (MULTI_FACTOR_CLASS, ["pwd", "otp", "mfa"], None, HOUR, False),
        (MULTI_FACTOR_CLASS, ["pwd", "otp", "mfa"], None, None, True),
        (MULTI_FACTOR_CLASS, ["pwd", "mfa"], 0, HOUR, False),
        (MULTI_FACTOR_CLASS, ["pwd", "otp"], 0, HOUR, False),
        (MULTI_FACTOR_CLASS, ["pwd", "remembered"], 0, HOUR, False),
        (MULTI_FACTOR_CLASS, [], 0, HOUR, False),
        ("another", ["pwd", "otp", "mfa"], 0, HOUR, False),
        (None, ["pwd", "otp", "mfa"], 0, HOUR, False),
    ],
)
def test_who_is_stepped_up(acr, amr, seconds_ago, max_age, holds):
    at = None if seconds_ago is None else NOW - timedelta(seconds=seconds_ago)
    caller = Principal(
        kind=PrincipalKind.USER,
        subject_id=uuid4(),
        tenant_id=uuid4(),
        application_id=None,
        person_id=uuid4(),
        session=uuid4(),
        email="",
        name="",
        permissions=(),
        level=0,
        client=Client("203.0.113.7", "Firefox"),
        amr=tuple(amr),
        acr=acr,
        auth_time=at,
    )
    assert is_stepped_up(caller, max_age, NOW) is holds


async def test_whoever_has_no_factor_is_told_to_the_letter(steps):
    who = await steps.somebody()
    refused = await who.browser.post(GENERATE, json={"maxAge": 60})
    assert refused.status_code == 400
    assert refused.json()["errors"] == ["MFA is not enrolled"]


async def test_the_factor_gives_a_new_session_in_the_place_of_the_old_one(steps):
    who = await steps.with_app()
    browser = stranger(steps.asgi)
    before = await steps.world.sign_in(who.id, who.tenant_id, who.email)
    asked = await before.browser.post(GENERATE, json={"maxAge": 60})
    assert asked.status_code == 200
    data = asked.json()
    assert (data["mfaRequired"], data["mfaEnrolled"]) == (True, True)
    device = data["mfaDevices"]["authenticators"][0]["id"]
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0]), "deviceId": device}
    answer = is_in(await browser.post(f"{AT_LOGIN}/verify", json=body), "otp")
    claims = claims_of(answer["accessToken"])
    assert claims["sid"] != str(before.session_id)
    assert abs(claims["auth_time"] - clock.now().timestamp()) < 60
    assert (await before.browser.get(ME)).status_code == 401
    browser.headers["authorization"] = f"Bearer {answer['accessToken']}"
    assert (await browser.get(ME)).status_code == 200
    refreshed = claims_of((await browser.post(REFRESH)).json()["accessToken"])
    assert [refreshed[name] for name in ("acr", "amr", "auth_time")] == [
        claims[name] for name in ("acr", "amr", "auth_time")
    ]


async def test_a_session_that_ends_while_it_is_stepped_up_gives_no_new_one(steps, database):
    who = await steps.with_app()
    session = await steps.world.sign_in(who.id, who.tenant_id, who.email)
    data = (await session.browser.post(GENERATE, json={})).json()
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    async with database.transaction(Scope.system()) as db:
        await END_SESSIONS.run(db, who.id, clock.now())
        verify = stranger(steps.asgi).post(f"{AT_LOGIN}/verify", json=body)
        waiting = asyncio.create_task(verify)
        await somebody_waits(db)
    assert (await waiting).status_code == 401
    async with database.transaction(Scope.system()) as db:
        assert await LIVE.one(db, who.id) == 0


@pytest.mark.parametrize("others", [0, 1])
async def test_a_step_up_takes_no_place_of_its_own_among_the_sessions(steps, others):
    """As many as the account allows are signed in: the one that steps up, the oldest, and `others`."""
    who = await steps.with_app()
    admin = await steps.world.person("Admin", tenant_id=who.tenant_id)
    limit = {"isActive": True, "maxSessions": 1 + others}
    limits = {"sessionConcurrentConfiguration": limit}
    assert (await admin.browser.post(LIMITS, json=limits)).status_code == 201
    session = await steps.world.sign_in(who.id, who.tenant_id, who.email)
    beside = [await steps.world.sign_in(who.id, who.tenant_id, who.email) for _ in range(others)]
    data = (await session.browser.post(GENERATE, json={})).json()
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    is_in(await stranger(steps.asgi).post(f"{AT_LOGIN}/verify", json=body), "otp")
    assert [(await one.browser.get(ME)).status_code for one in beside] == [200] * others


async def stepped_up(steps: Steps, who: Somebody) -> httpx.AsyncClient:
    browser = stranger(steps.asgi)
    data = await steps.login(who, browser)
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    answer = is_in(await browser.post(f"{AT_LOGIN}/verify", json=body), "otp")
    next_step()
    browser.headers["authorization"] = f"Bearer {answer['accessToken']}"
    return browser


async def test_nothing_is_asked_while_it_is_fresh(steps):
    who = await steps.with_app()
    browser = await stepped_up(steps, who)
    answer = await browser.post(GENERATE, json={"maxAge": 120})
    data = answer.json()
    assert claims_of(data["accessToken"])["acr"] == MULTI_FACTOR_CLASS
    assert "set-cookie" not in answer.headers
    assert "accessToken" in (await browser.post(GENERATE)).json()
    assert "accessToken" in (await browser.post(GENERATE, json={"maxAge": None})).json()
    clock.advance_clock(timedelta(seconds=121))
    asked = (await browser.post(GENERATE, json={"maxAge": 120})).json()
    assert "accessToken" not in asked
    assert asked["mfaToken"]


@pytest.mark.parametrize("max_age", [-1, "soon", 1e12, []])
async def test_a_senseless_age_is_refused(steps, max_age):
    who = await steps.somebody()
    assert (await who.browser.post(GENERATE, json={"maxAge": max_age})).status_code == 400


async def test_a_step_up_dies_with_its_session(steps):
    who = await steps.with_app()
    session = await steps.world.sign_in(who.id, who.tenant_id, who.email)
    data = (await session.browser.post(GENERATE, json={})).json()
    await steps.db.connection.execute(
        "update sessions set ended_at = now() where id = $1", session.session_id
    )
    body = {"mfaToken": data["mfaToken"], "value": code_of(who.secrets[0])}
    refused = await who.browser.post(f"{AT_LOGIN}/verify", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (401, "login.over")


async def test_what_was_shown_an_hour_ago_does_not_count(steps):
    who = await steps.with_app()
    browser = await stepped_up(steps, who)
    clock.advance_clock(timedelta(minutes=61))
    token = (await browser.post(REFRESH)).json()["accessToken"]
    browser.headers["authorization"] = f"Bearer {token}"
    refused = await browser.post(f"{OWN}/disable", json={})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.step_up_needed")


@pytest.mark.parametrize("path", ["disable", "recovery-code"])
async def test_what_only_a_stepped_up_session_may(steps, path):
    who = await steps.with_app()
    refused = await who.browser.post(f"{OWN}/{path}")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.step_up_needed")
    browser = await stepped_up(steps, who)
    assert (await browser.post(f"{OWN}/{path}")).status_code == 200


async def test_a_key_steps_up(steps):
    who, key = await steps.somebody(), SoftwareKey(verifies=False)
    await steps.add_key(who, key)
    data = (await who.browser.post(GENERATE, json={"maxAge": "60"})).json()
    path = f"{AT_LOGIN}/webauthn/{data['mfaDevices']['webauthn'][0]['id']}"
    token = {"mfaToken": data["mfaToken"]}
    asked = (await who.browser.post(path, json=token)).json()
    body = {**token, "webauthnToken": asked["webauthnToken"], "options": key.get(asked["options"])}
    is_in(await who.browser.post(f"{path}/verify", json=body), "hwk")
