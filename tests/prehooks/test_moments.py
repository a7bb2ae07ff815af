"""The vendor's prehook is called before a user signs in, is invited, or gets a token."""

import asyncio
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.kit import clock
from tests.applications.conftest import Console
from tests.applications.conftest import console as console
from tests.audit_log import audit_entries
from tests.identity.passwordless_steps import refusal
from tests.identity.signup_steps import (
    GOOD,
    LOGIN,
    REFRESH,
    SIGN_UP,
    credentials,
    form,
    new_address,
    sign_up_and_activate,
    stranger,
)
from tests.prehooks.conftest import (
    ALLOW,
    PREHOOKS,
    WORDS,
    Service,
    blocked,
    claims_of,
    says,
    tries,
)
from tests.vendor_users import count_sessions, find_user

DEEP = json.loads("[" * 600 + "]" * 600)
INVITE = "/identity/resources/users/v2"


# ---- signing in


async def test_the_sign_in_prehook_is_called_after_authentication(
    service: Service, asgi, world, run_jobs
):
    address = new_address()
    user_id, tenant_id = await sign_up_and_activate(asgi, world, run_jobs, address)
    await service.hook("SIGN_IN")
    service.replies(blocked(WORDS))
    assert refusal(await tries(asgi, address, "a wrong one altogether"))[1] == "ER-01013"
    assert service.asked("SIGN_IN") == []
    before = await count_sessions(service.http, user_id)
    answer = await tries(asgi, address)
    assert refusal(answer) == (403, "prehooks.blocked")
    assert answer.json()["errors"] == [WORDS]
    assert await count_sessions(service.http, user_id) == before
    [asked] = service.asked("SIGN_IN")
    assert asked["data"]["user"]["email"] == address
    assert asked["data"]["amr"] == ["pwd"]
    assert asked["prehookContext"]["tenantId"] == str(tenant_id)
    failed = (await audit_entries(world, tenant_id, "user.failed_authentication"))[-1]
    assert failed["json"]["reason"] == "prehooks.blocked"
    service.replies(ALLOW)
    assert (await tries(asgi, address)).status_code == 200


async def test_a_challenge_requires_mfa(service: Service, asgi, world, run_jobs):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    await service.hook("SIGN_IN")
    service.replies(says({"verdict": "challenge"}))
    answer = await tries(asgi, address)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["mfaRequired"], answer.json().get("accessToken")) == (True, None)


async def test_a_lock_by_the_prehook_lasts_until_the_vendor_unlocks_the_user(
    service: Service, asgi, world, run_jobs, db
):
    address = new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    await service.hook("SIGN_IN")
    service.replies(says({"verdict": "lock", "error": {"message": "Call us."}}))
    answer = await tries(asgi, address)
    assert (refusal(answer), answer.json()["errors"]) == ((403, "prehooks.blocked"), ["Call us."])
    service.replies(ALLOW)
    assert refusal(await tries(asgi, address)) == (403, "ER-01034")
    # Of a locked user the API lists no sessions.
    living = await db.connection.fetchval(
        "select count(*) from sessions where user_id = $1 and ended_at is null", user_id
    )
    assert living == 0


async def test_the_prehook_chooses_the_account_that_the_user_enters(
    service: Service, asgi, world, run_jobs
):
    address = new_address()
    user_id, usual = await sign_up_and_activate(asgi, world, run_jobs, address)
    other = await world.tenant("Other")
    await world.member_of(other, user_id)
    await service.hook("SIGN_IN", "JWT_GENERATION")
    service.receiver.reply = entering(other)
    answer = await tries(asgi, address)
    assert answer.status_code == 200, answer.text
    assert claims_of(answer)["tenantId"] == str(other)
    [token] = service.asked("JWT_GENERATION")
    assert token["data"]["claims"]["tenantId"] == str(other) != str(usual)


def entering(tenant_id: object) -> Any:
    def reply(request: Any) -> Any:
        answer = {"verdict": "allow", "response": {"tenantId": str(tenant_id)}}
        return says(answer) if request.json["eventKey"] == "SIGN_IN" else ALLOW

    return reply


@pytest.mark.parametrize("what", ["somebody else's", "a suspended one", "a deleted one"])
async def test_an_account_that_they_may_not_enter_is_no_answer(
    service: Service, asgi, world, run_jobs, what
):
    address = new_address()
    user_id, usual = await sign_up_and_activate(asgi, world, run_jobs, address)
    named = await world.tenant("Not open to them")
    if what != "somebody else's":
        await world.member_of(named, user_id)
        column = "suspended_at" if "suspended" in what else "deleted_at"
        await world.configure(f"update tenants set {column} = now() where id = $1", named)
    made = await service.hook("SIGN_IN", "JWT_GENERATION", failMethod="OPEN")
    service.receiver.reply = entering(named)
    answer = await tries(asgi, address)
    assert claims_of(answer)["tenantId"] == str(usual)
    change = await service.http.patch(f"{PREHOOKS}/{made['id']}", json={"failMethod": "CLOSE"})
    assert change.status_code == 200
    await service.load()
    assert refusal(await tries(asgi, address)) == (503, "prehooks.unanswered")


async def test_so_is_one_where_the_application_is_closed_to_them(
    service: Service, console: Console, asgi, world, run_jobs, db
):
    address = new_address()
    user_id, usual = await sign_up_and_activate(asgi, world, run_jobs, address)
    closed = await world.tenant("Closed")
    await world.member_of(closed, user_id)
    await console.add()
    await db.connection.execute(
        "insert into application_tenants (tenant_id, application_id, access_type, created_at)"
        " values ($1, $2, 'FREE_ACCESS', now())", usual, console.id,
    )  # fmt: skip
    await service.hook("SIGN_IN", failMethod="CLOSE")
    service.receiver.reply = entering(closed)
    async with stranger(asgi) as browser:
        answer = await browser.post(
            LOGIN, json={"email": address, "password": GOOD}, headers=console.asks
        )
    assert refusal(answer) == (503, "prehooks.unanswered")
    service.receiver.reply = entering(usual)
    async with stranger(asgi) as browser:
        answer = await browser.post(
            LOGIN, json={"email": address, "password": GOOD}, headers=console.asks
        )
    assert claims_of(answer)["tenantId"] == str(usual)


# ---- tokens


async def test_a_token_says_what_the_service_adds(service: Service, asgi, world, run_jobs):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    await service.hook("JWT_GENERATION")

    def reply(request):
        sent = request.json["data"]["claims"]
        added = {"customClaims": {"region": "eu"}, "tier": len(service.receiver.received)}
        return says({"verdict": "allow", "response": {"claims": {**sent, **added}}})

    service.receiver.reply = reply
    async with stranger(asgi) as browser:
        answer = await browser.post(LOGIN, json={"email": address, "password": GOOD})
        assert answer.status_code == 200, answer.text
        first = claims_of(answer)
        again = claims_of(await browser.post(REFRESH))
    assert (first["customClaims"], first["tier"]) == ({"region": "eu"}, 1)
    assert (again["customClaims"], again["tier"]) == ({"region": "eu"}, 2)
    assert first["roles"] == ["Admin"]


@pytest.mark.parametrize(
    "claims",
    [
        {"roles": ["Owner"]},
        {"permissions": ["*"]},
        {"sub": str(uuid4())},
        {"tenantId": str(uuid4())},
        {"exp": 9_999_999_999},
        {"iss": "https://evil.test"},
        {"superUser": True},
        {"sid": str(uuid4())},
        {"big": "x" * 5000},
        {"deep": [[[[[1]]]]]},
        {"deeper": DEEP},
    ],
)
async def test_no_claim_gives_rights(service: Service, asgi, world, run_jobs, claims):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    made = await service.hook("JWT_GENERATION", failMethod="OPEN")
    plain = claims_of(await tries(asgi, address))
    service.replies(says({"verdict": "allow", "response": {"claims": {**claims, "mine": 1}}}))
    found = claims_of(await tries(asgi, address))
    assert found.keys() == plain.keys()
    for name in ("sub", "iss", "tenantId", "roles", "permissions"):
        assert found[name] == plain[name]
    change = await service.http.patch(f"{PREHOOKS}/{made['id']}", json={"failMethod": "CLOSE"})
    assert change.status_code == 200
    await service.load()
    assert refusal(await tries(asgi, address)) == (503, "prehooks.unanswered")


async def test_a_refused_refresh_leaves_the_token_unused(service: Service, asgi, world, run_jobs):
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    async with stranger(asgi) as browser:
        await browser.post(LOGIN, json={"email": address, "password": GOOD})
        cookie = dict(browser.cookies)
        await service.hook("JWT_GENERATION")
        service.replies(blocked(WORDS))
        for _ in range(3):
            answer = await browser.post(REFRESH)
            assert refusal(answer) == (403, "prehooks.blocked")
        assert dict(browser.cookies) == cookie
        service.replies(ALLOW)
        assert (await browser.post(REFRESH)).status_code == 201


async def test_a_refusal_for_another_account_leaves_the_session_where_it_is(
    service: Service, asgi, world, run_jobs
):
    """The token is used by then: its successor must reach the browser."""
    address = new_address()
    user_id, usual = await sign_up_and_activate(asgi, world, run_jobs, address)
    other = await world.tenant("Other")
    await world.member_of(other, user_id)
    await service.hook("JWT_GENERATION")

    def reply(request):
        tenant_id = request.json["data"]["claims"]["tenantId"]
        if tenant_id == str(other):
            return blocked(WORDS)
        return says({"verdict": "allow", "response": {"claims": {"of": tenant_id}}})

    service.receiver.reply = reply
    async with stranger(asgi) as browser:
        await browser.post(LOGIN, json={"email": address, "password": GOOD})
        found = claims_of(await browser.post(REFRESH, json={"tenantId": str(other)}))
        assert (found["tenantId"], found["of"]) == (str(usual), str(usual))
        clock.advance_clock(timedelta(minutes=5))
        answer = await browser.post(REFRESH)
    assert answer.status_code == 201, answer.text


# ---- inviting


async def test_an_invitation_is_asked_about_before_it_is_written(service: Service, world, run_jobs):
    admin = await world.person("Admin")
    await service.hook("USER_INVITE")
    address = new_address()
    service.replies(blocked("Your plan has 5 seats."))
    answer = await admin.browser.post(INVITE, json={"email": address, "name": "Robin"})
    assert refusal(answer) == (403, "prehooks.blocked")
    assert answer.json()["errors"] == ["Your plan has 5 seats."]
    assert await find_user(service.http, address) is None
    service.replies(ALLOW)
    answer = await admin.browser.post(INVITE, json={"email": address, "name": "Robin"})
    assert answer.status_code == 201, answer.text
    asked = service.asked("USER_INVITE")
    assert len(asked) == 2
    assert asked[1]["data"]["user"]["email"] == address
    assert asked[1]["prehookContext"]["tenantId"] == str(admin.tenant_id)
    await run_jobs()
    assert len(world.mails(address)) == 1
    again = await admin.browser.post(INVITE, json={"email": new_address()})
    assert again.status_code == 201, again.text
    told = [one["data"] for one in service.asked("USER_INVITE")]
    assert [one["action"] for one in told] == ["CREATE"] * 3
    assert [one["tenant"] for one in told] == [
        {"id": str(admin.tenant_id), "numberOfUsers": people} for people in (1, 1, 2)
    ]


async def test_each_account_has_its_own_question(service: Service, world):
    await service.hook("USER_INVITE")
    people = [await world.person("Admin") for _ in range(2)]
    for one in people:
        answer = await one.browser.post(INVITE, json={"email": new_address()})
        assert answer.status_code == 201, answer.text
    told = [one["prehookContext"]["tenantId"] for one in service.asked("USER_INVITE")]
    assert told == [str(one.tenant_id) for one in people]


async def test_many_at_once_are_asked_about_one_by_one(service: Service, asgi):
    await service.hook("SIGN_UP")
    addresses = [new_address() for _ in range(5)]

    async def sign_up(address: str) -> int:
        async with stranger(asgi) as browser:
            return (await browser.post(SIGN_UP, json=form(address))).status_code

    assert await asyncio.gather(*map(sign_up, addresses)) == [201] * 5
    asked = [one["data"]["user"]["email"] for one in service.asked("SIGN_UP")]
    assert sorted(asked) == sorted(addresses)


async def test_what_is_switched_off_is_not_asked(service: Service, asgi, world, run_jobs):
    made = await service.hook("SIGN_UP", "SIGN_IN", "USER_INVITE", "JWT_GENERATION")
    off = await service.http.patch(f"{PREHOOKS}/{made['id']}", json={"isActive": False})
    assert off.status_code == 200
    await service.load()
    service.replies(blocked(WORDS))
    address = new_address()
    await sign_up_and_activate(asgi, world, run_jobs, address)
    assert (await tries(asgi, address)).status_code == 200
    assert service.receiver.received == []
    assert credentials(world, address)
