"""Backends that prove their secret may do without PKCE where the vendor allows it (RFC 9700 §2.1.1)."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.applications.conftest import CALLBACK, Console
from tests.applications.test_credentials import TOKEN, by_header, made
from tests.backend import Backend
from tests.identity.browser import Browser, new_browser
from tests.identity.oauth_steps import VERIFIER, challenge
from tests.world import World

APPLICATIONS = "/applications/resources/applications/v1"
CHALLENGED = {"code_challenge": challenge(VERIFIER), "code_challenge_method": "S256"}


async def set_up(world: World, console: Console, backend: Backend, pkce: str = "optional") -> str:
    """The secret of an application whose backend signs users in."""
    await console.add("FREE_ACCESS")
    secret = await made(backend, console)
    answer = await backend.http.patch(f"{APPLICATIONS}/{console.id}", json={"pkce": pkce})
    assert answer.status_code == 201, answer.text
    assert answer.json()["pkce"] == pkce
    await world.resources[VendorConfiguration].load()
    return secret


async def authorize(console: Console, browser: Browser, **more: str) -> dict[str, str]:
    """What the application is told."""
    asked = {
        "response_type": "code",
        "client_id": str(console.client_id),
        "scope": "openid+email+profile",
        "redirect_uri": CALLBACK,
        "state": "s-1",
        **more,
    }
    answer = await browser.http.get("/oauth/authorize", params=asked)
    assert answer.status_code == 302, answer.text
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    return {name: values[0] for name, values in query.items()}


async def exchange(
    world: World, code: str, headers: dict[str, str] | None = None, /, **more: str
) -> httpx.Response:
    body = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK} | more
    return await world.new_client().post(f"/frontegg{TOKEN}", json=body, headers=headers)


def in_body(console: Console, secret: str) -> dict[str, str]:
    return {"client_id": str(console.client_id), "client_secret": secret}


async def test_a_backend_without_pkce_signs_a_user_in(
    world: World, console: Console, backend: Backend
):
    secret = await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world))
    assert told["state"] == "s-1"
    answer = await exchange(
        world, told["code"], by_header(console.client_id, secret), state=told["state"]
    )
    assert answer.status_code == 200, answer.text
    assert answer.json().keys() >= {"access_token", "refresh_token"}
    again = await exchange(world, told["code"], by_header(console.client_id, secret))
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert again.json()["errors"]


async def test_a_backend_exchanges_a_code_whose_challenge_the_browser_sent(
    world: World, console: Console, backend: Backend
):
    secret = await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world), **CHALLENGED)
    answer = await exchange(world, told["code"], **in_body(console, secret))
    assert answer.status_code == 200, answer.text
    assert answer.json()["refresh_token"]


async def test_pkce_is_required_unless_the_vendor_says_otherwise(
    world: World, console: Console, backend: Backend
):
    secret = await set_up(world, console, backend, "required")
    browser = await new_browser(world)
    assert (await authorize(console, browser))["error"] == "invalid_request"
    told = await authorize(console, browser, **CHALLENGED)
    answer = await exchange(world, told["code"], **in_body(console, secret))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_a_public_client_cannot_leave_out_the_challenge(
    world: World, console: Console, backend: Backend
):
    await console.add("FREE_ACCESS")
    await world.configure("update applications set pkce = 'optional' where id = $1", console.id)
    told = await authorize(console, await new_browser(world))
    assert told["error"] == "invalid_request"
    assert told["error_description"] == "code_challenge_method: must be S256"


@pytest.mark.parametrize("asked", [{}, CHALLENGED], ids=["no challenge", "challenge"])
async def test_a_code_without_verifier_needs_the_secret(
    world: World, console: Console, backend: Backend, asked: dict[str, str]
):
    await set_up(world, console, backend)
    browser = await new_browser(world)
    for more in ({}, {"client_id": str(console.client_id)}):
        told = await authorize(console, browser, **asked)
        answer = await exchange(world, told["code"], **more)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_a_wrong_secret_exchanges_nothing(world: World, console: Console, backend: Backend):
    secret = await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world))
    wrong = await exchange(world, told["code"], **in_body(console, "x" * 43))
    assert (wrong.status_code, wrong.json()["error"]) == (401, "invalid_client")
    other = await exchange(world, told["code"], by_header(console.client_id, "guess"))
    assert other.status_code == 401
    right = await exchange(world, told["code"], **in_body(console, secret))
    assert right.status_code == 200


async def test_the_secret_of_another_application_exchanges_nothing(
    world: World, console: Console, backend: Backend
):
    await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world))
    default = world.resources[VendorConfiguration].current.default
    answer = await backend.http.post(
        f"{APPLICATIONS}/credentials/regenerate", json={"appId": str(default.id)}
    )
    stolen = {"client_id": str(default.client_id), "client_secret": answer.json()["clientSecret"]}
    refused = await exchange(world, told["code"], **stolen)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")


async def test_an_application_of_another_company_always_needs_pkce(
    world: World, console: Console, backend: Backend
):
    secret = await set_up(world, console, backend)
    document = await backend.http.patch(
        f"{APPLICATIONS}/{console.id}", json={"applicationType": "oauth"}
    )
    assert document.status_code == 400
    assert "is optional for first-party applications only" in document.text
    # An older row that says so all the same.
    await world.configure("update applications set type = 'oauth' where id = $1", console.id)
    told = await authorize(console, await new_browser(world))
    assert told["error"] == "invalid_request"
    assert secret


@pytest.mark.parametrize("verifier", [VERIFIER, "x", "w" * 43])
async def test_a_code_without_challenge_takes_no_verifier(
    world: World, console: Console, backend: Backend, verifier: str
):
    secret = await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world))
    answer = await exchange(world, told["code"], **in_body(console, secret), code_verifier=verifier)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_a_wrong_verifier_is_refused_with_the_secret_too(
    world: World, console: Console, backend: Backend
):
    secret = await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world), **CHALLENGED)
    answer = await exchange(world, told["code"], **in_body(console, secret), code_verifier="w" * 43)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize(
    "asked",
    [
        {"code_challenge": challenge(VERIFIER)},
        {"code_challenge": VERIFIER, "code_challenge_method": "plain"},
        {"code_challenge_method": "S256"},
    ],
    ids=["no method", "plain", "no challenge"],
)
async def test_half_of_pkce_is_refused(
    world: World, console: Console, backend: Backend, asked: dict[str, str]
):
    await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world), **asked)
    assert told["error"] == "invalid_request"


async def test_a_browser_of_the_same_application_still_needs_its_verifier(
    world: World, console: Console, backend: Backend
):
    await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world), **CHALLENGED)
    answer = await exchange(
        world, told["code"], client_id=str(console.client_id), code_verifier=VERIFIER
    )
    assert answer.status_code == 200, answer.text


async def test_a_code_without_challenge_is_bound_to_its_address(
    world: World, console: Console, backend: Backend
):
    secret = await set_up(world, console, backend)
    told = await authorize(console, await new_browser(world))
    answer = await exchange(
        world, told["code"], **in_body(console, secret), redirect_uri=f"{CALLBACK}/other"
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
