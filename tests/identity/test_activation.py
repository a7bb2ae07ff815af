"""Activation: the mailed link verifies the address, sets the password, and signs in; once."""

import asyncio
import base64
from datetime import timedelta
from uuid import UUID

import orjson
import pytest

from gatehouse.kit import clock
from gatehouse.kit.db.locks import Lock
from tests.audit_log import audit_entries
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    GOOD,
    OTHER,
    REFRESH,
    RESEND,
    SIGN_UP,
    STRATEGY,
    VALIDATE,
    VERIFY,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.lock_held import until_released
from tests.stored import row_contains
from tests.vendor_view import get_user, password_fits, sessions_of


@pytest.fixture
async def pending(asgi, world, run_jobs):
    """The address and link of a user who has just signed up."""
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
    await run_jobs()
    return address, credentials(world, address)


async def test_the_link_verifies_sets_the_password_and_signs_in(asgi, world, pending):
    address, link = pending
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=link)).json() == {"shouldSetPassword": True}
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD, "recaptchaToken": ""})
        assert answer.status_code == 200
        data = answer.json()
        assert (data["userEmail"], data["mfaRequired"]) == (address, False)
        payload = data["accessToken"].split(".")[1]
        claims = orjson.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        assert (claims["sub"], claims["email"]) == (link["userId"], address)
        assert claims["roles"] == ["Admin"]
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert (await browser.post(REFRESH)).status_code == 201
    user = await get_user(world, link["userId"])
    assert (user["verified"], user["activatedForTenant"]) == (True, True)
    assert await password_fits(world, address, GOOD)
    [entry] = await audit_entries(world, user["tenantId"], "user.activated")
    assert entry["user"] == link["userId"]


async def test_opening_the_link_changes_nothing(asgi, world, pending):
    _, link = pending
    async with stranger(asgi) as browser:
        for _ in range(5):
            assert (await browser.get(STRATEGY, params=link)).status_code == 200
        assert (await get_user(world, link["userId"]))["verified"] is False
        assert (await browser.post(ACTIVATE, json={**link, "password": GOOD})).status_code == 200


async def test_the_link_works_once(asgi, world, pending):
    address, link = pending
    async with stranger(asgi) as browser:
        assert (await browser.post(ACTIVATE, json={**link, "password": GOOD})).status_code == 200
        again = await browser.post(ACTIVATE, json={**link, "password": OTHER})
        assert (again.status_code, again.json()["errors"]) == (404, ["Activation link expired"])
        assert (await browser.get(STRATEGY, params=link)).status_code == 404
    assert await password_fits(world, address, GOOD)


async def test_ten_at_once_activate_once(asgi, world, pending):
    address, link = pending
    browsers = [stranger(asgi) for _ in range(10)]
    answers = await asyncio.gather(
        *[
            b.post(ACTIVATE, json={**link, "password": f"{GOOD} {n}"})
            for n, b in enumerate(browsers)
        ]
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 9
    winner = [answer.status_code for answer in answers].index(200)
    assert await password_fits(world, address, f"{GOOD} {winner}")
    assert len(await sessions_of(world, link["userId"])) == 1


async def test_two_links_at_once_activate_once(asgi, world, run_jobs, pending):
    address, first = pending
    async with stranger(asgi) as browser:
        await browser.post(RESEND, json={"email": address})
        await run_jobs()
        second = credentials(world, address)
        assert first["token"] != second["token"]
        answers = await asyncio.gather(
            *[browser.post(ACTIVATE, json={**link, "password": GOOD}) for link in (first, second)]
        )
    assert sorted(answer.status_code for answer in answers) == [200, 404]


async def test_the_link_lives_72_hours(asgi, pending):
    _, link = pending
    async with stranger(asgi) as browser:
        clock.advance_clock(timedelta(hours=71, minutes=59))
        assert (await browser.get(STRATEGY, params=link)).status_code == 200
        clock.advance_clock(timedelta(minutes=2))
        assert (await browser.get(STRATEGY, params=link)).status_code == 404
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD})
        assert answer.status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"userId": ""}, {"userId": "undefined"}, {"userId": "x"}, {"token": ""}, {"token": "wrong"},
        {"token": "\u0000"}, {"userId": "00000000-0000-0000-0000-000000000000"},
    ],
)  # fmt: skip
async def test_a_wrong_link_is_an_expired_one(asgi, pending, change):
    _, link = pending
    async with stranger(asgi) as browser:
        answer = await browser.get(STRATEGY, params={**link, **change})
        assert (answer.status_code, answer.json()["errors"]) == (404, ["Activation link expired"])
        answer = await browser.post(ACTIVATE, json={**link, "password": GOOD, **change})
        assert answer.status_code in (400, 404)
        assert (await browser.get(STRATEGY, params=link)).status_code == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "activation.password_needed"),
        ({"password": ""}, "activation.password_needed"),
        ({"password": None}, "activation.password_needed"),
        ({"password": "fourteen chars"}, "passwords.too_short"),
        ({"password": "x" * 257}, "passwords.too_long"),
        ({"password": "aaaaaaaaaaaaaaaaaaaa"}, "passwords.too_weak"),
        ({"password": "1qaz2wsx3edc4rfv"}, "passwords.breached"),
        ({"password": "Roe Works Roe Works"}, "passwords.too_personal"),
        ({"password": "gatehouse-gatehouse-1"}, "passwords.too_personal"),
    ],
)
async def test_a_refused_password_leaves_the_link_usable(asgi, pending, body, code):
    _, link = pending
    async with stranger(asgi) as browser:
        refused = await browser.post(ACTIVATE, json={**link, **body})
        assert (refused.status_code, refused.json()["errorCode"]) == (400, code)
        assert not browser.cookies
        assert (await browser.post(ACTIVATE, json={**link, "password": GOOD})).status_code == 200


async def test_the_link_is_for_activation_only(asgi, pending):
    _, link = pending
    async with stranger(asgi) as browser:
        assert (await browser.post(VALIDATE, json=link)).status_code == 400
        assert (await browser.post(VERIFY, json={**link, "password": GOOD})).status_code == 400
        assert (await browser.post(ACCEPT, json=link)).status_code == 404
        assert (await browser.get(STRATEGY, params=link)).status_code == 200


async def test_the_link_is_for_one_person_only(asgi, world, run_jobs, pending):
    _, mine = pending
    other = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(other))
        await run_jobs()
        theirs = credentials(world, other)
        mixed = {"userId": theirs["userId"], "token": mine["token"], "password": GOOD}
        assert (await browser.post(ACTIVATE, json=mixed)).status_code == 404


async def test_a_removed_membership_cannot_be_activated_by_its_old_link(asgi, pending, db):
    _, link = pending
    person = UUID(link["userId"])
    member = await db.connection.fetchrow("select * from memberships where user_id = $1", person)
    await db.connection.execute("delete from memberships where user_id = $1", person)
    async with stranger(asgi) as browser:
        body = {**link, "password": GOOD}
        assert (await browser.get(STRATEGY, params=link)).status_code == 404
        assert (await browser.post(ACTIVATE, json=body)).status_code == 404
        # Invited again later: the old link stays dead.
        await db.connection.execute(
            "insert into memberships (tenant_id, user_id, created_at) values ($1, $2, $3)",
            member["tenant_id"], person, clock.now(),
        )  # fmt: skip
        assert (await browser.post(ACTIVATE, json=body)).status_code == 404


async def test_only_the_hash_of_the_token_is_stored(pending, db):
    _, link = pending
    assert len(base64.urlsafe_b64decode(link["token"] + "=")) == 32
    rows = await db.connection.fetch(
        "select t::text as text from action_tokens t where user_id = $1", UUID(link["userId"])
    )
    assert len(rows) == 1
    assert not row_contains(rows[0]["text"], link["token"])


async def test_asking_again_answers_alike_and_tells_an_active_user_to_sign_in(
    asgi, world, run_jobs, pending
):
    waiting, _ = pending
    active, unknown = new_address(), new_address()
    await sign_up_and_activate(asgi, world, run_jobs, active)
    answers = []
    async with stranger(asgi) as browser:
        for address in (waiting, active, unknown):
            answers.append(await browser.post(RESEND, json={"email": address}))
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.content for answer in answers} == {b""}
    await run_jobs()
    assert [len(world.mails(a)) for a in (waiting, active, unknown)] == [2, 2, 0]
    assert world.mails(active)[-1]["Subject"] == "You already have a Gatehouse account"


async def test_asking_again_is_limited_for_an_address(asgi):
    address = new_address()
    statuses = []
    for _ in range(6):
        async with stranger(asgi) as browser:
            statuses.append((await browser.post(RESEND, json={"email": address})).status_code)
    assert statuses == [201] * 5 + [429]


async def test_an_administrator_sends_a_members_link_again(world, run_jobs, db):
    admin = await world.person("Admin")
    user_id, address = await world.member(admin.tenant_id, "ReadOnly")
    path = f"/team/resources/members/v1/{user_id}/resendActivationEmail"
    refused = await admin.browser.post(path)
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "activation.already_active")
    await db.connection.execute("update users set verified = false where id = $1", user_id)
    await db.connection.execute(
        "update memberships set activated = false where user_id = $1", user_id
    )
    answer = await admin.browser.post(path)
    assert (answer.status_code, answer.content) == (200, b"")
    await run_jobs()
    assert credentials(world, address)["userId"] == str(user_id)
    ip = (await audit_entries(world, admin.tenant_id, "user.activation_resent"))[0]["ip"]
    assert ip == "127.0.0.1"


async def test_a_members_link_is_sent_by_administrators_only(world, run_jobs):
    admin, foreign = await world.person("Admin"), await world.person("Admin")
    user_id, address = await world.member(admin.tenant_id, "ReadOnly")
    path = f"/team/resources/members/v1/{user_id}/resendActivationEmail"
    assert (await foreign.browser.post(path)).status_code == 404
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await reader.browser.post(path)).status_code == 403
    assert (await world.new_client().post(path)).status_code == 401
    wrong = "/team/resources/members/v1/nobody/resendActivationEmail"
    assert (await admin.browser.post(wrong)).status_code == 400
    await run_jobs()
    assert world.mails(address) == []


async def test_links_of_a_user_are_used_one_at_a_time(asgi, pending, database):
    _, link = pending
    async with stranger(asgi) as browser:
        asked = browser.post(ACTIVATE, json={**link, "password": GOOD})
        answer = await until_released(database, Lock.ACTION_LINKS, link["userId"], asked)
    assert answer.status_code == 200, answer.text
