"""Applications send people here and get tokens for a code (RFC 6749, RFC 7636, OpenID Connect Core)."""

import asyncio
import base64
import hashlib
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit
from uuid import uuid4

import httpx
import orjson
import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Command, Query, Scope
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.directory.waiting import somebody_waits
from tests.identity.browser import ME, Browser, later, new_browser
from tests.identity.test_sessions_refresh import join
from tests.vendor.caller import new_backend
from tests.world import World

AUTHORIZE, TOKEN = "/oauth/authorize", "/oauth/token"
CALLBACK = "http://localhost:3000/oauth/callback"
AS_FORM = {"content-type": "application/x-www-form-urlencoded"}
VERIFIER = "v" * 43
USE = Command("update authorization_codes set used_at = $2 where code_hash = $1")
WAITING = Query(int, "select pid from pg_locks where not granted")
END_SESSIONS = Command("update sessions set ended_at = $2 where user_id = $1 and ended_at is null")
END_RIGHTS = Command(
    "update session_tenants set ended_at = $2 where user_id = $1 and ended_at is null"
)
HOLD_PERSON = Command("select from users where id = $1 for update")
REVOKE = "/identity/resources/users/sessions/v1/revoke"
MULTI_FACTOR = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"


def challenge(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def asking(world: World, **changes: str | None) -> dict[str, str]:
    client = world.resources[VendorConfiguration].current.default
    request = {
        "response_type": "code",
        "client_id": str(client.client_id),
        "redirect_uri": CALLBACK,
        "scope": "openid email profile",
        "code_challenge": challenge(VERIFIER),
        "code_challenge_method": "S256",
        "state": "s t&te",
        "nonce": "n-1",
    }
    return {name: value for name, value in {**request, **changes}.items() if value is not None}


async def authorize(
    world: World, browser: Browser | httpx.AsyncClient, **changes: str | None
) -> tuple[SplitResult, dict[str, str]]:
    http = browser.http if isinstance(browser, Browser) else browser
    answer = await http.get(AUTHORIZE, params=asking(world, **changes))
    assert answer.status_code == 302, answer.text
    place = urlsplit(answer.headers["location"])
    return place, {name: values[0] for name, values in parse_qs(place.query).items()}


async def code_for(world: World, browser: Browser, **changes: str | None) -> str:
    _, told = await authorize(world, browser, **changes)
    return told["code"]


async def exchange(world: World, given: str, **changes: str) -> httpx.Response:
    body = {
        "grant_type": "authorization_code",
        "code": given,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
        **changes,
    }
    return await world.new_client().post(TOKEN, json=body)


def who(world: World, is_named: bool) -> dict[str, str]:
    """An application may say which one it is. Most codes of one that does are exchanged in one statement."""
    return {"client_id": asking(world)["client_id"]} if is_named else {}


named_or_not = pytest.mark.parametrize("is_named", [False, True], ids=["unnamed", "named"])


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


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = orjson.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims


async def test_a_form_is_read_as_well(world):
    code = await code_for(world, await new_browser(world))
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
    }
    assert (await world.new_client().post(TOKEN, data=form)).status_code == 200


async def test_a_form_may_escape_whatever_it_wants_to(world):
    code = await code_for(world, await new_browser(world))
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
        "more": "a b+c=d",
    }
    escaped = [
        "=".join("".join(f"%{byte:02x}" for byte in text.encode()) for text in pair)
        for pair in form.items()
    ]
    answer = await world.new_client().post(
        TOKEN, content=f"&{'&'.join(escaped)}&&more+or+less&empty=", headers=AS_FORM
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("body", [b"grant_type=\xff", b"&".join([b"a=b"] * 51), b"a=b&%61=c"])
async def test_a_form_that_is_none_is_refused(world, body: bytes):
    answer = await world.new_client().post(TOKEN, content=body, headers=AS_FORM)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


async def test_nobody_signed_in_goes_to_the_login_page_which_comes_back(world):
    http = world.new_client()
    answer = await http.get(AUTHORIZE, params=asking(world, login_hint="ada@acme.test"))
    place = urlsplit(answer.headers["location"])
    told = {name: values[0] for name, values in parse_qs(place.query).items()}
    assert place.path == "/oauth/account/login"
    assert told["login_hint"] == "ada@acme.test"
    back = urlsplit(told["redirectUrl"])
    assert (back.path, back.netloc) == (AUTHORIZE, "")
    assert parse_qs(back.query)["state"] == ["s t&te"]


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
async def test_nobody_is_sent_to_a_strangers_address(world, changes):
    browser = await new_browser(world)
    answer = await browser.http.get(AUTHORIZE, params=asking(world, **changes))
    assert answer.status_code == 400
    assert "location" not in answer.headers
    assert answer.json()["error"] == "invalid_request"


@named_or_not
@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "w" * 43},
        {"code_verifier": ""},
        {"redirect_uri": "http://localhost:3001/oauth/callback"},
        {"client_id": "somebody-else"},
        {"code": "x" * 43},
    ],
)
async def test_a_code_counts_only_with_what_it_is_bound_to_and_a_wrong_try_uses_it_up(
    world, changes, is_named
):
    code = await code_for(world, await new_browser(world))
    wrong = await exchange(world, code, **{**who(world, is_named), **changes})
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")
    if "code" not in changes:
        assert (await exchange(world, code, **who(world, is_named))).status_code == 400


@named_or_not
async def test_a_code_is_over_after_a_minute(world, is_named):
    code = await code_for(world, await new_browser(world))
    later(seconds=61)
    assert (await exchange(world, code, **who(world, is_named))).status_code == 400


@named_or_not
async def test_of_many_uses_of_one_code_one_succeeds_and_the_others_end_its_session(
    world, is_named
):
    code = await code_for(world, await new_browser(world))
    answers = await asyncio.gather(
        *(exchange(world, code, **who(world, is_named)) for _ in range(50))
    )
    given = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(given) == 1
    headers = {"authorization": f"Bearer {given[0]['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


async def test_a_code_that_is_used_while_another_use_waits_gives_nothing_more(world, database):
    code = await code_for(world, await new_browser(world))
    async with database.transaction(Scope.system()) as db:
        await USE.run(db, token_hash(code), clock.now())
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named=True)))
        async with asyncio.timeout(20):
            while not await WAITING.first(db):  # noqa: ASYNC110  no event tells
                await asyncio.sleep(0.01)
    answer = await waiting
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


@named_or_not
@pytest.mark.parametrize("ended", [END_SESSIONS, END_RIGHTS], ids=["session", "right"])
async def test_a_session_that_ends_while_its_code_is_exchanged_gives_nothing(
    world, database, is_named, ended
):
    browser = await new_browser(world)
    code = await code_for(world, browser)
    async with database.transaction(Scope.system()) as db:
        await ended.run(db, browser.session.user_id, clock.now())
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named)))
        await somebody_waits(db)
    assert (await waiting).status_code == 400


@named_or_not
async def test_what_a_code_gives_while_an_administrator_ends_sessions_ends_too(
    world, database, is_named
):
    """Although the session in the browser goes on in another account."""
    browser = await new_browser(world)
    person, elsewhere = browser.session.user_id, await world.tenant()
    await world.member_of(elsewhere, person)
    admin = await world.person("Admin", tenant_id=browser.session.tenant_id)
    await authorize(world, browser, tenantId=str(elsewhere))
    code = await code_for(world, browser)
    async with database.transaction(Scope.system()) as db:
        await HOLD_PERSON.run(db, person)
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named)))
        await somebody_waits(db)
        revoking = asyncio.create_task(admin.browser.post(REVOKE, json={"userId": str(person)}))
        async with asyncio.timeout(20):
            while len(await WAITING.all(db)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert (await revoking).status_code == 200
    tokens = (await waiting).json()
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


@named_or_not
async def test_what_a_code_gives_while_the_vendor_ends_sessions_ends_too(world, database, is_named):
    """Although the session in the browser goes on in another account."""
    browser = await new_browser(world)
    person, elsewhere = browser.session.user_id, await world.tenant()
    await world.member_of(elsewhere, person)
    backend = (await new_backend(world)).http
    await authorize(world, browser, tenantId=str(elsewhere))
    code = await code_for(world, browser)
    async with database.transaction(Scope.system()) as db:
        await HOLD_PERSON.run(db, person)
        waiting = asyncio.create_task(exchange(world, code, **who(world, is_named)))
        await somebody_waits(db)
        path = f"/tenants/resources/tenants/v1/{browser.session.tenant_id}/end-sessions"
        ending = asyncio.create_task(backend.post(path))
        async with asyncio.timeout(20):
            while len(await WAITING.all(db)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert (await ending).status_code == 200
    tokens = (await waiting).json()
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401


async def test_a_code_is_exchanged_by_no_other_application(world):
    code = await code_for(world, await new_browser(world))
    other, client_id = uuid4(), uuid4()
    await world.configure(
        "insert into applications (id, client_id, key, name, redirect_uris)"
        " values ($1, $2, $3, 'Other', $4)",
        other, client_id, f"other-{other}", [CALLBACK],
    )  # fmt: skip
    try:
        stolen = await exchange(world, code, client_id=str(client_id))
    finally:
        await world.configure("delete from applications where id = $1", other)
    assert (stolen.status_code, stolen.json()["error"]) == (400, "invalid_grant")


async def test_refresh_tokens_rotate_and_a_used_one_ends_the_session(world):
    first = (await exchange(world, await code_for(world, await new_browser(world)))).json()
    body = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = await world.new_client().post(TOKEN, json=body)
    assert second.status_code == 200
    assert second.json()["refresh_token"] != first["refresh_token"]
    again = await world.new_client().post(TOKEN, json=body)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    newest = {**body, "refresh_token": second.json()["refresh_token"]}
    assert (await world.new_client().post(TOKEN, json=newest)).status_code == 400


async def test_tokens_of_a_browser_and_of_an_application_are_not_exchanged_for_each_other(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    body = {"grant_type": "refresh_token", "refresh_token": browser.token}
    assert (await world.new_client().post(TOKEN, json=body)).status_code == 400
    thief = world.new_client()
    thief.cookies.set(browser.cookie, tokens["refresh_token"], domain="localhost.local", path="/")
    refreshed = await thief.post("/identity/resources/auth/v1/user/token/refresh", json={})
    assert refreshed.status_code == 401


async def test_a_page_gets_tokens_silently_while_its_browser_is_signed_in(world):
    browser = await new_browser(world)
    answer = await browser.http.post("/oauth/authorize/silent", json={"tenantId": None})
    assert answer.status_code == 200
    headers = {"authorization": f"Bearer {answer.json()['id_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 200
    nobody = await world.new_client().post("/oauth/authorize/silent", json={"tenantId": None})
    assert (nobody.status_code, nobody.json()["error"]) == (401, "login_required")


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


async def test_whoever_asks_for_two_factors_keeps_the_applications_that_they_open(world):
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


async def test_signing_out_ends_the_applications_sessions_too(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    assert (await browser.http.get("/oauth/logout")).status_code == 200
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await world.new_client().get(ME, headers=headers)).status_code == 401
    body = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    assert (await world.new_client().post(TOKEN, json=body)).status_code == 400
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 401


async def test_a_link_on_a_strangers_page_signs_nobody_out(world):
    browser = await new_browser(world)
    headers = {"sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site"}
    answer = await browser.http.get("/oauth/logout", headers=headers)
    assert urlsplit(answer.headers["location"]).path == "/oauth/account/logout"
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 200


async def test_an_application_signs_out_by_its_id_token_and_gets_its_person_back(world):
    browser = await new_browser(world)
    tokens = (await exchange(world, await code_for(world, browser))).json()
    later(seconds=400)  # an id token that has expired still says who it is about
    query = {
        "id_token_hint": tokens["id_token"],
        "post_logout_redirect_uri": "http://localhost:8000/",
        "state": "x",
    }
    headers = {"sec-fetch-mode": "navigate"}
    answer = await browser.http.get("/oauth/logout", params=query, headers=headers)
    assert answer.headers["location"] == "http://localhost:8000/?state=x"
    assert (await browser.http.post("/oauth/authorize/silent", json={})).status_code == 401
    away = {**query, "post_logout_redirect_uri": "https://evil.test/"}
    assert (await browser.http.get("/oauth/logout", params=away)).status_code == 400


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


async def test_a_revoked_token_ends_its_session_and_anything_else_changes_nothing(world):
    tokens = (await exchange(world, await code_for(world, await new_browser(world)))).json()
    http = world.new_client()
    assert (await http.post("/oauth/revoke", data={"token": "nonsense"})).status_code == 200
    revoked = await http.post("/oauth/revoke", data={"token": tokens["refresh_token"]})
    assert revoked.status_code == 200
    headers = {"authorization": f"Bearer {tokens['access_token']}"}
    assert (await http.get(ME, headers=headers)).status_code == 401


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_grant"),
        ({"grant_type": "authorization_code"}, "invalid_grant"),
        ({"grant_type": "authorization_code", "code": ["x"]}, "invalid_request"),
        ([], "invalid_request"),
    ],
)
async def test_the_token_endpoint_refuses_in_the_protocols_words(world, body, error):
    answer = await world.new_client().post(TOKEN, json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
