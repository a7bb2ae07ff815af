"""Signing up with a phone number or a user name: each waits in the browser until the address is proved."""

import pytest

from tests.identity.passwordless_steps import code_in, new_number, own_number, refusal, texts, wrong
from tests.identity.signup_steps import (
    ACTIVATE,
    GOOD,
    LOGIN,
    SIGN_UP,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)

BY_PHONE, BY_NAME = f"{SIGN_UP}/phoneNumber", f"{SIGN_UP}/username"
BY_CODE = f"{ACTIVATE}/code"
OFFERED = "/identity/resources/configurations/v1/sign-up/strategies"
PROVED = (
    "select p.phone_number from phone_numbers p join users u on u.id = p.user_id where u.email = $1"
)


@pytest.fixture
async def offered(world):
    await world.configure(
        "update vendor set sign_up_by_phone_number = true, sign_up_by_username = true"
    )
    yield
    await world.configure(
        "update vendor set sign_up_by_phone_number = false, sign_up_by_username = false"
    )


async def sent(browser, run_jobs, world, number: str, address: str) -> tuple[dict[str, str], str]:
    """What goes with the code, and the code."""
    answer = await browser.post(BY_PHONE, json=form(address, phoneNumber=number, password=GOOD))
    assert answer.status_code == 201, answer.text
    await run_jobs()
    made = answer.json()
    assert made["shouldActivate"] is True
    asked = {"userId": made["userId"], "token": made["activationToken"]}
    return asked, code_in(texts(world, number)[-1])


async def test_the_switches_say_what_is_offered(asgi, offered, world):
    async with stranger(asgi) as browser:
        shown = (await browser.get(OFFERED)).json()
        assert [(one["strategy"], one["isRequired"]) for one in shown] == [
            ("email", True), ("phoneNumber", False), ("username", False),
        ]  # fmt: skip
        await world.configure(
            "update vendor set sign_up_by_phone_number = false, sign_up_by_username = false"
        )
        assert [one["strategy"] for one in (await browser.get(OFFERED)).json()] == ["email"]
        for path, more in (
            (BY_PHONE, {"phoneNumber": new_number()}),
            (BY_NAME, {"username": "kim.r"}),
        ):
            answer = await browser.post(path, json=form(new_address(), **more))
            assert refusal(answer) == (403, "sign_up.way_not_offered")


async def test_a_proved_number_is_the_accounts_once_the_address_is(
    asgi, offered, world, run_jobs, db
):
    address, number = new_address(), new_number()
    async with stranger(asgi) as browser:
        asked, code = await sent(browser, run_jobs, world, number, address)
        body = {**asked, "code": wrong(code)}
        assert refusal(await browser.post(BY_CODE, json=body)) == (400, "ER-01011")
        answer = await browser.post(BY_CODE, json={**asked, "code": code})
        assert answer.status_code == 200
        assert "accessToken" not in answer.json()
        assert await db.connection.fetchval(PROVED, address) is None
        link = credentials(world, address)
        assert (await browser.post(ACTIVATE, json=link)).json()["accessToken"]
    assert await db.connection.fetchval(PROVED, address) == number


async def test_a_number_without_its_code_is_not_verified(asgi, offered, world, run_jobs, db):
    address, number = new_address(), new_number()
    async with stranger(asgi) as browser:
        asked, code = await sent(browser, run_jobs, world, number, address)
        async with stranger(asgi) as other:
            elsewhere = await other.post(BY_CODE, json={**asked, "code": code})
            assert refusal(elsewhere) == (400, "ER-01011")
        assert (await browser.post(ACTIVATE, json=credentials(world, address))).status_code == 200
    assert await db.connection.fetchval(PROVED, address) is None


async def test_only_the_owner_of_the_phone_learns_that_a_number_is_taken(
    asgi, offered, world, run_jobs
):
    address, number = new_address(), new_number()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, new_address())
    await own_number(world, user_id, number)
    async with stranger(asgi) as browser:
        asked, code = await sent(browser, run_jobs, world, number, address)
        answer = await browser.post(BY_CODE, json={**asked, "code": code})
        assert refusal(answer) == (409, "phone_numbers.taken")
        again = await browser.post(BY_CODE, json={**asked, "code": code})
        assert refusal(again) == (409, "phone_numbers.taken")


async def test_a_known_address_is_told_the_same(asgi, offered, world, run_jobs):
    known, number = new_address(), new_number()
    await sign_up_and_activate(asgi, world, run_jobs, known)
    async with stranger(asgi) as browser:
        asked, code = await sent(browser, run_jobs, world, number, known)
        answer = await browser.post(BY_CODE, json={**asked, "code": code})
        assert (answer.status_code, answer.json()["userId"]) == (200, asked["userId"])
        bad = await browser.post(BY_PHONE, json=form(new_address(), phoneNumber="0151 123"))
        assert refusal(bad) == (400, "phone_numbers.invalid")


async def test_a_user_name_signs_in_once_the_address_is_proved(asgi, offered, world, run_jobs):
    address = new_address()
    name = f"kim.{address[:8]}"
    async with stranger(asgi) as browser:
        made = await browser.post(BY_NAME, json=form(address, username=name, password=GOOD))
        assert made.status_code == 201
        await run_jobs()
        early = await browser.post(LOGIN, json={"email": name, "password": GOOD})
        assert early.status_code == 401
        assert (await browser.post(ACTIVATE, json=credentials(world, address))).status_code == 200
        answer = await browser.post(LOGIN, json={"email": name, "password": GOOD})
    assert answer.json()["userEmail"] == address


async def test_a_taken_user_name_is_not_told_and_not_taken(asgi, offered, world, run_jobs):
    first, second = new_address(), new_address()
    name = f"pat.{first[:8]}"
    answers = []
    for address in (first, second):
        async with stranger(asgi) as browser:
            made = await browser.post(BY_NAME, json=form(address, username=name, password=GOOD))
            answers.append((made.status_code, made.json().keys()))
            await run_jobs()
            done = await browser.post(ACTIVATE, json=credentials(world, address))
            assert done.status_code == 200
    assert answers[0] == answers[1]
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": name, "password": GOOD})
        assert answer.json()["userEmail"] == first
        bad = await browser.post(BY_NAME, json=form(new_address(), username="a@b"))
        assert refusal(bad) == (400, "usernames.invalid")
