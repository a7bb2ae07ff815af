"""Signing in with a mailed code: for the browser that asked, once, ten minutes, five tries."""

import asyncio
import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries_by
from tests.identity.passwordless_steps import (
    CODE,
    CODE_BACK,
    LINK,
    LINK_BACK,
    SMS,
    SMS_BACK,
    mailed_code,
    offering,
    refusal,
    wrong,
)
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    ME,
    REFRESH,
    RESET,
    SIGN_UP,
    form,
    new_address,
    stranger,
)
from tests.vendor_view import get_user_by_email


@pytest.fixture
async def offer(database, resources):
    async with offering(database, resources) as change:
        await change("Code")
        yield change


@pytest.fixture
async def owner(world, offer):
    """Address, user and tenant id of a user whose address is verified."""
    tenant_id = await world.tenant()
    user_id, address = await world.member(tenant_id)
    return address, user_id, tenant_id


def claims(answer: httpx.Response) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        urlsafe_b64decode(answer.json()["accessToken"].split(".")[1] + "===")
    )
    return found


async def wrong_codes(world, address: str) -> int:
    """The number of wrong codes that the audit reports."""
    entries = await audit_entries_by(world, address)
    return [entry["json"].get("reason") for entry in entries].count("wrong_code")


async def test_a_mailed_code_signs_in_and_says_how(asgi, world, run_jobs, owner):
    address, user_id, tenant_id = owner
    async with stranger(asgi) as browser:
        asked = await browser.post(
            CODE, json={"email": address, "username": "", "recaptchaToken": ""}
        )
        assert (asked.status_code, asked.content) == (201, b"")
        [cookie] = asked.headers.get_list("set-cookie")
        assert "HttpOnly" in cookie
        assert "Max-Age=900" in cookie
        await run_jobs()
        assert "Gatehouse" in world.mails(address)[-1]["Subject"]
        answer = await browser.post(CODE_BACK, json={"token": mailed_code(world, address)})
        assert answer.status_code == 201, answer.text
        found = claims(answer)
        assert (found["sub"], found["tenantId"], found["amr"]) == (
            str(user_id), str(tenant_id), ["otp"]
        )  # fmt: skip
        me = await browser.get(
            ME, headers={"authorization": f"Bearer {answer.json()['accessToken']}"}
        )
        assert me.json()["email"] == address
        assert (await browser.post(REFRESH)).status_code == 201
    actions = [entry["action"] for entry in await audit_entries_by(world, address)]
    assert actions[:2] == ["user.passwordless_requested", "user.authenticated"]


async def test_known_and_unknown_people_get_the_same_answer(asgi, world, run_jobs, owner):
    known, unknown = owner[0], new_address()
    answers, refused = [], []
    for address in (known, unknown):
        async with stranger(asgi) as browser:
            answers.append(await browser.post(CODE, json={"email": address}))
            await run_jobs()
            refused.append(await browser.post(CODE_BACK, json={"token": "000000"}))
    assert [(a.status_code, a.content) for a in answers] == [(201, b"")] * 2
    assert {*answers[0].headers} == {*answers[1].headers}
    assert [refusal(one) for one in refused] == [(400, "ER-01011")] * 2
    assert refused[0].json()["errors"] == refused[1].json()["errors"]
    assert len(world.mails(known)) == 1
    assert world.mails(unknown) == []


async def test_requesting_a_code_looks_up_no_user(asgi, owner, db):
    """Equal time: for every address the same row is made and the same job queued."""
    count = "select count(*) from one_time_codes where recipient = $1 and user_id is null"
    for address in (owner[0], new_address()):
        async with stranger(asgi) as browser:
            await browser.post(CODE, json={"email": address})
        queued = await db.connection.fetch(
            "select entrypoint, payload from pgqueuer where payload like $1",
            f"%{address}%".encode(),
        )
        assert [row["entrypoint"] for row in queued] == ["passwordless.mail_code"]
        assert await db.connection.fetchval(count, address) == 1


async def test_the_code_is_of_the_browser_that_asked(asgi, world, run_jobs, owner):
    address = owner[0]
    async with stranger(asgi) as browser, stranger(asgi) as other:
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        code = mailed_code(world, address)
        assert refusal(await other.post(CODE_BACK, json={"token": code})) == (400, "ER-01011")
        await other.post(CODE, json={"email": new_address()})
        assert refusal(await other.post(CODE_BACK, json={"token": code})) == (400, "ER-01011")
        assert (await browser.post(CODE_BACK, json={"token": code})).status_code == 201


async def test_the_code_works_once(asgi, world, run_jobs, owner):
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": owner[0]})
        kept = dict(browser.cookies)
        await run_jobs()
        code = {"token": mailed_code(world, owner[0])}
        assert (await browser.post(CODE_BACK, json=code)).status_code == 201
        again = await browser.post(CODE_BACK, json=code, cookies=kept)
    assert refusal(again) == (400, "ER-01011")


async def different_codes(browser, world, run_jobs, address: str, count: int) -> list[str]:
    codes: list[str] = []
    while len(codes) < count:  # two codes in a row may be the same
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        if (code := mailed_code(world, address)) not in codes:
            codes.append(code)
    return codes


async def test_a_code_that_a_newer_one_replaced_says_so_and_costs_no_try(
    asgi, world, run_jobs, owner
):
    """Mail may come late."""
    address, _, _ = owner
    async with stranger(asgi) as browser, stranger(asgi) as other:
        *former, newest = await different_codes(browser, world, run_jobs, address, 3)
        for code in former * 4:
            late = await browser.post(CODE_BACK, json={"token": code})
            assert refusal(late) == (400, "ER-01011")
            assert late.json()["errors"] == ["A newer code was sent. Enter the latest code."]
        await run_jobs()
        assert await wrong_codes(world, address) == 0
        await other.post(CODE, json={"email": new_address()})
        unknown = await other.post(CODE_BACK, json={"token": former[0]})
        assert "Only the latest code is valid" in unknown.json()["errors"][0]
        assert (await browser.post(CODE_BACK, json={"token": newest})).status_code == 201


async def test_a_replaced_code_can_be_neither_guessed_nor_used(asgi, world, run_jobs, owner):
    """Each wrong guess costs a try, and after five nothing tells a former code from a wrong one."""
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": owner[0]})
        before = dict(browser.cookies)
        await run_jobs()
        first = mailed_code(world, owner[0])
        newest = first
        while newest == first:
            await browser.post(CODE, json={"email": owner[0]})
            await run_jobs()
            newest = mailed_code(world, owner[0])
        guess = next(one for one in ("000000", "111111", "222222") if one not in (first, newest))
        for _ in range(5):
            answer = await browser.post(CODE_BACK, json={"token": guess})
            assert "Only the latest code is valid" in answer.json()["errors"][0]
        late = await browser.post(CODE_BACK, json={"token": first})
        assert late.json()["errors"] == answer.json()["errors"]
    async with stranger(asgi) as earlier:
        earlier.cookies.update(before)
        used = await earlier.post(CODE_BACK, json={"token": first})
        assert refusal(used) == (400, "ER-01011")


async def test_the_code_lives_ten_minutes(asgi, world, run_jobs, owner):
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": owner[0]})
        await run_jobs()
        clock.advance_clock(timedelta(minutes=10, seconds=1))
        answer = await browser.post(CODE_BACK, json={"token": mailed_code(world, owner[0])})
    assert refusal(answer) == (400, "ER-01017")


async def test_fifty_parallel_guesses_count_as_five(asgi, world, run_jobs, owner, db):
    address, user_id, _ = owner
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        code = mailed_code(world, address)
        guesses = [wrong(code)] * 50
        answers = await asyncio.gather(
            *[browser.post(CODE_BACK, json={"token": guess}) for guess in guesses]
        )
        assert {refusal(one) for one in answers} == {(400, "ER-01011")}
        tries = "select tries from one_time_codes where recipient = $1 and user_id = $2"
        assert await db.connection.fetchval(tries, address, user_id) == 5
        late = await browser.post(CODE_BACK, json={"token": code})
    assert refusal(late) == (400, "ER-01011")
    await run_jobs()
    assert await wrong_codes(world, address) == 51


async def test_of_fifty_right_ones_at_once_one_gets_in(asgi, world, run_jobs, owner):
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": owner[0]})
        await run_jobs()
        code = {"token": mailed_code(world, owner[0])}
        answers = await asyncio.gather(*[browser.post(CODE_BACK, json=code) for _ in range(50)])
    assert sorted(one.status_code for one in answers) == [201] + [400] * 49


async def test_requests_for_codes_are_limited_for_all_addresses(asgi, owner):
    for address in (owner[0], new_address()):
        statuses = []
        for _ in range(6):
            async with stranger(asgi) as browser:
                statuses.append((await browser.post(CODE, json={"email": address})).status_code)
        assert statuses == [201] * 5 + [429]


async def test_strangers_do_not_use_up_what_the_owner_may_ask_for(asgi, world, run_jobs, owner):
    """Where the owner has signed in before, asking is counted apart."""
    home, address = "198.51.100.7", {"email": owner[0]}
    async with stranger(asgi, home) as browser:
        await browser.post(CODE, json=address)
        await run_jobs()
        await browser.post(CODE_BACK, json={"token": mailed_code(world, owner[0])})
    for status in [201] * 4 + [429]:  # the first was asked for when no place was known
        async with stranger(asgi) as elsewhere:
            assert (await elsewhere.post(CODE, json=address)).status_code == status
    async with stranger(asgi, home) as browser:
        assert (await browser.post(CODE, json=address)).status_code == 201


async def test_no_code_is_readable_in_the_database(asgi, world, run_jobs, owner, db):
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": owner[0]})
        queued = await db.connection.fetchval(
            "select convert_from(payload, 'utf8') from pgqueuer where payload like $1",
            f"%{owner[0]}%".encode(),
        )
        token = next(iter(browser.cookies.values()))
        await run_jobs()
    assert token not in queued
    assert f'"{mailed_code(world, owner[0])}"' not in queued


async def test_a_code_verifies_the_address_and_removes_what_a_stranger_left(
    asgi, world, run_jobs, offer, db
):
    """A stranger signs up with a victim's address, gets in unverified, and leaves a password, a number and a
    session behind."""
    address = new_address()
    await offer("EmailAndPassword", allow_not_verified_users_login=True)
    async with stranger(asgi) as intruder:
        made = await intruder.post(
            SIGN_UP, json=form(address, password=GOOD, phoneNumber="+491511234567")
        )
        token = made.json()["authResponse"]["accessToken"]
        user_id = made.json()["userId"]
        await intruder.post(
            "/identity/resources/users/phone-numbers/v1",
            json={"phoneNumber": "+4915700000001"},
            headers={"authorization": f"Bearer {token}"},
        )
        machine = await intruder.post(
            "/identity/resources/users/api-tokens/v1",
            json={"description": "a way back in"},
            headers={"authorization": f"Bearer {token}"},
        )
        assert machine.status_code == 201, machine.text
        await run_jobs()
        await offer("Code", allow_not_verified_users_login=False)
        async with stranger(asgi) as browser:
            await browser.post(CODE, json={"email": address})
            await run_jobs()
            answer = await browser.post(CODE_BACK, json={"token": mailed_code(world, address)})
            assert answer.status_code == 201, answer.text
            assert claims(answer)["email_verified"] is True
        assert (await intruder.post(REFRESH)).status_code == 401
        await offer("EmailAndPassword")
        assert (
            await intruder.post(LOGIN, json={"email": address, "password": GOOD})
        ).status_code == 401
    left = await db.connection.fetchrow(
        "select (select count(*) from passwords where user_id = $1) as passwords,"
        " (select count(*) from phone_numbers where user_id = $1) as numbers,"
        " (select count(*) from api_tokens where owner_id = $1) as tokens,"
        " (select phone_number from users where id = $1) as given",
        user_id,
    )
    assert tuple(left) == (0, 0, 0, None)


async def test_a_code_signs_in_after_sign_up_and_accepts_no_invitation(
    asgi, world, run_jobs, offer
):
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
        user_id = UUID((await get_user_by_email(world, address))["id"])
        elsewhere, host = await world.tenant("Elsewhere"), (await world.person()).id
        await world.configure(
            "insert into memberships (tenant_id, user_id, activated, invited_by, created_at)"
            " values ($1, $2, false, $3, $4)",
            elsewhere, user_id, host, clock.now(),
        )  # fmt: skip
        await run_jobs()
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        answer = await browser.post(CODE_BACK, json={"token": mailed_code(world, address)})
    assert answer.status_code == 201, answer.text
    assert str(elsewhere) not in claims(answer)["tenantIds"]


async def test_a_second_factor_is_asked_for_all_the_same(asgi, world, run_jobs, owner):
    address, user_id, _ = owner
    await world.configure(
        "insert into mfa_emails (user_id, created_at) values ($1, $2)", user_id, clock.now()
    )
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        answer = await browser.post(CODE_BACK, json={"token": mailed_code(world, address)})
    assert answer.status_code == 201
    assert answer.json()["mfaRequired"] is True
    assert "accessToken" not in answer.json()


async def test_a_user_without_tenants_cannot_sign_in(asgi, world, run_jobs, owner, db):
    await db.connection.execute("delete from memberships where user_id = $1", owner[1])
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": owner[0]})
        await run_jobs()
        answer = await browser.post(CODE_BACK, json={"token": mailed_code(world, owner[0])})
    assert refusal(answer) == (403, "login.no_access")


@pytest.mark.parametrize(
    ("strategy", "open_ways"),
    [
        ("EmailAndPassword", {LOGIN, RESET, SIGN_UP}),
        ("Code", {CODE, CODE_BACK}),
        ("MagicLink", {LINK, LINK_BACK}),
        ("SmsCode", {SMS, SMS_BACK}),
        ("NoLocalAuthentication", set()),
    ],
)
async def test_only_what_the_vendor_offers_is_open(asgi, client, offer, owner, strategy, open_ways):
    await offer(strategy)
    shown = await client.get("/identity/resources/configurations/v1/public")
    assert shown.json()["authStrategy"] == strategy
    listed = await client.get("/identity/resources/configurations/v1/auth/strategies/public")
    assert listed.json() == {
        "mainAuthStrategies": [{"strategy": strategy}],
        "secondaryAuthStrategies": [],
    }
    address = owner[0]
    bodies = {
        LOGIN: {"email": address, "password": GOOD},
        RESET: {"email": address},
        SIGN_UP: form(new_address(), password=GOOD),
        CODE: {"email": address},
        LINK: {"email": address},
        SMS: {"email": address},
        CODE_BACK: {"token": "000000"},
        LINK_BACK: {"token": "x"},
        SMS_BACK: {"token": "000000"},
    }
    for path, body in bodies.items():
        async with stranger(asgi) as browser:
            answer = await browser.post(path, json=body)
        refused = answer.status_code == 403 and answer.json()["errorCode"] == "ER-01012"
        assert refused == (path not in open_ways), (path, answer.text)


@pytest.mark.parametrize("path", [CODE, LINK, SMS])
@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b'{"email": ""}', b'{"email": "x"}', b'{"userId": "x"}', b"\xff"]
)
async def test_a_malformed_request_is_400(asgi, offer, path, body):
    await offer({CODE: "Code", LINK: "MagicLink", SMS: "SmsCode"}[path])
    async with stranger(asgi) as browser:
        answer = await browser.post(
            path, content=body, headers={"content-type": "application/json"}
        )
    assert answer.status_code == 400, answer.text
    assert answer.json()["errors"]
    assert not answer.cookies


async def test_where_passwords_are_off_activation_asks_for_none(asgi, world, run_jobs, offer, db):
    address = new_address()
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
        await run_jobs()
        link = dict(world.link(world.mails(address)[-1]).params)
        path = "/identity/resources/users/v1/activate"
        strategy = await browser.get(f"{path}/strategy", params=link)
        assert strategy.json() == {"shouldSetPassword": False}
        answer = await browser.post(path, json=link)
    assert answer.status_code == 200, answer.text
    assert claims(answer)["email_verified"] is True
    count = "select count(*) from passwords where user_id = $1"
    assert await db.connection.fetchval(count, link["userId"]) == 0


@pytest.mark.parametrize("written", [
    "{} {}", "{}-{}", "{}\u00a0{}", "{}\u2011{}", " {}{}\n",
    lambda code: "".join(chr(ord(one) + 0xFF10 - ord("0")) for one in code),
])  # fmt: skip
async def test_a_code_counts_as_it_is_shown(asgi, world, run_jobs, owner, written):
    address, _, _ = owner
    async with stranger(asgi) as browser:
        await browser.post(CODE, json={"email": address})
        await run_jobs()
        code = mailed_code(world, address)
        typed = written(code) if callable(written) else written.format(code[:3], code[3:])
        answer = await browser.post(CODE_BACK, json={"token": typed})
        assert answer.status_code == 201, answer.text
