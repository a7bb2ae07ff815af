"""Impersonation by support: with a permission and a reason, for an hour, and on record."""

import base64
import json
from typing import Any

import httpx
import pytest

from tests.audit_log import audit_entries
from tests.identity.browser import LOGOUT, ME, REFRESH, Browser, later, sign_in
from tests.world import Db, Person, World

ASK = "/identity/resources/impersonation/v1/actor-tokens"
BEGIN = "/identity/resources/impersonation/v1"
POLICY = "/identity/resources/configurations/v1/impersonation-policy"
SESSIONS = "/identity/resources/users/sessions/v1/me"
IMPERSONATE = "support.impersonate.users"


@pytest.fixture
async def support(world: World) -> Person:
    """Ranks with administrators, and may impersonate."""
    return await world.person("Admin", permissions=(IMPERSONATE,))


@pytest.fixture
async def pat(world: World, support: Person) -> Browser:
    user_id, _ = await world.member(support.tenant_id, "Admin")
    return await sign_in(world, user_id, support.tenant_id)


async def ask(actor: httpx.AsyncClient, pat: Browser, reason: str = "Ticket 4711") -> str:
    body = {"impersonatedUserId": str(pat.session.user_id), "reason": reason}
    asked = await actor.post(ASK, json=body)
    assert asked.status_code == 201, asked.text
    return str(asked.json()["actorToken"])


async def begin(world: World, token: str, pat: Browser) -> httpx.Response:
    browser = world.new_client()
    body = {"impersonatedUserId": str(pat.session.user_id), "actorToken": token}
    answer = await browser.post(BEGIN, json=body)
    if answer.status_code == 200:
        browser.headers["authorization"] = f"Bearer {answer.json()['accessToken']}"
    answer.extensions["browser"] = browser
    return answer


async def act(world: World, support: Person, pat: Browser) -> httpx.AsyncClient:
    """A browser in which support acts for Pat."""
    begun = await begin(world, await ask(support.browser, pat), pat)
    assert begun.status_code == 200, begun.text
    browser: httpx.AsyncClient = begun.extensions["browser"]
    return browser


def claims(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    said: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return said


async def test_the_session_is_the_persons_and_says_who_acts(world, support, pat):
    begun = await begin(world, await ask(support.browser, pat), pat)
    said = claims(begun.json()["accessToken"])
    assert said["sub"] == str(pat.session.user_id)
    assert said["act"] == {"sub": str(support.id)}
    assert "acr" not in said
    browser = begun.extensions["browser"]
    assert (await browser.get(ME)).json()["id"] == str(pat.session.user_id)
    renewed = await browser.post(REFRESH)
    assert claims(renewed.json()["accessToken"])["act"] == {"sub": str(support.id)}
    listed = (await pat.http.get(SESSIONS)).json()
    assert [one["impersonated"] for one in listed] == [True, False]


async def test_both_are_on_record_from_the_request_to_the_end(world, support, pat):
    browser = await act(world, support, pat)
    await browser.post(LOGOUT)
    entries = await audit_entries(world, support.tenant_id, "impersonation*", "user.signed_out")
    told = {entry["action"]: entry for entry in entries}
    for event in ("impersonation.requested", "impersonation.began"):
        assert told[event]["user"] == str(support.id)
        assert told[event]["json"]["user_id"] == str(pat.session.user_id)
        assert told[event]["json"]["reason"] == "Ticket 4711"
    out = told["user.signed_out"]
    assert (out["user"], out["impersonatorId"]) == (str(pat.session.user_id), str(support.id))
    assert (await browser.get(ME)).status_code == 401


async def test_it_takes_the_permission_a_reason_and_a_member(world, support, pat):
    someone = {"impersonatedUserId": str(pat.session.user_id), "reason": "Ticket 4711"}
    admin = await world.person("Admin", tenant_id=support.tenant_id)
    refused = await admin.browser.post(ASK, json=someone)
    assert refused.json()["errorCode"] == "access.missing_permission"
    for reason in ("", "  ", "x", None, "x" * 501):
        answer = await support.browser.post(ASK, json={**someone, "reason": reason})
        assert answer.status_code == 400
    stranger = await world.person("ReadOnly")
    answer = await support.browser.post(
        ASK, json={**someone, "impersonatedUserId": str(stranger.id)}
    )
    assert answer.status_code == 404
    oneself = {**someone, "impersonatedUserId": str(support.id)}
    assert (await support.browser.post(ASK, json=oneself)).json()["errorCode"] == (
        "impersonation.oneself"
    )


async def test_no_user_impersonates_a_higher_rank(world, support, pat):
    helper = await world.person("ReadOnly", permissions=(IMPERSONATE,), tenant_id=support.tenant_id)
    await world.configure(
        "update roles set level = 20 where tenant_id = $1 and key in"
        " (select r.key from membership_roles m join roles r on r.id = m.role_id where m.user_id = $2)",
        support.tenant_id, helper.id,
    )  # fmt: skip
    someone = {"impersonatedUserId": str(pat.session.user_id), "reason": "Ticket 4711"}
    refused = await helper.browser.post(ASK, json=someone)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "members.outranks_you")


async def test_a_token_counts_once_for_one_person_and_two_minutes(world, support, pat):
    token = await ask(support.browser, pat)
    other = await sign_in(world, (await world.member(support.tenant_id))[0], support.tenant_id)
    assert (await begin(world, token, other)).json()["errorCode"] == "impersonation.over"
    assert (await begin(world, token, pat)).status_code == 200
    assert (await begin(world, token, pat)).json()["errorCode"] == "impersonation.over"
    late = await ask(support.browser, pat)
    later(minutes=2)
    refused = await begin(world, late, pat)
    assert (refused.status_code, refused.json()["errorCode"]) == (401, "impersonation.over")


async def test_it_ends_after_an_hour_however_often_it_is_refreshed(world, support, pat):
    browser = await act(world, support, pat)
    for _ in range(5):
        later(minutes=11)
        assert (await browser.post(REFRESH)).status_code == 201
    later(minutes=5)
    assert (await browser.post(REFRESH)).status_code == 401
    assert (await browser.get(ME)).status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/identity/resources/users/v1/passwords/change",
         {"password": "x", "newPassword": "a long enough sentence"}),
        ("PUT", "/identity/resources/users/v2/me", {"name": "Somebody else"}),
        ("POST", "/identity/resources/users/v1/mfa/authenticator/enroll", {}),
        ("POST", "/identity/resources/users/webauthn/v1/devices", {}),
        ("POST", "/identity/resources/auth/v1/user/step-up/generate", {}),
        ("DELETE", f"{SESSIONS}/all", None),
        ("POST", "/identity/resources/users/api-tokens/v1", {"description": "mine"}),
        ("POST", "/identity/resources/configurations/v1/lockout-policy", {"enabled": False}),
        ("POST", POLICY, {"enabled": False}),
    ],
)  # fmt: skip
async def test_what_is_the_persons_alone_is_refused(world, support, pat, method, path, body):
    browser = await act(world, support, pat)
    refused = await browser.request(method, path, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.impersonated")


async def test_it_stays_in_the_account_where_it_began(world, support, pat):
    elsewhere = await world.tenant("Elsewhere")
    async with world._system() as db:
        await db.connection.execute(
            "insert into memberships (tenant_id, user_id, activated, created_at)"
            " select $1, $2, true, now()", elsewhere, pat.session.user_id,
        )  # fmt: skip
    browser = await act(world, support, pat)
    for method, path in (("PUT", "users/v1/tenant"), ("POST", "users/v3/me/token")):
        refused = await browser.request(
            method, f"/identity/resources/{path}", json={"tenantId": str(elsewhere)}
        )
        assert refused.json()["errorCode"] == "access.impersonated"
    renewed = await browser.post(REFRESH, json={"tenantId": str(elsewhere)})
    assert claims(renewed.json()["accessToken"])["tenantId"] == str(support.tenant_id)
    silent = await browser.post("/oauth/authorize/silent")
    assert silent.status_code >= 400


async def _goes_on(browser: httpx.AsyncClient) -> None:
    """None of these answers is remembered."""
    assert (await browser.get(ME)).status_code == 200
    assert (await browser.post(REFRESH)).status_code == 201


async def test_the_administrator_may_forbid_it_also_while_it_goes_on(world, support, pat):
    assert (await pat.http.get(POLICY)).json() == {"enabled": True}
    browser = await act(world, support, pat)
    waiting = await ask(support.browser, pat)
    await _goes_on(browser)
    assert (await pat.http.post(POLICY, json={"enabled": False})).status_code == 201
    assert (await browser.get(ME)).status_code == 401
    assert (await browser.post(REFRESH)).status_code == 401
    refused = await begin(world, waiting, pat)
    assert refused.json()["errorCode"] == "impersonation.forbidden"
    someone = {"impersonatedUserId": str(pat.session.user_id), "reason": "Ticket 4711"}
    refused = await support.browser.post(ASK, json=someone)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "impersonation.forbidden")
    assert (await pat.http.get(ME)).status_code == 200


async def test_it_ends_with_the_access_of_who_acts(world, support, pat):
    browser = await act(world, support, pat)
    waiting = await ask(support.browser, pat)
    await _goes_on(browser)
    boss = await world.person("Admin", tenant_id=support.tenant_id)
    gone = await boss.browser.delete(f"/identity/resources/users/v1/{support.id}")
    assert gone.status_code == 200, gone.text
    assert (await browser.get(ME)).status_code == 401
    assert (await browser.post(REFRESH)).status_code == 401
    assert (await begin(world, waiting, pat)).json()["errorCode"] == "impersonation.over"


async def test_who_acts_shows_a_second_factor_where_the_person_would(world, support, pat):
    await world.configure("update users set mfa_enrolled = true where id = $1", pat.session.user_id)
    refused = await begin(world, await ask(support.browser, pat), pat)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.step_up_needed")
    await world.configure(
        "update sessions set amr = '{pwd,otp,mfa}' where id = $1", support.session_id
    )
    begun = await begin(world, await ask(support.browser, pat), pat)
    assert "acr" not in claims(begun.json()["accessToken"])


async def test_impersonation_leaves_the_user_unchanged(world, support, pat, db: Db):
    look = (
        "select u.last_login_at, m.last_seen_at, (select count(*) from sessions s"
        " where s.user_id = u.id and s.ended_at is null and s.impersonator_id is null) as sessions"
        " from users u join memberships m on m.user_id = u.id where u.id = $1"
    )
    before = await db.connection.fetchrow(look, pat.session.user_id)
    await act(world, support, pat)
    assert await db.connection.fetchrow(look, pat.session.user_id) == before


async def test_an_invitation_link_of_the_user_is_not_handed_out(world, support, pat):
    """It lets its reader join the account, with the user's roles, for longer than the session."""
    link = "/identity/resources/tenants/invites/v1/user"
    made = await pat.http.post(link, json={})
    assert made.status_code == 201, made.text
    actor = await act(world, support, pat)
    answer = await actor.get(link)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "access.impersonated")
    assert made.json()["token"] not in answer.text
    assert (await pat.http.get(link)).json()["token"] == made.json()["token"]
