"""A request waits in the browser in which it began, until the sign-in is shown that finishes it."""

from collections.abc import AsyncIterator
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.identity.oauth.pending import EXPIRED_AUTHORIZATIONS
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from tests.compat.native_app import query_of
from tests.identity.browser import Browser, later, new_browser, sign_in
from tests.identity.oauth_steps import CALLBACK, asking, exchange
from tests.world import World

PRELOGIN, POSTLOGIN = "/oauth/prelogin", "/oauth/postlogin"
REDIRECT = f"{POSTLOGIN}/redirect"
STATE = "s t&te"
ADD = (
    "insert into applications (id, client_id, key, name, redirect_uris, type, access_type)"
    " values ($1, $2, $1::uuid::text, 'Another', $3, $4, $5)"
)


async def begin(world: World, http: httpx.AsyncClient | None = None, **changes: str | None):
    """A browser in which the request waits."""
    http = http or world.new_client()
    answer = await http.get(PRELOGIN, params=asking(world, **changes))
    assert answer.status_code == 302, answer.text
    assert answer.headers["location"].startswith("/oauth/account/"), answer.headers["location"]
    return http


async def show(http: httpx.AsyncClient, token: str, state: str = STATE) -> httpx.Response:
    return await http.post(POSTLOGIN, json={"state": state, "token": token})


async def back(http: httpx.AsyncClient, state: str = STATE) -> httpx.Response:
    return await http.get(REDIRECT, params={"state": state})


def told_of(answer: httpx.Response) -> dict[str, str]:
    """What the application is told by where the browser goes on."""
    assert answer.status_code in (200, 302), answer.text
    place = answer.headers.get("location") or answer.json()["redirectUrl"]
    assert place.startswith(f"{CALLBACK}?"), place
    return query_of(place)


def refused(answer: httpx.Response, status: int, error: str) -> None:
    assert (answer.status_code, answer.json().get("error")) == (status, error), answer.text
    assert answer.json()["error_description"]


@pytest.fixture
async def another(world: World) -> AsyncIterator[UUID]:
    """An application beside the default one."""
    made = uuid4()
    await world.configure(ADD, made, uuid4(), [CALLBACK], "first-party", "FREE_ACCESS")
    yield made
    await world.configure("delete from applications where id = $1", made)


@pytest.fixture
async def person(world: World) -> Browser:
    return await new_browser(world)


async def test_the_sign_in_is_shown_and_the_application_gets_a_code(world, person):
    http = await begin(world)
    told = told_of(await show(http, person.session.access_token))
    assert (told["state"], told["iss"]) == (STATE, "http://localhost:8000")
    answer = await exchange(world, told["code"])
    assert answer.status_code == 200, answer.text
    me = await world.new_client().get(
        "/oauth/userinfo", headers={"authorization": f"Bearer {answer.json()['access_token']}"}
    )
    assert me.json()["sub"] == str(person.session.user_id)


async def test_a_sign_in_is_redeemed_once(world, person):
    http = await begin(world)
    told = told_of(await show(http, person.session.access_token))
    refused(await show(http, person.session.access_token), 400, "invalid_request")
    assert (await exchange(world, told["code"])).status_code == 200
    refused(await back(http), 400, "invalid_request")  # the code was exchanged


async def test_going_on_takes_the_first_code_back(world, person):
    http = await begin(world)
    first = told_of(await show(http, person.session.access_token))["code"]
    second = told_of(await back(http))["code"]
    assert (await exchange(world, first)).json()["error"] == "invalid_grant"
    assert (await exchange(world, second)).status_code == 200
    refused(await back(http), 400, "invalid_request")


async def test_another_browser_finds_nothing_under_the_state(world, person):
    http = await begin(world)
    stranger = await begin(world, state="its own")
    for one in (world.new_client(), stranger):
        refused(await show(one, person.session.access_token), 400, "invalid_request")
        refused(await back(one), 400, "invalid_request")
        refused(await one.get(PRELOGIN, params={"state": STATE}), 400, "invalid_request")
    told_of(await show(http, person.session.access_token))


async def test_a_request_expires_after_an_hour(world, person):
    http = await begin(world)
    cookies = dict(http.cookies)
    later(minutes=61)
    http.cookies.update(cookies)
    fresh = await sign_in(world, person.session.user_id, person.session.tenant_id)
    refused(await show(http, fresh.session.access_token), 400, "invalid_request")
    refused(await back(http), 400, "invalid_request")


@pytest.mark.parametrize("token", ["", "nothing", "a.b.c"])
async def test_what_is_no_token_shows_nothing(world, person, token):
    http = await begin(world)
    refused(await show(http, token), 401, "invalid_token")
    told_of(await show(http, person.session.access_token))


async def test_a_session_that_is_over_shows_nothing(world, person):
    http = await begin(world)
    assert (await person.http.post("/identity/resources/auth/v1/logout")).status_code == 201
    refused(await show(http, person.session.access_token), 401, "login_required")


async def test_an_applications_token_lets_it_into_no_other(world, person, another):
    """A holder of one could otherwise make more of it than it was given for."""
    place = await person.http.get("/oauth/authorize", params=asking(world, client_id=str(another)))
    given = await exchange(world, query_of(place.headers["location"])["code"])
    token = given.json()["access_token"]
    refused(await show(await begin(world), token), 403, "access_denied")
    own = await begin(world, client_id=str(another))
    refused(await show(own, token), 401, "login_required")
    told_of(await show(own, person.session.access_token))


async def test_an_api_token_does_not_count_as_a_sign_in(world):
    person = await new_browser(world, "Admin")
    made = await person.http.post(
        "/identity/resources/users/api-tokens/v1", json={"description": "x"}
    )
    assert made.status_code == 201, made.text
    pair = {"clientId": made.json()["clientId"], "secret": made.json()["secret"]}
    given = await world.new_client().post("/identity/resources/auth/v1/api-token", json=pair)
    assert given.status_code in (200, 201), given.text
    token = given.json().get("access_token") or given.json()["accessToken"]
    refused(await show(await begin(world), token), 403, "access_denied")


async def test_a_token_for_another_account_than_was_asked_for_is_refused(world, person):
    other = await world.tenant()
    await world.member_of(other, person.session.user_id)
    http = await begin(world, tenantId=str(other))
    refused(await show(http, person.session.access_token), 403, "access_denied")
    there = await sign_in(world, person.session.user_id, other)
    told_of(await show(http, there.session.access_token))


async def test_where_they_may_not_use_the_application_it_is_told_so(world, person, another):
    await world.configure(
        "update applications set access_type = 'MANAGED_ACCESS' where id = $1", another
    )
    http = await begin(world, client_id=str(another))
    told = told_of(await show(http, person.session.access_token))
    assert (told["error"], told["state"]) == ("access_denied", STATE)


@pytest.mark.parametrize("ask", [{"prompt": "login"}, {"max_age": "0"}])
async def test_a_newer_sign_in_is_asked_for_and_an_older_one_does_not_do(world, person, ask):
    later(minutes=10)
    http = await begin(world, **ask)
    old = await sign_in(world, person.session.user_id, person.session.tenant_id)
    assert told_of(await show(http, old.session.access_token))["code"]
    http = await begin(world, **ask)
    later(minutes=10)
    # Signed in before the request began.
    renewed = await person.http.post("/identity/resources/auth/v1/user/token/refresh", json={})
    refused(await show(http, renewed.json()["accessToken"]), 401, "login_required")


async def test_a_second_factor_is_asked_for_on_our_page(world, person):
    http = await begin(
        world, acr_values="http://schemas.openid.net/pape/policies/2007/06/multi-factor"
    )
    answer = await show(http, person.session.access_token)
    page = urlsplit(answer.json()["redirectUrl"])
    assert (answer.status_code, page.path) == (200, "/oauth/account/step-up")


async def test_another_companys_application_is_asked_for(world, person):
    theirs = uuid4()
    await world.configure(ADD, theirs, uuid4(), [CALLBACK], "oauth", "FREE_ACCESS")
    try:
        http = await begin(world, client_id=str(theirs))
        answer = await show(http, person.session.access_token)
        assert urlsplit(answer.json()["redirectUrl"]).path == "/oauth/account/consent"
    finally:
        await world.configure("delete from applications where id = $1", theirs)


async def test_a_form_is_posted_by_a_page_of_ours(world, person):
    http = await begin(world, response_mode="form_post")
    answer = await show(http, person.session.access_token)
    place = answer.json()["redirectUrl"]
    assert place.startswith(f"http://localhost:8000{REDIRECT}?")
    page = await http.get(place)
    assert page.headers["content-type"].startswith("text/html")
    assert "code" in page.text


async def test_a_user_with_a_session_in_the_browser_shows_no_token(world, person):
    http = await begin(world, person.http, prompt="login")
    fresh = await sign_in(world, person.session.user_id, person.session.tenant_id)
    person.http.cookies.set(fresh.cookie, fresh.token, domain="localhost.local", path="/")
    assert told_of(await back(http))["code"]
    # Without that, they do so first.
    assert (await back(await begin(world))).headers["location"].startswith("/oauth/account/login?")
    # And who is in already waits for nothing.
    answer = await person.http.get(PRELOGIN, params=asking(world, state="more"))
    assert told_of(answer)["code"]
    refused(await back(person.http, "more"), 400, "invalid_request")


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.test/callback"},
        {"redirect_uri": None},
        {"client_id": str(uuid4())},
    ],
)
async def test_no_redirect_to_an_unregistered_address(world, changes):
    for kept in ({}, {"code_challenge": None}):
        http = world.new_client()
        answer = await http.get(PRELOGIN, params=asking(world, **changes, **kept))
        refused(answer, 400, "invalid_request")
        assert not http.cookies


async def test_what_else_is_wrong_is_told_at_the_applications_address(world):
    answer = await world.new_client().get(PRELOGIN, params=asking(world, code_challenge="x"))
    assert told_of(answer)["error"] == "invalid_request"


async def test_a_request_that_must_be_pushed_is_not_pushed_by_a_browser(world, another):
    await world.configure(
        "update applications set require_pushed_authorization_requests = true where id = $1",
        another,
    )
    http = world.new_client()
    answer = await http.get(PRELOGIN, params=asking(world, client_id=str(another)))
    assert told_of(answer)["error"] == "invalid_request"
    refused(await back(http), 400, "invalid_request")


async def test_without_a_request_people_just_sign_in(world):
    http = world.new_client()
    plain = await http.get(PRELOGIN)
    assert (plain.status_code, plain.headers["location"]) == (302, "/oauth/account/login")
    hinted = await http.get(PRELOGIN, params={"email": "a+b@x.test"})
    assert query_of(hinted.headers["location"]) == {"login_hint": "a+b@x.test"}
    refused(await http.get(PRELOGIN, params={"state": "\x00"}), 400, "invalid_request")
    refused(await http.get(PRELOGIN, params={"state": "x" * 2001}), 400, "invalid_request")
    refused(await show(http, "x", state="x" * 2001), 400, "invalid_request")


async def test_unfinished_requests_are_deleted(world, db):
    await begin(world, state="old")
    later(minutes=61)
    http = await begin(world, state="new")
    context = JobContext(world.resources[Database], world.resources, 0, 1, last_attempt=True)
    await EXPIRED_AUTHORIZATIONS.run(context)
    assert not await db.connection.fetchval(
        "select exists (select from pending_authorizations where expires_at < $1)", clock.now()
    )
    assert (await back(http, "new")).status_code == 302
