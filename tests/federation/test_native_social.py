"""An app signs people in with an account elsewhere: through the browser, and by fetching the tokens
itself."""

import base64
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.compat.native_app import (
    ANDROID,
    NativeApp,
    SystemBrowser,
    query_of,
    refresh_token_of,
)
from tests.federation.social_steps import AUTH, Social
from tests.identity.second_factors import AT_LOGIN, Steps, code_of
from tests.world import World

ADD = (
    "insert into applications (id, client_id, key, name, access_type, redirect_uris)"
    " values ($1, $2, $1::uuid::text, 'Mobile', $3, $4)"
)
POST_LOGIN = "/oauth/account/social/partner/post-login"


@pytest.fixture
async def applications(world: World) -> AsyncIterator[list[UUID]]:
    """Two apps of the vendor with the same addresses."""
    made = [uuid4(), uuid4()]
    for one in made:
        await world.configure(ADD, one, uuid4(), "FREE_ACCESS", [ANDROID])
    yield made
    for one in made:
        await world.configure("delete from applications where id = $1", one)


@pytest.fixture
def app(world: World, new_client, applications: list[UUID]) -> NativeApp:
    default = world.resources[VendorConfiguration].current.default
    return NativeApp(new_client(), str(default.client_id), ANDROID, str(applications[0]))


def start(app: NativeApp, **changes: str | None) -> dict[str, str]:
    asked = {
        "redirectUri": ANDROID,
        "state": '{"provider":"partner","platform":"android"}',
        "client_id": app.application_id,
        "code_challenge": app.challenge(),
        "code_challenge_method": "S256",
    }
    return {name: value for name, value in {**asked, **changes}.items() if value is not None}


async def come_back(social: Social, app: NativeApp) -> dict[str, Any]:
    """Through the browser and the provider: what the app is opened with, as it brings it to us."""
    browser = SystemBrowser(social.asgi)
    asked = start(app)
    path = f"{AUTH}/v2/user/sso/custom/{social.name}/prelogin"
    gone = await browser.http.get(path, params=asked)
    assert gone.status_code == 302, gone.text
    there = query_of(gone.headers["location"])
    code = social.provider.authorize(there)
    back = await browser.http.get(
        there["redirect_uri"], params={"code": code, "state": there["state"]}
    )
    assert back.headers["location"].startswith(f"{ANDROID}?")
    told = query_of(back.headers["location"])
    return {**told, "redirectUri": ANDROID, "code_verifier": app.verifier}


async def test_by_a_button_of_the_app_through_the_browser(social: Social, app: NativeApp):
    browser = SystemBrowser(social.asgi)
    action = {"type": "custom-social-login", "data": "partner"}
    more = {"additionalQueryParams": {"prompt": "consent"}}
    button = base64.b64encode(json.dumps({**action, **more}).encode()).decode()
    start_of_provider = await browser.visit(app.authorize_address(login_direct_action=button))
    there = await browser.visit(start_of_provider)
    assert there.startswith(social.provider.url)
    asked = query_of(there)
    code = social.provider.authorize(asked)
    page = await browser.visit(f"{asked['redirect_uri']}?code={code}&state={asked['state']}")
    told = query_of(page)
    assert (await social.post(browser.http, told["code"])).status_code == 200
    answer = await app.opened(await browser.visit(told["redirectUrl"]))
    assert answer.status_code == 200, answer.text
    assert (await app.user())["email"] == social.provider.person.email
    assert (await app.renew()).status_code == 200
    assert (await app.log_out()).status_code == 200
    assert (await app.renew()).status_code == 400


async def test_the_app_fetches_the_tokens_itself(social: Social, app: NativeApp, db):
    brought = await come_back(social, app)
    answer = await app.call("POST", POST_LOGIN, brought)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    app.tokens = answer.json()
    assert set(app.tokens) == {
        "access_token", "id_token", "refresh_token", "expires_in", "token_type", "scope",
    }  # fmt: skip
    assert (await app.user())["email"] == social.provider.person.email
    assert (await app.renew()).status_code == 200
    assert (await app.log_out()).status_code == 200
    assert (await app.renew()).status_code == 400
    # No session is left behind that the user could not end.
    left = await db.connection.fetchval(
        "select count(*) from sessions s join users u on u.id = s.user_id"
        " where u.email = $1 and s.ended_at is null",
        social.provider.person.email,
    )
    assert left == 0


async def test_it_counts_once(social: Social, app: NativeApp):
    brought = await come_back(social, app)
    assert (await app.call("POST", POST_LOGIN, brought)).status_code == 200
    again = await app.call("POST", POST_LOGIN, brought)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code": "another"}, "invalid_grant"),
        ({"state": "another"}, "invalid_grant"),
        ({"redirectUri": f"{ANDROID}/x"}, "invalid_grant"),
        ({"code_verifier": "v" * 43}, "invalid_grant"),
        ({"code_verifier": "short"}, "invalid_request"),
        ({"code_verifier": None}, "invalid_request"),
        ({"code": None, "idToken": "of.a.library"}, "invalid_request"),
        ({"state": "\x00"}, "invalid_request"),
        ({"redirectUri": "\x00"}, "invalid_request"),
    ],
)
async def test_whatever_is_another_is_refused_and_changes_nothing(
    social: Social, app: NativeApp, changes: dict[str, str | None], error: str
):
    brought = await come_back(social, app)
    wrong = {name: value for name, value in {**brought, **changes}.items() if value is not None}
    refused = await app.call("POST", POST_LOGIN, wrong)
    assert (refused.status_code, refused.json()["error"]) == (400, error), refused.text
    assert not social.provider.exchanges
    assert (await app.call("POST", POST_LOGIN, brought)).status_code == 200


async def test_another_application_gets_nothing(
    social: Social, app: NativeApp, applications: list[UUID]
):
    brought = await come_back(social, app)
    own, app.application_id = app.application_id, str(applications[1])
    assert (await app.call("POST", POST_LOGIN, brought)).json()["error"] == "invalid_grant"
    app.application_id = own
    assert (await app.call("POST", POST_LOGIN, brought)).status_code == 200


async def test_it_is_over_after_a_quarter_of_an_hour(social: Social, app: NativeApp):
    brought = await come_back(social, app)
    clock.advance_clock(timedelta(minutes=16))
    assert (await app.call("POST", POST_LOGIN, brought)).json()["error"] == "invalid_grant"


async def test_a_sign_in_of_a_browser_is_not_the_apps_and_the_other_way_round(
    social: Social, app: NativeApp
):
    browser = social.browser()
    asked = await social.go(browser)
    told = await social.back(browser, asked, social.provider.authorize(asked))
    app.challenge()
    stolen = {**told, "redirectUri": ANDROID, "code_verifier": app.verifier}
    assert (await app.call("POST", POST_LOGIN, stolen)).json()["error"] == "invalid_grant"
    assert (await social.post(browser, told["code"])).status_code == 200

    brought = await come_back(social, app)
    assert (await social.post(browser, brought["code"])).status_code == 401
    assert (await app.call("POST", POST_LOGIN, brought)).status_code == 200


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"redirectUri": "com.evil.app://callback"}, "social.page_refused"),
        ({"redirectUri": None}, "social.page_refused"),
        ({"client_id": str(uuid4())}, "social.app_refused"),
        ({"code_challenge": None}, "social.app_refused"),
        ({"code_challenge": "x" * 42}, "social.app_refused"),
        ({"code_challenge_method": "plain"}, "social.app_refused"),
        ({"state": None}, "social.app_refused"),
    ],
)
async def test_what_could_not_come_back_safely_does_not_begin(
    social: Social, app: NativeApp, changes: dict[str, str | None], code: str
):
    path = f"{AUTH}/v2/user/sso/custom/partner/prelogin"
    answer = await social.browser().get(path, params=start(app, **changes))
    assert (answer.status_code, answer.json()["errorCode"]) == (400, code)


async def test_an_application_that_is_not_theirs_gives_no_tokens_and_no_session(
    social: Social, app: NativeApp, world: World, db
):
    brought = await come_back(social, app)
    await world.configure(
        "update applications set access_type = 'MANAGED_ACCESS' where id = $1",
        UUID(app.application_id),
    )
    refused = await app.call("POST", POST_LOGIN, brought)
    assert (refused.status_code, refused.json()["error"]) == (403, "access_denied"), refused.text
    left = await db.connection.fetchval(
        "select count(*) from sessions s join users u on u.id = s.user_id where u.email = $1",
        social.provider.person.email,
    )
    assert left == 0


async def test_a_second_factor_is_asked_for_and_tokens_follow(
    social: Social, app: NativeApp, world: World, asgi, run_jobs, db
):
    who = await Steps(world, asgi, run_jobs, db).with_app("Admin")
    social.provider.person.email = who.email
    brought = await come_back(social, app)
    answer: httpx.Response = await app.call("POST", POST_LOGIN, brought)
    told = answer.json()
    assert (answer.status_code, told["error"], told["mfaRequired"]) == (403, "mfa_required", True)
    assert "access_token" not in told
    body = {
        "mfaToken": told["mfaToken"],
        "value": code_of(who.secrets[-1]),
        "rememberDevice": False,
    }
    done = await app.call("POST", f"{AT_LOGIN}/verify", body)
    assert done.status_code == 201, done.text
    assert (await app.silently(refresh_token_of(done))).status_code == 200
    assert (await app.user())["email"] == who.email
