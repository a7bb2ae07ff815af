"""Accounts and invitations that are opened by a code: in the browser that asked, a few tries, once."""

from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.kit import clock
from tests.identity.passwordless_steps import mailed_code, own_number, refusal, texts, wrong
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
    GOOD,
    ME,
    SIGN_UP,
    STRATEGY,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)

BY_CODE = f"{ACTIVATE}/code"
ACCEPT_BY_CODE = f"{ACCEPT}/code"
INVITE = "/identity/resources/users/v2"
WHOSE = "/identity/resources/tenants/invites/v1/verify"


@pytest.fixture
async def by_code(world):
    await world.configure(
        "update vendor set activation_strategy = 'code', invitation_strategy = 'code'"
    )
    yield
    await world.configure(
        "update vendor set activation_strategy = 'link', invitation_strategy = 'link',"
        " activation_code_seconds = 600"
    )


@pytest.fixture
async def signed_up(asgi, world, run_jobs, by_code):
    """A browser, the address, and what goes with the code."""
    address = new_address()
    async with stranger(asgi) as browser:
        answer = (await browser.post(SIGN_UP, json=form(address))).json()
        await run_jobs()
        yield browser, address, {"userId": answer["userId"], "token": answer["activationToken"]}


async def test_the_code_activates_and_signs_in(signed_up, world):
    browser, address, asked = signed_up
    shown = await browser.get(STRATEGY, params=asked)
    assert shown.json() == {"shouldSetPassword": True}
    code = mailed_code(world, address)
    refused = await browser.post(BY_CODE, json={**asked, "code": wrong(code), "password": GOOD})
    assert refusal(refused) == (400, "ER-01011")
    short = await browser.post(BY_CODE, json={**asked, "code": code, "password": "short"})
    assert short.status_code == 400
    answer = await browser.post(BY_CODE, json={**asked, "code": code, "password": GOOD})
    assert answer.status_code == 200, answer.text
    assert answer.json()["userEmail"] == address
    token = answer.json()["accessToken"]
    me = await browser.get(ME, headers={"authorization": f"Bearer {token}"})
    assert (me.json()["email"], me.json()["verified"]) == (address, True)
    again = await browser.post(BY_CODE, json={**asked, "code": code, "password": GOOD})
    assert refusal(again) == (400, "ER-01011")


async def test_a_password_from_the_sign_up_counts_in_its_browser(asgi, world, run_jobs, by_code):
    address = new_address()
    async with stranger(asgi) as browser:
        made = (await browser.post(SIGN_UP, json=form(address, password=GOOD))).json()
        await run_jobs()
        asked = {"userId": made["userId"], "token": made["activationToken"]}
        assert (await browser.get(STRATEGY, params=asked)).json() == {"shouldSetPassword": False}
        answer = await browser.post(BY_CODE, json={**asked, "code": mailed_code(world, address)})
    assert answer.json()["accessToken"]


async def test_the_code_counts_with_its_token_and_id_alone(signed_up, asgi, world, run_jobs):
    browser, address, asked = signed_up
    code = mailed_code(world, address)
    other_id = {**asked, "userId": str(uuid4()), "code": code, "password": GOOD}
    assert refusal(await browser.post(BY_CODE, json=other_id)) == (400, "ER-01011")
    async with stranger(asgi) as thief:
        theirs = (await thief.post(SIGN_UP, json=form(address))).json()
        await run_jobs()
        own = {"userId": theirs["userId"], "token": theirs["activationToken"]}
        body = {**own, "code": code, "password": GOOD}
        assert refusal(await thief.post(BY_CODE, json=body)) == (400, "ER-01011")
        accept = {**asked, "code": code}
        assert refusal(await thief.post(ACCEPT_BY_CODE, json=accept)) == (400, "ER-01011")


async def test_five_wrong_codes_end_it(signed_up, world):
    browser, address, asked = signed_up
    code = mailed_code(world, address)
    for _ in range(5):
        await browser.post(BY_CODE, json={**asked, "code": wrong(code), "password": GOOD})
    right = await browser.post(BY_CODE, json={**asked, "code": code, "password": GOOD})
    assert refusal(right) == (400, "ER-01011")
    link = credentials(world, address)
    assert (await browser.post(ACTIVATE, json={**link, "password": GOOD})).status_code == 200


async def test_the_code_is_over_when_its_time_is(signed_up, world):
    browser, address, asked = signed_up
    clock.advance_clock(timedelta(minutes=11))
    body = {**asked, "code": mailed_code(world, address), "password": GOOD}
    assert refusal(await browser.post(BY_CODE, json=body)) == (400, "ER-01017")
    assert (await browser.get(STRATEGY, params=asked)).status_code == 404


async def test_a_known_address_is_told_the_same(asgi, world, run_jobs, by_code):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    async with stranger(asgi) as browser:
        known = await browser.post(SIGN_UP, json=form(address))
        unknown = await browser.post(SIGN_UP, json=form(new_address()))
        await run_jobs()
        assert known.status_code == unknown.status_code == 201
        assert known.json().keys() == unknown.json().keys()
        answers = []
        for made in (known.json(), unknown.json()):
            asked = {"userId": made["userId"], "token": made["activationToken"]}
            shown = await browser.get(STRATEGY, params=asked)
            body = {**asked, "code": "000000", "password": GOOD}
            tried = await browser.post(BY_CODE, json=body)
            whose = await browser.post(WHOSE, json={"token": asked["token"]})
            answers.append((shown.json(), refusal(tried), whose.status_code))
    assert answers[0] == answers[1] == ({"shouldSetPassword": True}, (400, "ER-01011"), 404)
    assert "already" in world.mails(address)[-1]["Subject"].lower()


async def test_a_user_who_signs_up_twice_uses_the_newest_code(signed_up, world, run_jobs):
    browser, address, _ = signed_up
    made = (await browser.post(SIGN_UP, json=form(address))).json()
    await run_jobs()
    body = {
        "userId": made["userId"], "token": made["activationToken"],
        "code": mailed_code(world, address), "password": GOOD,
    }  # fmt: skip
    assert (await browser.post(BY_CODE, json=body)).json()["accessToken"]


async def test_an_account_accepts_by_code(asgi, world, run_jobs, by_code):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    number = await own_number(world, user_id)
    admin = await world.person("Admin")
    assert (await admin.browser.post(INVITE, json={"email": address})).status_code == 201
    await run_jobs()
    link = world.link(world.mails(address)[-1])
    assert link.path == "/account/invitation/code"
    asked, code = dict(link.params), mailed_code(world, address)
    assert [code in text for text in texts(world, number)] == [True]
    async with stranger(asgi) as browser:
        whose = await browser.post(WHOSE, json={"token": asked["token"]})
        assert whose.json()["tenantId"] == str(admin.tenant_id)
        by_link = await browser.post(ACCEPT, json=asked)
        assert by_link.status_code == 404
        body = {**asked, "code": wrong(code)}
        assert refusal(await browser.post(ACCEPT_BY_CODE, json=body)) == (400, "ER-01011")
        done = await browser.post(ACCEPT_BY_CODE, json={**asked, "code": code})
        assert (done.status_code, done.content) == (200, b"")
    member = (await admin.browser.get(f"/identity/resources/users/v1/{user_id}")).json()
    assert member["activatedForTenant"] is True


async def test_a_newcomer_activates_by_the_code_of_the_invitation(asgi, world, run_jobs, by_code):
    address = new_address()
    admin = await world.person("Admin")
    await admin.browser.post(INVITE, json={"email": address})
    await run_jobs()
    link = world.link(world.mails(address)[-1])
    assert link.path == "/account/activate/code"
    asked = dict(link.params)
    clock.advance_clock(timedelta(hours=70))
    async with stranger(asgi) as browser:
        assert (await browser.get(STRATEGY, params=asked)).json() == {"shouldSetPassword": True}
        body = {**asked, "code": mailed_code(world, address), "password": GOOD}
        answer = await browser.post(BY_CODE, json=body)
    assert answer.json()["userEmail"] == address


async def test_who_was_removed_does_not_come_back_by_an_old_code(asgi, world, run_jobs, by_code):
    address = new_address()
    admin = await world.person("Admin")
    made = (await admin.browser.post(INVITE, json={"email": address})).json()
    await run_jobs()
    asked, code = dict(world.link(world.mails(address)[-1]).params), mailed_code(world, address)
    assert (
        await admin.browser.delete(f"/identity/resources/users/v1/{made['id']}")
    ).status_code == 200
    clock.advance_clock(timedelta(minutes=1))
    await admin.browser.post(INVITE, json={"email": address})
    async with stranger(asgi) as browser:
        body = {**asked, "code": code, "password": GOOD}
        assert refusal(await browser.post(BY_CODE, json=body)) == (400, "ER-01017")
