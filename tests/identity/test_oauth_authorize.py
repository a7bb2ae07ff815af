"""Applications send people here, and get them back with a code (RFC 6749, RFC 7636, OpenID Connect Core)."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.identity.browser import ME, later, new_browser
from tests.identity.oauth_steps import (
    AUTHORIZE,
    CALLBACK,
    TOKEN,
    asking,
    authorize,
    claims_of,
    code_for,
    exchange,
    named_or_not,
    who,
)
from tests.identity.test_sessions_refresh import join

MULTI_FACTOR = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"


@named_or_not
async def test_a_signed_in_browser_comes_back_with_a_code_and_the_code_gives_tokens(
    world, is_named
):
    browser = await new_browser(world)
    place, told = await authorize(world, browser)
    assert place.geturl().startswith(CALLBACK)
    assert told["state"] == "s t&te"
    assert told["iss"] == "http://localhost:8000"

    answer = await exchange(world, told["code"], **who(world, is_named))
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    tokens = answer.json()
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 300)
    client = world.new_client()
    for token in (tokens["access_token"], tokens["id_token"]):
        me = await client.get(ME, headers={"authorization": f"Bearer {token}"})
        assert me.json()["id"] == str(browser.session.user_id)
    claims = claims_of(tokens["id_token"])
    assert claims["nonce"] == "n-1"
    assert claims["at_hash"]
    info = await client.get(
        "/oauth/userinfo", headers={"authorization": f"Bearer {tokens['access_token']}"}
    )
    assert info.json()["sub"] == str(browser.session.user_id)


async def test_without_a_session_the_login_page_comes_first(world):
    http = world.new_client()
    answer = await http.get(AUTHORIZE, params=asking(world, login_hint="ada@acme.test"))
    place = urlsplit(answer.headers["location"])
    told = {name: values[0] for name, values in parse_qs(place.query).items()}
    assert place.path == "/oauth/account/login"
    assert told["login_hint"] == "ada@acme.test"
    back = urlsplit(told["redirectUrl"])
    assert (back.path, back.netloc) == (AUTHORIZE, "")
    assert parse_qs(back.query)["state"] == ["s t&te"]


async def test_a_page_of_ours_is_named_with_our_origin_behind_the_middleware_of_a_product(world):
    """`@frontegg/nextjs` passes on the request of the browser, which would stay at the product's origin."""
    http = world.new_client()
    for path in (AUTHORIZE, f"/frontegg{AUTHORIZE}"):
        answer = await http.get(
            path, params=asking(world), headers={"x-frontegg-middleware": "true"}
        )
        page = answer.headers["location"]
        assert page.startswith(f"{world.settings.public_url}/oauth/account/login?"), page
        plain = await http.get(path, params=asking(world))
        assert plain.headers["location"].startswith("/oauth/account/login?")


async def test_asked_not_to_ask_it_tells_the_application(world):
    http = world.new_client()
    answer = await http.get(AUTHORIZE, params=asking(world, prompt="none"))
    told = parse_qs(urlsplit(answer.headers["location"]).query)
    assert answer.headers["location"].startswith(CALLBACK)
    assert told["error"] == ["login_required"]
    assert told["state"] == ["s t&te"]


@pytest.mark.parametrize("query", ["", "?tab=2"])
async def test_where_routes_stand_behind_a_hash_the_code_does_too(world, query):
    back = f"http://localhost:3000/#/oauth/callback{query}"
    codes = []
    for _ in range(2):
        place, outside = await authorize(world, await new_browser(world), redirect_uri=back)
        assert place.geturl().startswith(f"{back}{'&' if query else '?'}")
        told = parse_qs(place.fragment.partition("?")[2])
        assert (outside, told["state"]) == ({}, ["s t&te"])
        codes += told["code"]
    assert (await exchange(world, codes[0])).json()["error"] == "invalid_grant"
    assert (await exchange(world, codes[1], redirect_uri=back)).status_code == 200


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"request": "x.y.z"}, "request_not_supported"),
        ({"request_uri": "https://a.test"}, "request_uri_not_supported"),
        ({"response_mode": "fragment"}, "invalid_request"),
        ({"max_age": "soon"}, "invalid_request"),
        ({"prompt": "none login"}, "invalid_request"),
    ],
)
async def test_what_is_wrong_is_told_at_the_applications_address(world, changes, error):
    place, told = await authorize(world, await new_browser(world), **changes)
    assert place.geturl().startswith(CALLBACK)
    assert told["error"] == error


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "nobody"},
        {"client_id": None},
        {"redirect_uri": None},
        {"redirect_uri": "https://evil.test/oauth/callback"},
        {"redirect_uri": "http://localhost:8000.evil.test/oauth/callback"},
        {"redirect_uri": "http://localhost@evil.test/oauth/callback"},
        {"redirect_uri": "https://localhost/oauth/callback#fragment"},
        {"redirect_uri": "http://localhost:3000/oauth/callback#fragment"},
        {"redirect_uri": "https://evil.test/#/oauth/callback"},
        {"redirect_uri": "javascript:alert(1)"},
        {"redirect_uri": "http://user@127.0.0.2/oauth/callback"},
    ],
)
async def test_no_redirect_to_an_unregistered_address(world, changes):
    browser = await new_browser(world)
    answer = await browser.http.get(AUTHORIZE, params=asking(world, **changes))
    assert answer.status_code == 400
    assert "location" not in answer.headers
    assert answer.json()["error"] == "invalid_request"


async def test_no_code_for_a_session_of_one_factor_where_two_are_asked_for_since(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    await world.configure(
        "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
        " mfa_device_expiration, created_at, updated_at) values ($1, 'Force', false, 3600, now(), now())",
        browser.session.tenant_id,
    )
    _, told = await authorize(world, browser, prompt="none")
    assert told["error"] == "login_required"
    place, _ = await authorize(world, browser)
    assert place.path == "/oauth/account/login"
    refused = await browser.http.post("/oauth/authorize/silent", json={})
    assert (refused.status_code, refused.json()["error"]) == (401, "login_required")
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    refused = await world.new_client().post(TOKEN, json=body)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")


async def test_an_administrator_who_requires_mfa_keeps_their_applications(world):
    browser = await new_browser(world, "Admin")
    made = await browser.http.post(
        "/identity/resources/configurations/v1/mfa-policy", json={"enforceMFAType": "Force"}
    )
    assert made.status_code == 201
    tokens = (await exchange(world, await code_for(world, browser))).json()
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert (await world.new_client().post(TOKEN, json=body)).status_code == 200


@pytest.mark.parametrize("by", ["tenantId", "organization"])
async def test_a_code_for_another_tenant_asks_for_what_that_one_asks(world, by):
    """The session's own asks for two factors by now, and that one for one."""
    browser = await new_browser(world)
    other = await world.tenant()
    alias = f"lenient-{other.hex}"
    await world.configure("update tenants set alias = $2 where id = $1", other, alias)
    await join(world, browser.session.user_id, other)
    await world.configure(
        "insert into mfa_policies (tenant_id, enforce_mfa_type, allow_remember_my_device,"
        " mfa_device_expiration, created_at, updated_at) values ($1, 'Force', false, 3600, now(), now())",
        browser.session.tenant_id,
    )
    asked = {"tenantId": str(other), "organization": alias}[by]
    tokens = (await exchange(world, await code_for(world, browser, **{by: asked}))).json()
    assert claims_of(tokens["id_token"])["tenantId"] == str(other)


async def test_a_fresh_sign_in_can_be_asked_for(world):
    browser = await new_browser(world)
    later(seconds=5)
    place, told = await authorize(world, browser, prompt="login")
    assert place.path == "/oauth/account/login"
    back = parse_qs(urlsplit(told["redirectUrl"]).query)
    assert "prompt" not in back
    # Coming back without having signed in again leads to the same page.
    again = await browser.http.get(told["redirectUrl"])
    assert urlsplit(again.headers["location"]).path == "/oauth/account/login"


async def test_an_old_sign_in_does_not_do_where_a_new_one_is_asked_for(world):
    browser = await new_browser(world)
    later(seconds=100)
    place, _ = await authorize(world, browser, max_age="60")
    assert place.path == "/oauth/account/login"
    place, _ = await authorize(world, browser, max_age="600")
    assert place.geturl().startswith(CALLBACK)


async def test_two_factors_can_be_asked_for(world):
    browser = await new_browser(world)
    place, told = await authorize(world, browser, acr_values=MULTI_FACTOR, max_age="60")
    assert (place.path, told["maxAge"]) == ("/oauth/account/step-up", "60")


async def test_what_the_provider_says_of_itself_is_there(world):
    http = world.new_client()
    metadata = (await http.get("/.well-known/openid-configuration")).json()
    assert metadata["issuer"] == "http://localhost:8000"
    for name in ("authorization", "token", "userinfo", "end_session", "revocation"):
        path = urlsplit(metadata[f"{name}_endpoint"]).path
        assert (await http.options(path)).status_code != 404
    assert metadata["code_challenge_methods_supported"] == ["S256"]
