"""The modules of the OpenID Foundation's plan `oidcc-basic-certification-test-plan`, by their names. Every
request brings PKCE, which this server asks of all applications."""

import base64
import hashlib
import json

import pytest

from tests.identity.browser import later, new_browser
from tests.identity.oauth_steps import AUTHORIZE, TOKEN, VERIFIER, challenge
from tests.identity.openid.relying_party import (
    CALLBACK,
    USERINFO,
    RelyingParty,
    again,
    back,
    place_of,
    values_of,
)
from tests.world import World

LOGIN = "/oauth/account/login"


async def test_oidcc_server(party: RelyingParty, world: World):
    browser = await new_browser(world)
    tokens = await party.sign_in(browser.http)
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 300)
    digest = hashlib.sha256(tokens["access_token"].encode()).digest()[:16]
    assert tokens["claims"]["at_hash"] == base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    assert (await party.info(tokens["access_token"])).json()["sub"] == tokens["claims"]["sub"]


async def test_oidcc_response_type_missing(party: RelyingParty, world: World):
    place = await party.ask((await new_browser(world)).http, response_type=None)
    told = values_of(place)
    assert place.geturl().startswith(CALLBACK)
    assert (told["error"], told["state"]) == ("unsupported_response_type", "st/ate")


@pytest.mark.parametrize("name", ["nonce", "state", "organization", "login_hint", "acr_values"])
async def test_no_text_has_a_nul_character(party: RelyingParty, world: World, name: str):
    told = values_of(await party.ask((await new_browser(world)).http, **{name: "a\x00b"}))
    assert told["error"] == "invalid_request"


@pytest.mark.parametrize(
    "module", ["oidcc-userinfo-get", "oidcc-userinfo-post-header", "oidcc-userinfo-post-body"]
)
async def test_oidcc_userinfo(party: RelyingParty, world: World, module: str):
    tokens = await party.sign_in((await new_browser(world)).http)
    token, http = tokens["access_token"], world.new_client()
    headers = {"authorization": f"Bearer {token}"}
    if module == "oidcc-userinfo-get":
        answer = await http.get(USERINFO, headers=headers)
    elif module == "oidcc-userinfo-post-header":
        answer = await http.post(USERINFO, headers=headers)
    else:
        answer = await http.post(USERINFO, data={"access_token": token})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["sub"] == tokens["claims"]["sub"]


async def test_a_token_comes_in_one_place(party: RelyingParty, world: World):
    token = (await party.sign_in((await new_browser(world)).http))["access_token"]
    both = await world.new_client().post(
        USERINFO, data={"access_token": token}, headers={"authorization": f"Bearer {token}"}
    )
    assert (both.status_code, both.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("sent", ["nothing", "header", "form"])
async def test_userinfo_says_why_a_token_is_refused(world: World, sent: str):
    http, wrong = world.new_client(), "x.y.z"
    if sent == "form":
        answer = await http.post(USERINFO, data={"access_token": wrong})
    else:
        headers = {"authorization": f"Bearer {wrong}"} if sent == "header" else {}
        answer = await http.get(USERINFO, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    if sent != "nothing":
        assert answer.json()["error"] == "invalid_token"


async def test_oidcc_ensure_request_without_nonce_succeeds_for_code_flow(
    party: RelyingParty, world: World
):
    place = await party.ask((await new_browser(world)).http, nonce=None)
    await party.tokens(place, nonce=None)


@pytest.mark.parametrize(
    ("module", "scope", "told"),
    [
        ("oidcc-scope-profile", "openid profile", {"name"}),
        ("oidcc-scope-email", "openid email", {"email", "email_verified"}),
        ("oidcc-scope-address", "openid address", set()),
        ("oidcc-scope-phone", "openid phone", set()),
        ("oidcc-scope-all", "openid profile email address phone", {"name", "email"}),
        ("oidcc-ensure-other-scope-order-succeeds", "email openid", {"email"}),
    ],
)
async def test_oidcc_scope(
    party: RelyingParty, world: World, module: str, scope: str, told: set[str]
):
    tokens = await party.sign_in((await new_browser(world)).http, scope=scope)
    info = (await party.info(tokens["access_token"])).json()
    assert told <= info.keys(), module
    assert info["sub"] == tokens["claims"]["sub"]


@pytest.mark.parametrize(
    ("module", "more"),
    [
        ("oidcc-display-page", {"display": "page"}),
        ("oidcc-display-popup", {"display": "popup"}),
        ("oidcc-ui-locales", {"ui_locales": "se"}),
        ("oidcc-claims-locales", {"claims_locales": "se"}),
        ("oidcc-ensure-request-with-acr-values-succeeds", {"acr_values": "1 2"}),
        ("oidcc-ensure-request-with-unknown-parameter-succeeds", {"extra": "foobar"}),
        ("oidcc-login-hint", {"login_hint": "buffy@example.com"}),
    ],
)
async def test_oidcc_passes_over(
    party: RelyingParty, world: World, module: str, more: dict[str, str]
):
    """They change nothing for a signed-in user; all others sign in first."""
    page = await party.ask(world.new_client(), **more)
    assert page.path == LOGIN, module
    browser = await new_browser(world)
    await party.tokens(await back(browser, page))
    await party.sign_in(browser.http, **more)


async def test_oidcc_login_hint(party: RelyingParty, world: World):
    page = await party.ask(world.new_client(), login_hint="buffy@example.com")
    assert values_of(page)["login_hint"] == "buffy@example.com"


@pytest.mark.parametrize("prompt", ["login", "select_account"])
async def test_oidcc_prompt_login(party: RelyingParty, world: World, prompt: str):
    browser = await new_browser(world)
    first = (await party.sign_in(browser.http))["claims"]
    later(seconds=2)
    page = await party.ask(browser.http, prompt=prompt)
    assert page.path == LOGIN
    second = (await party.tokens(await back(await again(world, browser), page)))["claims"]
    assert second["sub"] == first["sub"]
    assert second["auth_time"] > first["auth_time"]


async def test_oidcc_prompt_none_not_logged_in(party: RelyingParty, world: World):
    place = await party.ask(world.new_client(), prompt="none")
    told = values_of(place)
    assert place.geturl().startswith(CALLBACK)
    assert (told["error"], told["state"]) == ("login_required", "st/ate")


async def test_oidcc_prompt_none_logged_in(party: RelyingParty, world: World):
    browser = await new_browser(world)
    first = (await party.sign_in(browser.http))["claims"]
    later(seconds=2)
    second = (await party.sign_in(browser.http, prompt="none"))["claims"]
    assert [second[name] for name in ("sub", "auth_time")] == [first["sub"], first["auth_time"]]


async def test_oidcc_max_age_1(party: RelyingParty, world: World):
    browser = await new_browser(world)
    first = (await party.sign_in(browser.http, max_age="1"))["claims"]
    later(seconds=2)
    page = await party.ask(browser.http, max_age="1")
    assert page.path == LOGIN
    second = (await party.tokens(await back(await again(world, browser), page)))["claims"]
    assert second["auth_time"] > first["auth_time"]


@pytest.mark.parametrize("max_age", ["0", "1"])
async def test_a_user_who_has_just_signed_in_for_a_request_is_not_asked_again(
    party: RelyingParty, world: World, max_age: str
):
    """However short `max_age` is: what follows a sign-in, such as the offer of a passkey, takes longer."""
    browser = await new_browser(world)
    later(seconds=3)
    page = await party.ask(browser.http, max_age=max_age)
    assert page.path == LOGIN
    assert (await back(browser, page)).path == LOGIN  # they have not signed in
    fresh = await again(world, browser)
    later(seconds=90)
    await party.tokens(await back(fresh, page))
    assert (await party.ask(fresh.http, max_age=max_age)).path == LOGIN  # the next request


async def test_what_was_pushed_is_not_weakened_by_the_browser(party: RelyingParty, world: World):
    """A second user of the same browser skips no sign-in that the application asked for."""
    browser = await new_browser(world)
    later(seconds=60)
    asked = party.request(prompt="login")
    answer = await world.new_client().post("/oauth/par", data=asked, headers=party.by_header)
    query = {"client_id": str(party.client_id), "request_uri": answer.json()["request_uri"]}
    page = place_of(await browser.http.get(AUTHORIZE, params=query | {"signed_in_after": "0"}))
    assert page.path == LOGIN
    assert (await back(browser, page)).path == LOGIN
    await party.tokens(await back(await again(world, browser), page))


async def test_oidcc_max_age_10000(party: RelyingParty, world: World):
    browser = await new_browser(world)
    first = (await party.sign_in(browser.http))["claims"]
    later(seconds=2)
    second = (await party.sign_in(browser.http, max_age="10000"))["claims"]
    assert second["auth_time"] == first["auth_time"]


async def test_oidcc_id_token_hint(party: RelyingParty, world: World):
    browser = await new_browser(world)
    first = await party.sign_in(browser.http)
    later(seconds=400)  # one that has expired still says who it is about
    second = await party.sign_in(browser.http, prompt="none", id_token_hint=first["id_token"])
    assert second["claims"]["sub"] == first["claims"]["sub"]


async def test_only_the_user_of_the_hint_comes_back(party: RelyingParty, world: World):
    browser, stranger = await new_browser(world), await new_browser(world)
    hint = (await party.sign_in(browser.http))["id_token"]
    silent = values_of(await party.ask(stranger.http, prompt="none", id_token_hint=hint))
    assert silent["error"] == "login_required"
    page = await party.ask(stranger.http, id_token_hint=hint)
    assert page.path == LOGIN
    # The right user who signs in there comes through, another user does not.
    told = values_of(await back(await again(world, stranger), page))
    assert (told["error"], told["state"]) == ("login_required", "st/ate")
    await party.tokens(await back(await again(world, browser), page))


@pytest.mark.parametrize(
    "damage", [lambda t: t[:-8] + "AAAAAAAA", lambda _: "x.y.z"], ids=["s", "x"]
)
async def test_a_hint_that_is_none(party: RelyingParty, world: World, damage):
    browser = await new_browser(world)
    hint = damage((await party.sign_in(browser.http))["id_token"])
    told = values_of(await party.ask(browser.http, id_token_hint=hint))
    assert told["error"] == "invalid_request"


@pytest.mark.parametrize(
    ("module", "seconds"), [("oidcc-codereuse", 0), ("oidcc-codereuse-30seconds", 30)]
)
async def test_oidcc_codereuse(party: RelyingParty, world: World, module: str, seconds: int):
    code = values_of(await party.ask((await new_browser(world)).http))["code"]
    tokens = (await party.exchange(code)).json()
    later(seconds=seconds)
    answer = await party.exchange(code)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant"), module
    refused = await party.info(tokens["access_token"])
    assert (refused.status_code, refused.json()["error"]) == (401, "invalid_token")


async def test_oidcc_ensure_registered_redirect_uri(party: RelyingParty, world: World):
    browser = await new_browser(world)
    for address in (f"{CALLBACK}/x", f"{CALLBACK}?a=b", CALLBACK.replace("https", "http")):
        request = party.request(redirect_uri=address)
        answer = await browser.http.get(AUTHORIZE, params=request)
        assert answer.status_code == 400
        assert "location" not in answer.headers


async def test_oidcc_ensure_post_request_succeeds(party: RelyingParty, world: World):
    browser = await new_browser(world)
    elsewhere = {"origin": "https://console.test", "sec-fetch-site": "cross-site"}
    answer = await browser.http.post(AUTHORIZE, data=party.request(), headers=elsewhere)
    assert answer.status_code == 303
    place = place_of(await browser.http.get(answer.headers["location"]))
    await party.tokens(place)


async def test_a_posted_request_is_a_form(party: RelyingParty, world: World):
    answer = await world.new_client().post(AUTHORIZE, json=party.request())
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


async def test_oidcc_server_client_secret_post(party: RelyingParty, world: World):
    place = await party.ask((await new_browser(world)).http)
    body = {
        "grant_type": "authorization_code",
        "code": values_of(place)["code"],
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
        "client_id": str(party.client_id),
        "client_secret": party.secret,
    }
    answer = await world.new_client().post(TOKEN, data=body)
    assert answer.status_code == 200, answer.text
    await party.claims(answer.json()["id_token"])


@pytest.mark.parametrize("case", ["wrong", "another client", "unreadable"])
async def test_a_wrong_secret_in_the_header_is_told_how_it_is_shown(
    party: RelyingParty, world: World, case: str
):
    pair = base64.b64encode(f"{party.client_id}:wrong".encode()).decode()
    pair = "%%%" if case == "unreadable" else pair
    also = {"client_id": "another"} if case == "another client" else {}
    answer = await world.new_client().post(
        TOKEN,
        data={"grant_type": "client_credentials", **also},
        headers={"authorization": f"Basic {pair}"},
    )
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert answer.headers["www-authenticate"].startswith("Basic ")


@pytest.mark.parametrize(
    ("module", "more", "error"),
    [
        (
            "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
            {"request": "eyJhbGciOiJub25lIn0.e30."},
            "request_not_supported",
        ),
        (
            "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
            {"request_uri": "https://console.test/request"},
            "request_uri_not_supported",
        ),
    ],
)
async def test_oidcc_request_objects(
    party: RelyingParty, world: World, module: str, more: dict[str, str], error: str
):
    told = values_of(await party.ask((await new_browser(world)).http, **more))
    assert (told["error"], told["state"]) == (error, "st/ate"), module


async def test_oidcc_ensure_request_object_with_redirect_uri(party: RelyingParty, world: World):
    """What it says of the address counts for nothing: people go to the registered one alone."""
    evil = base64.urlsafe_b64encode(b'{"redirect_uri":"https://evil.test/"}').rstrip(b"=").decode()
    place = await party.ask((await new_browser(world)).http, request=f"eyJhbGciOiJub25lIn0.{evil}.")
    assert place.geturl().startswith(CALLBACK)
    assert values_of(place)["error"] == "request_not_supported"


async def test_oidcc_claims_essential(party: RelyingParty, world: World):
    claims = json.dumps({"userinfo": {"name": {"essential": True}}})
    tokens = await party.sign_in((await new_browser(world)).http, claims=claims)
    assert (await party.info(tokens["access_token"])).json()["name"] == "Pat Doe"


async def test_claims_may_ask_for_a_person_and_for_two_factors(party: RelyingParty, world: World):
    browser, stranger = await new_browser(world), await new_browser(world)
    me = str(browser.session.user_id)
    claims = json.dumps({"id_token": {"sub": {"value": me}, "auth_time": {"essential": True}}})
    await party.sign_in(browser.http, claims=claims, prompt="none")
    told = values_of(await party.ask(stranger.http, claims=claims, prompt="none"))
    assert told["error"] == "login_required"
    strong = {"values": ["http://schemas.openid.net/pape/policies/2007/06/multi-factor"]}
    page = await party.ask(browser.http, claims=json.dumps({"id_token": {"acr": strong}}))
    assert page.path == "/oauth/account/step-up"


@pytest.mark.parametrize("claims", ["{", "[]", '{"id_token": 1}', '{"userinfo": {"name": 7}}'])
async def test_claims_that_cannot_be_read(party: RelyingParty, world: World, claims: str):
    told = values_of(await party.ask((await new_browser(world)).http, claims=claims))
    assert told["error"] == "invalid_request"


async def test_oidcc_refresh_token(party: RelyingParty, other: RelyingParty, world: World):
    first = await party.sign_in((await new_browser(world)).http)
    body = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    later(seconds=2)
    http = world.new_client()
    thief = await http.post(TOKEN, data=body, headers=other.by_header)
    assert (thief.status_code, thief.json()["error"]) == (400, "invalid_grant")
    second = (await http.post(TOKEN, data=body, headers=party.by_header)).json()
    assert second["refresh_token"] != first["refresh_token"]
    claims = await party.claims(second["id_token"])
    for name in ("iss", "sub", "aud", "auth_time"):
        assert claims[name] == first["claims"][name]
    assert claims["iat"] > first["claims"]["iat"]
    assert (await party.info(second["access_token"])).json()["sub"] == claims["sub"]


async def test_oidcc_ensure_request_with_valid_pkce_succeeds(party: RelyingParty, world: World):
    verifier = "w" * 128
    place = await party.ask((await new_browser(world)).http, code_challenge=challenge(verifier))
    answer = await party.exchange(values_of(place)["code"], code_verifier=verifier)
    assert answer.status_code == 200
