"""What applications ask by themselves: introspection, pushed requests, revocation."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from gatehouse.identity.oauth.client_routes import PUSHED_PER_PLACE
from tests.applications.conftest import Console
from tests.applications.test_credentials import by_header, by_post, made
from tests.backend import Backend
from tests.identity.browser import ME, Browser, later, new_browser
from tests.identity.key_holder import KeyHolder
from tests.identity.oauth_steps import (
    AUTHORIZE,
    CALLBACK,
    TOKEN,
    asking,
    authorize,
    code_for,
    exchange,
)
from tests.world import World

PAR, INTROSPECT, REVOKE = "/oauth/par", "/oauth/introspect", "/oauth/revoke"
OF_CONSOLE = "https://console.test/callback"


async def add(console: Console, backend: Backend) -> dict[str, str]:
    """The console with a secret; the header by which it shows that."""
    await console.add("FREE_ACCESS")
    return by_header(console.client_id, await made(backend, console))


async def tokens_of(world: World, console: Console, browser: Browser) -> dict[str, Any]:
    wanted = {"client_id": str(console.client_id), "redirect_uri": OF_CONSOLE}
    code = await code_for(world, browser, **wanted)
    answer = await exchange(world, code, **wanted)
    assert answer.status_code == 200, answer.text
    tokens: dict[str, Any] = answer.json()
    return tokens


async def told(world: World, header: dict[str, str], token: str) -> dict[str, Any]:
    answer = await world.new_client().post(INTROSPECT, data={"token": token}, headers=header)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def opens(world: World, token: str) -> bool:
    headers = {"authorization": f"Bearer {token}"}
    return (await world.new_client().get(ME, headers=headers)).status_code == 200


async def test_introspection_says_what_the_api_takes(
    world: World, console: Console, backend: Backend
):
    header = await add(console, backend)
    browser = await new_browser(world)
    tokens = await tokens_of(world, console, browser)
    access = await told(world, header, tokens["access_token"])
    assert access["active"]
    assert access["sub"] == str(browser.session.user_id)
    assert access["client_id"] == access["aud"] == str(console.client_id)
    assert (access["token_type"], access["iss"]) == ("Bearer", "http://localhost:8000")
    assert access["username"] == browser.session.email
    refresh = await told(world, header, tokens["refresh_token"])
    assert (refresh["active"], refresh["sub"]) == (True, access["sub"])
    assert "token_type" not in refresh

    await world.new_client().post(REVOKE, data={"token": tokens["refresh_token"]})
    for token in (tokens["access_token"], tokens["refresh_token"]):
        assert await told(world, header, token) == {"active": False}
    assert not await opens(world, tokens["access_token"])


async def test_an_expired_token_is_not_active(world: World, console: Console, backend: Backend):
    header = await add(console, backend)
    tokens = await tokens_of(world, console, await new_browser(world))
    later(seconds=301)
    assert not (await told(world, header, tokens["access_token"]))["active"]
    assert (await told(world, header, tokens["refresh_token"]))["active"]


async def test_a_used_refresh_token_is_not_active(world: World, console: Console, backend: Backend):
    header = await add(console, backend)
    first = (await tokens_of(world, console, await new_browser(world)))["refresh_token"]
    body = {"grant_type": "refresh_token", "refresh_token": first}
    second = (await world.new_client().post(TOKEN, data=body)).json()["refresh_token"]
    assert not (await told(world, header, first))["active"]
    assert (await told(world, header, second))["active"]


async def test_an_application_sees_only_its_own_tokens(
    world: World, console: Console, backend: Backend
):
    header = await add(console, backend)
    others = (await exchange(world, await code_for(world, await new_browser(world)))).json()
    for token in (others["access_token"], others["refresh_token"], "x", "a.b.c"):
        assert await told(world, header, token) == {"active": False}


async def test_its_own_token_is_active(world: World, console: Console, backend: Backend):
    await console.add()
    secret = await made(backend, console)
    token = (await by_post(world, console, secret)).json()["access_token"]
    access = await told(world, by_header(console.client_id, secret), token)
    assert (access["active"], access["type"]) == (True, "applicationToken")


async def test_a_bound_token_says_so(world: World, console: Console, backend: Backend):
    await console.add()
    secret, holder = await made(backend, console), KeyHolder()
    body = {
        "grant_type": "client_credentials",
        "client_id": str(console.client_id),
        "client_secret": secret,
    }
    answer = await world.new_client().post(TOKEN, data=body, headers=holder.proof("POST", TOKEN))
    assert answer.json()["token_type"] == "DPoP"
    access = await told(world, by_header(console.client_id, secret), answer.json()["access_token"])
    assert (access["token_type"], access["cnf"]) == ("DPoP", {"jkt": holder.thumbprint})


@pytest.mark.parametrize("secret", ["", "wrong"])
async def test_who_shows_no_secret_is_told_nothing(
    world: World, console: Console, backend: Backend, secret: str
):
    await add(console, backend)
    tokens = await tokens_of(world, console, await new_browser(world))
    body = {
        "token": tokens["access_token"],
        "client_id": str(console.client_id),
        "client_secret": secret,
    }
    for path in (INTROSPECT, REVOKE)[: 2 if secret else 1]:
        answer = await world.new_client().post(path, data=body)
        assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    assert await opens(world, tokens["access_token"])


async def test_an_access_token_is_revoked_with_its_session(
    world: World, console: Console, backend: Backend
):
    header = await add(console, backend)
    tokens = await tokens_of(world, console, await new_browser(world))
    body = {"token": tokens["access_token"], "token_type_hint": "access_token"}
    assert (await world.new_client().post(REVOKE, data=body, headers=header)).status_code == 200
    assert not await opens(world, tokens["access_token"])


async def test_an_application_revokes_no_token_of_another(
    world: World, console: Console, backend: Backend
):
    header = await add(console, backend)
    tokens = (await exchange(world, await code_for(world, await new_browser(world)))).json()
    for token in (tokens["access_token"], tokens["refresh_token"]):
        await world.new_client().post(REVOKE, data={"token": token}, headers=header)
    assert await opens(world, tokens["access_token"])


async def push(world: World, **changes: str | None) -> httpx.Response:
    return await world.new_client().post(PAR, data=asking(world, **changes))


async def pushed(world: World, **changes: str | None) -> dict[str, str]:
    """What the browser then brings."""
    answer = await push(world, **changes)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["expires_in"] > 0
    return {
        "client_id": changes.get("client_id") or asking(world)["client_id"],
        "request_uri": answer.json()["request_uri"],
    }


async def location(browser: Browser, query: dict[str, str]) -> tuple[str, dict[str, list[str]]]:
    answer = await browser.http.get(AUTHORIZE, params=query)
    assert answer.status_code == 302, answer.text
    place = answer.headers["location"]
    return place, parse_qs(urlsplit(place).query)


async def test_a_pushed_request_is_named_by_the_browser(world: World):
    place, back = await location(await new_browser(world), await pushed(world))
    assert place.startswith(CALLBACK)
    assert back["state"] == ["s t&te"]
    assert (await exchange(world, back["code"][0])).status_code == 200


async def test_what_the_browser_says_besides_does_not_count(world: World):
    query = await pushed(world, state="mine")
    query |= {"state": "other", "redirect_uri": "https://evil.test/", "code_challenge": "x"}
    place, back = await location(await new_browser(world), query)
    assert place.startswith(CALLBACK)
    assert back["state"] == ["mine"]


async def test_a_pushed_request_lets_in_once(world: World):
    browser, query = await new_browser(world), await pushed(world)
    answers = await asyncio.gather(*(browser.http.get(AUTHORIZE, params=query) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [302, 400, 400, 400, 400]


async def test_a_pushed_request_stays_valid_during_sign_in(world: World):
    query = await pushed(world)
    http = world.new_client()
    page = await http.get(AUTHORIZE, params=query)
    told = parse_qs(urlsplit(page.headers["location"]).query)
    assert "code_challenge" not in told["redirectUrl"][0]
    later(minutes=30)
    browser = await new_browser(world)
    answer = await browser.http.get(told["redirectUrl"][0])
    assert answer.headers["location"].startswith(CALLBACK)


async def test_a_fresh_sign_in_is_asked_for_by_a_pushed_request_too(world: World):
    browser = await new_browser(world)
    later(seconds=5)
    place, told = await location(browser, await pushed(world, prompt="login"))
    assert place.startswith("/oauth/account/login")
    assert (
        (await browser.http.get(told["redirectUrl"][0]))
        .headers["location"]
        .startswith("/oauth/account/login")
    )
    later(seconds=5)
    fresh = await new_browser(world)
    assert (await fresh.http.get(told["redirectUrl"][0])).headers["location"].startswith(CALLBACK)


async def test_a_pushed_request_is_over_after_a_while(world: World):
    query = await pushed(world)
    later(minutes=6)
    answer = await (await new_browser(world)).http.get(AUTHORIZE, params=query)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")


async def test_a_pushed_request_is_its_applications(
    world: World, console: Console, backend: Backend
):
    await add(console, backend)
    theirs = await pushed(world, client_id=str(console.client_id), redirect_uri=OF_CONSOLE)
    browser = await new_browser(world)
    for client_id in (asking(world)["client_id"], "nobody"):
        answer = await browser.http.get(AUTHORIZE, params={**theirs, "client_id": client_id})
        assert answer.status_code == 400


@pytest.mark.parametrize(
    ("changes", "status", "error"),
    [
        ({"client_id": "nobody"}, 401, "invalid_client"),
        ({"redirect_uri": "https://evil.test/"}, 400, "invalid_request"),
        ({"redirect_uri": None}, 400, "invalid_request"),
        ({"response_type": "token"}, 400, "unsupported_response_type"),
        ({"code_challenge": None}, 400, "invalid_request"),
        ({"request_uri": "urn:ietf:params:oauth:request_uri:x"}, 400, "request_uri_not_supported"),
        ({"request": "x.y.z"}, 400, "request_not_supported"),
    ],
)
async def test_a_wrong_request_is_refused_when_it_is_pushed(
    world: World, changes: dict[str, str | None], status: int, error: str
):
    answer = await push(world, **changes)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


async def test_a_wrong_secret_pushes_nothing(world: World, console: Console, backend: Backend):
    await add(console, backend)
    answer = await push(
        world,
        client_id=str(console.client_id),
        redirect_uri=OF_CONSOLE,
        client_secret="wrong",
    )
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


async def test_an_application_may_have_to_push(world: World):
    await world.configure(
        "update applications set require_pushed_authorization_requests = true where is_default"
    )
    try:
        browser = await new_browser(world)
        _, back = await authorize(world, browser)
        assert back["error"] == "invalid_request"
        _, pushed_back = await location(browser, await pushed(world))
        assert "code" in pushed_back
    finally:
        await world.configure(
            "update applications set require_pushed_authorization_requests = false"
        )


async def test_a_key_that_pushes_is_the_one_that_exchanges(world: World):
    holder = KeyHolder()
    answer = await world.new_client().post(
        PAR, data=asking(world), headers=holder.proof("POST", PAR)
    )
    assert answer.status_code == 201, answer.text
    query = {
        "client_id": asking(world)["client_id"],
        "request_uri": answer.json()["request_uri"],
    }
    _, back = await location(await new_browser(world), query)
    without = await exchange(world, back["code"][0])
    assert without.json()["error"] == "invalid_dpop_proof"


async def test_discovery_names_what_applications_ask(world: World):
    metadata = (await world.new_client().get("/.well-known/openid-configuration")).json()
    assert urlsplit(metadata["pushed_authorization_request_endpoint"]).path == PAR
    assert urlsplit(metadata["introspection_endpoint"]).path == INTROSPECT
    assert metadata["authorization_response_iss_parameter_supported"]


async def test_a_client_cannot_fill_the_store_with_requests(
    world: World, console: Console, backend: Backend
):
    """Anybody may push for a public application: so long a request, and so many from one place."""
    header = await add(console, backend)
    wanted = asking(world, client_id=str(console.client_id), redirect_uri=OF_CONSOLE)
    stranger = world.new_client()
    filled = {f"x{number}": "y" * 2000 for number in range(20)}
    long = await stranger.post(PAR, data=wanted | filled)
    assert (long.status_code, long.json()["error"]) == (400, "invalid_request"), long.text
    for _ in range(PUSHED_PER_PLACE.count - 1):
        await stranger.post(PAR, data=wanted | {"response_type": "none"})
    refused = await stranger.post(PAR, data=wanted)
    assert (refused.status_code, refused.json()["error"]) == (429, "temporarily_unavailable")
    assert (await stranger.post(PAR, data=wanted, headers=header)).status_code == 201
