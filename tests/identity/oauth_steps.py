"""An application that sends people here and exchanges what they come back with."""

import base64
import hashlib
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

import httpx
import orjson
import pytest

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.identity.browser import Browser
from tests.world import World

AUTHORIZE, TOKEN = "/oauth/authorize", "/oauth/token"
CALLBACK = "http://localhost:3000/oauth/callback"
VERIFIER = "v" * 43


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


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    claims: dict[str, Any] = orjson.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return claims
