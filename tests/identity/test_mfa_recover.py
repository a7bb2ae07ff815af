"""Recovery of a user who has lost their factors."""

import asyncio

import httpx
import pytest

from tests.audit_log import audit_entries
from tests.identity.second_factors import AT_LOGIN, OWN, Steps, a_number, next_step
from tests.identity.signup_steps import ME, new_address, stranger
from tests.identity.test_mfa_step_up import stepped_up

RECOVER = f"{AT_LOGIN}/recover"


@pytest.fixture
async def lost(steps):
    """A user with two factors, and their recovery code."""
    who = await steps.somebody()
    code = (await steps.add_app(who))["recoveryCode"]
    await steps.add_phone(who, a_number())
    next_step()
    return who, code


async def recover(steps: Steps, email: str, code: str) -> httpx.Response:
    async with stranger(steps.asgi) as browser:
        return await browser.post(RECOVER, json={"email": email, "recoveryCode": code})


@pytest.mark.parametrize("written", [str, str.lower, lambda code: code.replace("-", " ") + " "])
async def test_the_code_takes_every_factor_away(steps, world, run_jobs, lost, written):
    who, code = lost
    waiting = await steps.login(who)
    answer = await recover(steps, who.email.upper(), written(code))
    assert (answer.status_code, answer.content) == (200, b"")
    assert (await who.browser.get(ME)).status_code == 401
    assert "accessToken" in await steps.login(who)
    body = {"mfaToken": waiting["mfaToken"], "value": "123456"}
    async with stranger(steps.asgi) as browser:
        assert (await browser.post(f"{AT_LOGIN}/verify", json=body)).status_code == 400
    await run_jobs()
    told = [one.get_body(("plain",)).get_content() for one in world.mails(who.email)]
    assert sum("with the recovery code" in text for text in told) == 1
    [entry] = await audit_entries(world, who.tenant_id, "user.mfa_recovered")
    assert (entry["user"], entry["severity"]) == (str(who.id), "High")


async def test_a_recovery_code_works_once(steps, lost):
    who, code = lost
    answers = await asyncio.gather(*(recover(steps, who.email, code) for _ in range(8)))
    assert sorted(one.status_code for one in answers) == [200] + [401] * 7


async def test_unknown_and_wrong_are_answered_alike(steps, lost):
    who, _ = lost
    wrong = await recover(steps, who.email, "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA")
    unknown = await recover(steps, new_address(), "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA")
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.content == unknown.content
    assert wrong.json()["errorCode"] == "mfa.recovery_refused"
    assert (await steps.login(who))["mfaRequired"] is True


async def test_a_new_code_makes_the_old_one_dead(steps, lost):
    who, code = lost
    browser = await stepped_up(steps, who)
    new = (await browser.post(f"{OWN}/recovery-code")).json()["recoveryCode"]
    assert (await recover(steps, who.email, code)).status_code == 401
    assert (await recover(steps, who.email, new)).status_code == 200


async def test_guesses_are_limited_by_address(steps, lost):
    who, code = lost
    answers = [await recover(steps, who.email, "wrong") for _ in range(10)]
    assert {one.status_code for one in answers} == {401}
    assert (await recover(steps, who.email, code)).status_code == 429


@pytest.mark.parametrize("by", ["user name", "further address"])
async def test_the_code_counts_with_whatever_signs_in(steps, lost, db, by):
    who, code = lost
    name, further = f"kim.{new_address()[:8]}", new_address()
    await db.connection.execute(
        "insert into usernames (user_id, username, created_at) values ($1, $2, now())",
        who.id, name,
    )  # fmt: skip
    await db.connection.execute(
        "insert into user_emails (id, user_id, email, verified_at, created_at, updated_at)"
        " values (gen_random_uuid(), $1, $2, now(), now(), now())", who.id, further,
    )  # fmt: skip
    typed = name.upper() if by == "user name" else further
    assert (await recover(steps, typed, "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA")).status_code == 401
    assert (await recover(steps, typed, code)).status_code == 200
    assert "accessToken" in await steps.login(who)
