"""Each sign-in method and each way to get a token calls the vendor's prehook once."""

from typing import Any

import httpx
import pytest

from tests.directory.api_tokens import EXCHANGE
from tests.identity.browser import new_browser
from tests.identity.oauth_steps import claims_of, code_for, exchange, named_or_not, who
from tests.identity.passwordless_steps import CODE, CODE_BACK, offering, refusal
from tests.identity.second_factors import AT_LOGIN, Steps, code_of
from tests.identity.signup_steps import GOOD, LOGIN, new_address, stranger
from tests.prehooks.conftest import ALLOW, Service, blocked, says
from tests.vendor_users import find_user

ADDS = says({"verdict": "allow", "response": {"claims": {"plan": "team"}}})
MINE = "/identity/resources/users/api-tokens/v1"
SWITCH = "/identity/resources/users/v1/tenant"
BELOW = "/identity/resources/sub-tenants/users/v2"


@pytest.fixture
def steps(world, asgi, run_jobs, db) -> Steps:
    return Steps(world, asgi, run_jobs, db)


async def test_the_prehook_is_called_after_mfa(service: Service, steps: Steps, asgi):
    somebody = await steps.with_app("Admin")
    await service.hook("SIGN_IN")
    async with stranger(asgi) as browser:
        first = await browser.post(LOGIN, json={"email": somebody.email, "password": GOOD})
        assert first.json()["mfaRequired"] is True
        assert service.asked("SIGN_IN") == []
        body = {"mfaToken": first.json()["mfaToken"], "value": code_of(somebody.secrets[-1])}
        done = await browser.post(f"{AT_LOGIN}/verify", json=body)
    assert done.status_code == 201, done.text
    [asked] = service.asked("SIGN_IN")
    assert asked["data"]["amr"] == ["pwd", "otp", "mfa"]


async def test_mfa_satisfies_a_challenge_of_the_prehook(service: Service, steps: Steps, asgi):
    somebody = await steps.with_app("Admin")
    await service.hook("SIGN_IN")
    service.replies(says({"verdict": "challenge"}))
    async with stranger(asgi) as browser:
        first = await browser.post(LOGIN, json={"email": somebody.email, "password": GOOD})
        body = {"mfaToken": first.json()["mfaToken"], "value": code_of(somebody.secrets[-1])}
        done = await browser.post(f"{AT_LOGIN}/verify", json=body)
    assert done.status_code == 201, done.text
    assert done.json()["accessToken"]


async def test_an_enrolled_factor_satisfies_a_challenge_despite_mfa_bypass(
    service: Service, steps: Steps, asgi, world
):
    """The factor that is there is shown: none can be enrolled beside it."""
    somebody = await steps.with_app("Admin")
    await world.configure("update users set mfa_bypass = true where id = $1", somebody.id)
    await service.hook("SIGN_IN")
    service.replies(says({"verdict": "challenge"}))
    async with stranger(asgi) as browser:
        first = await browser.post(LOGIN, json={"email": somebody.email, "password": GOOD})
        assert first.json()["mfaEnrolled"] is True
        body = {"mfaToken": first.json()["mfaToken"], "value": code_of(somebody.secrets[-1])}
        done = await browser.post(f"{AT_LOGIN}/verify", json=body)
    assert done.status_code == 201, done.text
    assert done.json()["accessToken"]


async def test_a_mailed_code(service: Service, asgi, world, run_jobs, database, resources):
    person = await world.person("Admin")
    await service.hook("SIGN_IN")
    service.replies(blocked("Not today."))
    async with offering(database, resources) as offer, stranger(asgi) as browser:
        await offer("Code")
        await browser.post(CODE, json={"email": person.email})
        await run_jobs()
        code = "".join(filter(str.isdigit, world.mails(person.email)[-1]["subject"]))
        answer = await browser.post(CODE_BACK, json={"token": code})
    assert refusal(answer) == (403, "prehooks.blocked")


@named_or_not
async def test_an_applications_tokens(service: Service, world, is_named, db):
    browser = await new_browser(world, "Admin")
    await service.hook("JWT_GENERATION")
    service.replies(ADDS)
    given = await exchange(world, await code_for(world, browser), **who(world, is_named))
    assert given.status_code == 200, given.text
    for name in ("access_token", "id_token"):
        assert claims_of(given.json()[name])["plan"] == "team"
    refreshing = {"grant_type": "refresh_token", "refresh_token": given.json()["refresh_token"]}
    again = await world.new_client().post("/oauth/token", json=refreshing)
    assert claims_of(again.json()["access_token"])["plan"] == "team"
    service.replies(blocked("Not today."))
    refused = await exchange(world, await code_for(world, browser), **who(world, is_named))
    assert refused.status_code == 403, refused.text
    # The API lists no sessions of applications.
    left = await db.connection.fetchval(
        "select count(*) from sessions where user_id = $1 and ended_at is null"
        " and application_id is not null",
        browser.session.user_id,
    )
    assert left == 1  # the one before


async def test_an_api_token(service: Service, world):
    person = await world.person("Admin")
    made = (await person.browser.post(MINE, json={"description": "CI"})).json()
    await service.hook("JWT_GENERATION")
    service.replies(ADDS)
    body = {"clientId": made["clientId"], "secret": made["secret"]}
    answer = await world.new_client().post(EXCHANGE, json=body)
    assert answer.status_code == 200, answer.text
    token = answer.json().get("accessToken") or answer.json()["access_token"]
    assert claims_of(token)["plan"] == "team"
    [asked] = service.asked("JWT_GENERATION")
    assert asked["data"]["claims"]["type"] == "userApiToken"


async def test_an_invitation_to_a_sub_account_names_it_to_the_prehook(service: Service, world):
    admin = await world.person("Admin")
    below = await world.tenant("Below", parent=admin.tenant_id)
    await service.hook("USER_INVITE")
    emails = [new_address(), new_address()]
    replies = iter([ALLOW, blocked("No seat left.")])
    service.receiver.reply = lambda _: next(replies)
    body: dict[str, Any] = {"tenantId": str(below), "users": [{"email": one} for one in emails]}
    answer: httpx.Response = await admin.browser.post(BELOW, json=body)
    assert refusal(answer) == (403, "prehooks.blocked")
    told = [one["prehookContext"]["tenantId"] for one in service.asked("USER_INVITE")]
    assert told == [str(below)] * 2
    assert [await find_user(service.http, email) for email in emails] == [None, None]
