"""Other sign-in methods: the vendor's prehook is called before the session starts, and none starts if it
refuses."""

from typing import Any

import httpx
import pytest

from tests.directory.test_invite_links import make as make_link
from tests.identity.browser import sign_in
from tests.identity.older_systems import OlderSystem
from tests.identity.passwordless_steps import LINK, LINK_BACK, offering, refusal
from tests.identity.second_factors import Steps
from tests.identity.signup_steps import (
    ACCEPT,
    ACTIVATE,
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
from tests.identity.software_key import SoftwareKey
from tests.identity.test_impersonation import IMPERSONATE, ask, begin
from tests.identity.test_passkeys import add as add_passkey
from tests.identity.test_passkeys import sign_in as use_passkey
from tests.identity.test_sessions_tenants import SWITCH, TOKEN
from tests.identity.test_user_sources import add as add_source
from tests.prehooks.conftest import ALLOW, Service, blocked, part_of, says
from tests.vendor_users import count_sessions, find_user, get_user

INVITE = "/identity/resources/users/v2"
NOT_TODAY = blocked("Not today.")
REFUSED = (403, "prehooks.blocked")


@pytest.fixture
def steps(world, asgi, run_jobs, db) -> Steps:
    return Steps(world, asgi, run_jobs, db)


async def test_a_passkey(service: Service, steps: Steps, asgi):
    somebody, key = await steps.somebody(), SoftwareKey()
    assert (await add_passkey(somebody, key)).status_code == 200
    before = await count_sessions(service.http, somebody.id)
    await service.hook("SIGN_IN")
    service.replies(NOT_TODAY)
    assert refusal(await use_passkey(stranger(asgi), key)) == REFUSED
    assert await count_sessions(service.http, somebody.id) == before
    service.replies(says({"verdict": "challenge"}))
    answer = await use_passkey(stranger(asgi), key)
    assert answer.status_code == 200, answer.text
    assert answer.json()["accessToken"]  # a passkey is two factors
    assert [one["data"]["amr"] for one in service.asked("SIGN_IN")] == [["hwk", "mfa"]] * 2


async def test_a_mailed_link(service: Service, asgi, world, run_jobs, database, resources):
    person = await world.person("Admin")
    before = await count_sessions(service.http, person.id)
    await service.hook("SIGN_IN")
    async with offering(database, resources) as offer, stranger(asgi) as browser:
        await offer("MagicLink")
        for reply, status in ((NOT_TODAY, 403), (ALLOW, 201)):
            service.replies(reply)
            await browser.post(LINK, json={"email": person.email})
            await run_jobs()
            token = world.link(world.mails(person.email)[-1]).params["token"]
            answer = await browser.post(LINK_BACK, json={"token": token})
            assert answer.status_code == status, answer.text
    assert await count_sessions(service.http, person.id) == before + 1
    assert len(service.asked("SIGN_IN")) == 2


@pytest.mark.parametrize("moves", [True, False])
async def test_the_password_of_an_older_system(service: Service, asgi, world, db, moves):
    """They move in, which is nothing that the vendor is asked about; the session is."""
    address = new_address()
    await service.hook("SIGN_UP", "SIGN_IN")

    async def tries() -> httpx.Response:
        async with stranger(asgi) as browser:
            return await browser.post(LOGIN, json={"email": address, "password": GOOD})

    with OlderSystem() as system:
        system.knows(address, GOOD)
        try:
            how: dict[str, Any] = {"isMigrated": moves}
            await add_source(service.http, db, system, "external/custom-code", **how)
            await service.load()
            service.replies(NOT_TODAY)
            assert refusal(await tries()) == REFUSED
            refused = await find_user(service.http, address)
            assert refused
            assert await count_sessions(service.http, refused["id"]) == 0
            service.replies(ALLOW)
            assert (await tries()).status_code == 200
        finally:
            await world.configure("delete from user_sources")
    assert (service.asked("SIGN_UP"), len(service.asked("SIGN_IN"))) == ([], 2)


async def test_the_links_of_activation_and_invitation(service: Service, asgi, world, run_jobs):
    """The link is used up; a refused user signs in later with their password."""
    admin, address = await world.person("Admin"), new_address()
    await service.hook("SIGN_IN")
    service.replies(NOT_TODAY)
    async with stranger(asgi) as browser:
        await browser.post(SIGN_UP, json=form(address))
        await run_jobs()
        link = {**credentials(world, address), "password": GOOD}
        assert refusal(await browser.post(ACTIVATE, json=link)) == REFUSED
        await admin.browser.post(INVITE, json={"email": address, "name": "Robin"})
        await run_jobs()
        accepted = await browser.post(ACCEPT, json=credentials(world, address))
        assert accepted.status_code == 200, accepted.text
        user_id = link["userId"]
        assert await count_sessions(service.http, user_id) == 0
        service.replies(ALLOW)
        answer = await browser.post(LOGIN, json={"email": address, "password": GOOD})
        assert answer.status_code == 200, answer.text


async def test_an_invite_link(service: Service, asgi, world, run_jobs):
    """A refused user joins nothing; the prehook hears of the link's account."""
    admin, address = await world.person("Admin"), new_address()
    user_id, _ = await sign_up_and_activate(asgi, world, run_jobs, address)
    link = await make_link(admin)
    await service.hook("SIGN_IN")
    there = str(admin.tenant_id)
    same = says({"verdict": "allow", "response": {"tenant": {"id": there}}})
    body = {"email": address, "password": GOOD, "invitationToken": link["token"]}
    for reply, status, has_joined in ((NOT_TODAY, 403, False), (same, 200, True)):
        service.replies(reply)
        async with stranger(asgi) as browser:
            answer = await browser.post(LOGIN, json=body)
        assert answer.status_code == status, answer.text
        assert (there in (await get_user(service.http, user_id))["tenantIds"]) is has_joined
    assert part_of(answer.json()["accessToken"])["tenantId"] == there
    asked = service.asked("SIGN_IN")
    assert [one["prehookContext"]["tenantId"] for one in asked] == [there, there]


async def test_a_user_refused_right_after_sign_up_signs_in_later(
    service: Service, asgi, world, run_jobs
):
    """Their account stays, with the password that they chose, and the mail that proves their address."""
    address = new_address()
    await service.hook("SIGN_IN")
    service.replies(NOT_TODAY)
    await world.configure("update vendor set allow_not_verified_users_login = true")
    try:
        async with stranger(asgi) as browser:
            refused = await browser.post(SIGN_UP, json=form(address, password=GOOD))
            assert refusal(refused) == REFUSED
            again = await browser.post(SIGN_UP, json=form(address, password=GOOD))
            assert again.status_code == 201, again.text
            service.replies(ALLOW)
            answer = await browser.post(LOGIN, json={"email": address, "password": GOOD})
            assert answer.status_code == 200, answer.text
        await run_jobs()
        assert len(world.mails(address)) == 2
    finally:
        await world.configure("update vendor set allow_not_verified_users_login = false")


async def test_another_account_of_the_same_session_is_asked_about_with_its_token(
    service: Service, asgi, world, run_jobs
):
    address = new_address()
    user_id, usual = await sign_up_and_activate(asgi, world, run_jobs, address)
    other = await world.tenant("Other")
    await world.member_of(other, user_id)
    await service.hook("SIGN_IN", "JWT_GENERATION")

    def reply(request):
        if request.json["eventKey"] == "SIGN_IN":
            return ALLOW
        of = request.json["data"]["claims"]["tenantId"]
        return NOT_TODAY if of == str(other) else ALLOW

    service.receiver.reply = reply
    async with stranger(asgi) as browser:
        signed_in = await browser.post(LOGIN, json={"email": address, "password": GOOD})
        browser.headers["authorization"] = f"Bearer {signed_in.json()['accessToken']}"
        body = {"tenantId": str(other)}
        assert refusal(await browser.post(TOKEN, json=body)) == REFUSED
        assert (await browser.put(SWITCH, json=body)).status_code == 200
        assert refusal(await browser.post(REFRESH)) == REFUSED
        service.replies(ALLOW)
        renewed = await browser.post(REFRESH)
    assert part_of(renewed.json()["accessToken"])["tenantId"] == str(other)
    [asked] = service.asked("SIGN_IN")
    assert asked["prehookContext"]["tenantId"] == str(usual)


async def test_an_impersonation(service: Service, world):
    support = await world.person("Admin", permissions=(IMPERSONATE,))
    pat_id, _ = await world.member(support.tenant_id, "Admin")
    pat = await sign_in(world, pat_id, support.tenant_id)
    before = await count_sessions(service.http, pat.session.user_id)
    await service.hook("SIGN_IN", "JWT_GENERATION")
    service.replies(NOT_TODAY)
    assert refusal(await begin(world, await ask(support.browser, pat), pat)) == REFUSED
    assert await count_sessions(service.http, pat.session.user_id) == before
    service.replies(says({"verdict": "allow", "response": {"claims": {"plan": "team"}}}))
    begun = await begin(world, await ask(support.browser, pat), pat)
    assert begun.status_code == 200, begun.text
    assert part_of(begun.json()["accessToken"])["plan"] == "team"
    assert service.asked("SIGN_IN") == []
    told = service.asked("JWT_GENERATION")[-1]["data"]["claims"]
    assert told["act"] == {"sub": str(support.id)}
