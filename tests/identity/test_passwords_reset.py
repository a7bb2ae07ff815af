"""Forgotten passwords: one link, one hour, one use; the answer does not tell which users exist."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries_by
from tests.identity.passwordless_steps import new_number
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    CHANGE,
    GOOD,
    LOGIN,
    OTHER,
    REFRESH,
    RESET,
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
from tests.vendor_view import get_user, password_fits, sessions_of
from tests.world import Person, World

BY_IDENTIFIER = "/identity/resources/users/v2/passwords/reset/email"


@pytest.fixture
async def owner(asgi, world, run_jobs):
    """Address and id of a user whose password is `GOOD`."""
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    return address, user_id


@pytest.fixture
async def link(asgi, world, run_jobs, owner):
    address, _ = owner
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": address})
    await run_jobs()
    return credentials(world, address)


async def sign_in_elsewhere(world: World, user_id: UUID) -> Person:
    """Another session of the user."""
    user = await get_user(world, user_id)
    return await world.sign_in(user_id, UUID(user["tenantId"]), user["email"])


async def test_the_link_sets_the_password_ends_every_session_and_tells_the_owner(
    asgi, world, run_jobs, owner, link
):
    address, user_id = owner
    assert world.link(world.mails(address)[-1]).path == "/account/reset-password"
    elsewhere = await sign_in_elsewhere(world, user_id)
    async with stranger(asgi) as browser:
        assert (await browser.post(VALIDATE, json=link)).status_code == 200
        answer = await browser.post(VERIFY, json={**link, "password": OTHER})
        assert (answer.status_code, answer.content) == (201, b"")
        assert not browser.cookies
    assert await password_fits(world, address, OTHER)
    assert (await elsewhere.browser.post(CHANGE, json={})).status_code == 401
    assert await sessions_of(world, user_id) == []
    await run_jobs()
    assert world.mails(address)[-1]["Subject"] == "Your Gatehouse password was changed"
    entries = await audit_entries_by(world, address, "user.password*")
    assert [entry["action"] for entry in entries] == [
        "user.password_reset_requested", "user.password_changed",
    ]  # fmt: skip


async def test_only_the_new_password_signs_in(asgi, owner, link):
    async with stranger(asgi) as browser:
        await browser.post(VERIFY, json={**link, "password": OTHER})
        old, new = [
            await browser.post(LOGIN, json={"email": owner[0], "password": password})
            for password in (GOOD, OTHER)
        ]
    assert (old.status_code, new.status_code) == (401, 200)


async def test_a_user_name_and_a_proved_number_bring_the_link_to_the_address(
    asgi, world, run_jobs, owner, db
):
    address, user_id = owner
    name, number = f"Pat.{uuid4().hex[:10]}", new_number()
    await db.connection.execute(
        "insert into usernames (user_id, username, created_at) values ($1, $2, now())",
        user_id,
        name,
    )
    await db.connection.execute(
        "insert into phone_numbers (id, user_id, phone_number, created_at, updated_at)"
        " values (gen_random_uuid(), $1, $2, now(), now())",
        user_id,
        number,
    )

    async def ask(kind: str, *values: str) -> int:
        """How many mails come."""
        before = len(world.mails(address))
        for value in values:
            async with stranger(asgi) as browser:
                body = {"identifier": value, "identifierType": kind}
                answer = await browser.post(BY_IDENTIFIER, json=body)
                assert (answer.status_code, answer.content) == (200, b""), answer.text
        await run_jobs()
        return len(world.mails(address)) - before

    assert await ask("username", name.upper(), f"{name}x") == 1
    assert await ask("phoneNumber", number) == 0
    proved = "update phone_numbers set verified_at = now() where user_id = $1"
    await db.connection.execute(proved, user_id)
    assert await ask("phoneNumber", f"{number[:5]} {number[5:]}") == 1


async def test_the_first_version_takes_an_identifier_too(asgi, world, run_jobs, owner):
    """As the published description has it; its clients send `email`."""
    address, _ = owner
    before = len(world.mails(address))
    async with stranger(asgi) as browser:
        body = {"identifier": address, "identifierType": "email"}
        answer = await browser.post(RESET, json=body)
    assert (answer.status_code, answer.content) == (201, b""), answer.text
    await run_jobs()
    assert len(world.mails(address)) == before + 1


async def test_the_identifier_counts_where_an_address_is_sent_too(asgi, world, run_jobs, owner):
    """What it is stands beside it, and is not said of the address."""
    address, other = owner[0], new_address()
    await sign_up_and_activate(asgi, world, run_jobs, other)
    before = len(world.mails(address)), len(world.mails(other))
    async with stranger(asgi) as browser:
        body = {"email": other, "identifier": address, "identifierType": "email"}
        assert (await browser.post(RESET, json=body)).status_code == 201
    await run_jobs()
    assert (len(world.mails(address)), len(world.mails(other))) == (before[0] + 1, before[1])


@pytest.mark.parametrize(
    ("kind", "value"), [("username", "a@b.test"), ("phoneNumber", "12"), ("email", "nobody")]
)
async def test_what_is_no_identifier_is_refused(asgi, kind, value):
    async with stranger(asgi) as browser:
        body = {"identifier": value, "identifierType": kind}
        assert (await browser.post(BY_IDENTIFIER, json=body)).status_code == 400


async def test_known_and_unknown_addresses_get_the_same_answer(asgi, world, run_jobs, owner):
    known, unknown = owner[0], new_address()
    before = len(world.mails(known))
    for path, key, status in ((RESET, "email", 201), (BY_IDENTIFIER, "identifier", 200)):
        answers = []
        for address in (known, unknown):
            async with stranger(asgi) as browser:
                answers.append(await browser.post(path, json={key: address}))
        assert [(a.status_code, a.content) for a in answers] == [(status, b"")] * 2
        assert {*answers[0].headers} == {*answers[1].headers}
    await run_jobs()
    assert len(world.mails(known)) == before + 2
    assert world.mails(unknown) == []


async def test_the_request_looks_up_no_user(asgi, owner, db):
    """Equal time: before the answer the same job is queued, for every address."""
    for address in (owner[0], new_address()):
        async with stranger(asgi) as browser:
            await browser.post(RESET, json={"email": address})
        queued = await db.connection.fetch(
            "select entrypoint from pgqueuer where payload like $1 and entrypoint not in"
            " ('events.fan_out', 'connectivity.deliver')",  # the news of how the owner came
            f"%{address}%".encode(),
        )
        assert [row[0] for row in queued] == ["passwords.mail_reset"]


async def test_the_link_is_built_from_the_configured_origin(asgi, world, run_jobs, owner):
    address, _ = owner
    async with stranger(asgi) as browser:
        await browser.post(
            RESET,
            json={"email": address},
            headers={"host": "evil.test", "x-forwarded-host": "evil.test", "forwarded": "host=e.t"},
        )
    await run_jobs()
    assert str(world.link(world.mails(address)[-1])).startswith("http://localhost:8000/account/")
    assert "evil.test" not in world.mails(address)[-1].as_string()


async def test_the_link_works_once_and_takes_its_siblings_along(asgi, world, run_jobs, owner, link):
    address, _ = owner
    async with stranger(asgi) as browser:
        await browser.post(RESET, json={"email": address})
        await run_jobs()
        sibling = credentials(world, address)
        assert (await browser.post(VERIFY, json={**link, "password": OTHER})).status_code == 201
        for dead in (link, sibling):
            again = await browser.post(VERIFY, json={**dead, "password": "yet another long one"})
            assert (again.status_code, again.json()["errorCode"]) == (
                410, "passwords.reset_link_expired"
            )  # fmt: skip
            assert (await browser.post(VALIDATE, json=dead)).status_code == 410
    assert await password_fits(world, address, OTHER)


async def test_ten_at_once_reset_once(asgi, world, owner, link):
    browsers = [stranger(asgi) for _ in range(10)]
    answers = await asyncio.gather(
        *[b.post(VERIFY, json={**link, "password": f"{OTHER} {n}"}) for n, b in enumerate(browsers)]
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [410] * 9
    winner = [answer.status_code for answer in answers].index(201)
    assert await password_fits(world, owner[0], f"{OTHER} {winner}")


async def test_the_link_lives_an_hour(asgi, link):
    async with stranger(asgi) as browser:
        clock.advance_clock(timedelta(minutes=59))
        assert (await browser.post(VALIDATE, json=link)).status_code == 200
        clock.advance_clock(timedelta(minutes=2))
        assert (await browser.post(VALIDATE, json=link)).status_code == 410
        assert (await browser.post(VERIFY, json={**link, "password": OTHER})).status_code == 410


async def test_a_changed_password_kills_the_link(asgi, world, owner, link):
    _, user_id = owner
    person = await sign_in_elsewhere(world, user_id)
    changed = await person.browser.post(CHANGE, json={"password": GOOD, "newPassword": OTHER})
    assert changed.status_code == 201
    async with stranger(asgi) as browser:
        assert (await browser.post(VERIFY, json={**link, "password": GOOD})).status_code == 410


@pytest.mark.parametrize(
    "change",
    [
        {"token": "x"}, {"token": ""}, {"token": None}, {"token": ["a"]}, {"token": "\u0000"},
        {"userId": ""}, {"userId": "x"}, {"userId": "00000000-0000-0000-0000-000000000000"},
        {"password": ""}, {"password": None}, {"password": "short"}, {"password": "x" * 2000},
    ],
)  # fmt: skip
async def test_a_bad_request_is_400_and_leaves_the_link_usable(asgi, link, change):
    async with stranger(asgi) as browser:
        answer = await browser.post(VERIFY, json={**link, "password": OTHER, **change})
        assert answer.status_code == 400, answer.text
        assert answer.json()["errors"]
        assert (await browser.post(VALIDATE, json=link)).status_code == 200


@pytest.mark.parametrize("path", [RESET, VALIDATE, VERIFY, BY_IDENTIFIER])
@pytest.mark.parametrize("body", [b"", b"null", b"{}", b"[]", b'{"email": "\\ud800"}', b"\xff"])
async def test_a_malformed_body_is_400(asgi, path, body):
    async with stranger(asgi) as browser:
        answer = await browser.post(
            path, content=body, headers={"content-type": "application/json"}
        )
    assert answer.status_code == 400
    assert answer.json()["errors"]


async def test_the_link_is_for_resetting_only(asgi, link):
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=link)).status_code == 404
        assert (await browser.post(ACTIVATE, json={**link, "password": OTHER})).status_code == 404
        assert (await browser.post(ACCEPT, json=link)).status_code == 404
        assert (await browser.post(VALIDATE, json=link)).status_code == 200


async def test_the_link_is_for_one_person_only(asgi, world, run_jobs, link):
    other = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, other)
    async with stranger(asgi) as browser:
        stolen = {"userId": str(user_id), "token": link["token"], "password": OTHER}
        assert (await browser.post(VERIFY, json=stolen)).status_code == 400


async def test_who_never_activated_gets_the_activation_link(asgi, world, run_jobs):
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
        await browser.post(RESET, json={"email": address})
    await run_jobs()
    paths = [world.link(mail).path for mail in world.mails(address)]
    assert paths == ["/account/activate"] * 2


async def test_a_reset_ends_a_lockout(asgi, owner, link, db):
    await db.connection.execute(
        "update passwords set failed_attempts = 9, locked_until = $2 where user_id = $1",
        owner[1], clock.now() + timedelta(days=1),
    )  # fmt: skip
    async with stranger(asgi) as browser:
        await browser.post(VERIFY, json={**link, "password": OTHER})
        refresh = await browser.post(REFRESH)
    row = await db.connection.fetchrow(
        "select failed_attempts, locked_until from passwords where user_id = $1", owner[1]
    )
    assert tuple(row) == (0, None)
    assert refresh.status_code == 401


async def test_requests_are_limited_for_an_address_known_or_not(asgi, owner):
    for address in (owner[0], new_address()):
        statuses = []
        for _ in range(6):
            async with stranger(asgi) as browser:
                statuses.append((await browser.post(RESET, json={"email": address})).status_code)
        assert statuses == [201] * 5 + [429]
