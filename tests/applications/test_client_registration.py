"""Tools register themselves as clients (RFC 7591), where the vendor lets them."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.applications import registration
from gatehouse.applications.registration import PER_PLACE, UNUSED_CLIENTS
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.applications.conftest import Console
from tests.identity.browser import new_browser
from tests.identity.openid.relying_party import RelyingParty, values_of
from tests.world import World

REGISTER = "/oauth/register"
CALLBACK = "http://127.0.0.1/callback"
TOOL = {
    "client_name": "Notebook",
    "redirect_uris": [CALLBACK],
    "token_endpoint_auth_method": "none",
    "grant_types": ["authorization_code", "refresh_token"],
    "software_version": "1.2",  # passed over
}


@pytest.fixture
async def opened(console: Console, world: World) -> AsyncIterator[Console]:
    """The console lets clients in, which go again with it."""
    await console.add("FREE_ACCESS")
    await world.configure("update applications set allow_dcr = true where id = $1", console.id)
    yield console
    await world.configure("delete from applications where platform = 'agent'")


async def register(world: World, **changes: object) -> dict[str, Any]:
    answer = await world.new_client().post(REGISTER, json=TOOL | changes)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    await world.resources[VendorConfiguration].load()
    found: dict[str, Any] = answer.json()
    return found


async def test_a_tool_registers_and_people_let_it_in(world: World, opened: Console):
    client = world.new_client()
    server = (await client.get("/.well-known/oauth-protected-resource")).json()
    metadata = (await client.get("/.well-known/oauth-authorization-server")).json()
    assert server["authorization_servers"] == [metadata["issuer"]]
    assert metadata["registration_endpoint"] == f"{metadata['issuer']}{REGISTER}"
    made = await register(world)
    assert {name: made.get(name) for name in TOOL if name in made} == {
        name: value for name, value in TOOL.items() if name != "software_version"
    }
    assert "client_secret" not in made

    browser = await new_browser(world)
    party = RelyingParty(world, uuid4(), UUID(made["client_id"]), "")
    asked = {"redirect_uri": "http://127.0.0.1:33418/callback", "scope": "openid email"}
    page = await party.ask(browser.http, **asked)
    assert page.path == "/oauth/account/consent"
    consent = f"/identity/resources/oauth/consents/v1/me/{made['client_id']}"
    # For a program on the device it counts with the request that was shown.
    shown = {"request": urlsplit(values_of(page)["redirectUrl"]).query}
    await browser.http.put(consent, json={"scopes": ["openid", "email"], **shown})
    code = values_of(await party.ask(browser.http, **asked))["code"]
    body = {
        "grant_type": "authorization_code",
        "code": code,
        "client_id": made["client_id"],
        "redirect_uri": asked["redirect_uri"],
        "code_verifier": "v" * 43,
    }
    tokens = (await world.new_client().post("/oauth/token", data=body)).json()
    assert (await party.info(tokens["access_token"])).json()["sub"] == str(browser.session.user_id)


async def test_one_with_a_secret_shows_it(world: World, opened: Console):
    made = await register(world, token_endpoint_auth_method="client_secret_post")
    assert made["client_secret_expires_at"] == 0
    body = {"client_id": made["client_id"], "token": "any"}
    for secret, status in ((made["client_secret"], 200), ("wrong", 401)):
        answer = await world.new_client().post(
            "/oauth/introspect", data=body | {"client_secret": secret}
        )
        assert answer.status_code == status, answer.text


async def test_no_client_registers_where_it_is_off(world: World, console: Console):
    await console.add()
    client = world.new_client()
    answer = await client.post(REGISTER, json=TOOL)
    assert (answer.status_code, answer.json()["error"]) == (403, "access_denied")
    metadata = (await client.get("/.well-known/openid-configuration")).json()
    assert "registration_endpoint" not in metadata


REFUSED = [
    ("a star", {"redirect_uris": ["https://*.tool.test/"]}, "invalid_redirect_uri"),
    ("a fragment", {"redirect_uris": ["https://tool.test/#x"]}, "invalid_redirect_uri"),
    ("plain http", {"redirect_uris": ["http://tool.test/"]}, "invalid_redirect_uri"),
    ("a script", {"redirect_uris": ["javascript:alert(1)"]}, "invalid_redirect_uri"),
    ("passwords", {"grant_types": ["password"]}, "invalid_client_metadata"),
    ("tokens in addresses", {"response_types": ["token"]}, "invalid_client_metadata"),
    ("a link as its name", {"client_name": "https://evil.test"}, "invalid_client_metadata"),
    ("no address", {"redirect_uris": []}, "invalid_request"),
    ("another way to show a secret", {"token_endpoint_auth_method": "tls"}, "invalid_request"),
]


@pytest.mark.parametrize(
    ("changes", "error"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED]
)
async def test_what_is_no_client(
    world: World, opened: Console, changes: dict[str, object], error: str
):
    answer = await world.new_client().post(REGISTER, json=TOOL | changes)
    assert (answer.status_code, answer.json()["error"]) == (400, error), answer.text


async def test_unused_clients_are_deleted(world: World, opened: Console):
    made, used = await register(world), await register(world)
    browser = await new_browser(world)
    consent = f"/identity/resources/oauth/consents/v1/me/{used['client_id']}"
    assert (await browser.http.put(consent, json={"scopes": ["openid"]})).status_code == 200
    clock.advance_clock(timedelta(days=1, minutes=1))
    context = JobContext(world.resources[Database], world.resources, 0, 1, last_attempt=True)
    await UNUSED_CLIENTS.run(context)
    await world.resources[VendorConfiguration].load()
    known = {str(one.client_id) for one in configuration(world).applications}
    assert used["client_id"] in known
    assert made["client_id"] not in known


def configuration(world: World) -> Any:
    return world.resources[VendorConfiguration].current


async def test_clients_in_use_do_not_fill_the_limit_and_the_oldest_unused_is_replaced(
    world: World, opened: Console, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(registration, "MOST_UNUSED", 1)
    used = await register(world)
    browser = await new_browser(world)
    consent = f"/identity/resources/oauth/consents/v1/me/{used['client_id']}"
    assert (await browser.http.put(consent, json={"scopes": ["openid"]})).status_code == 200
    waiting = await register(world)
    answer = await world.new_client().post(REGISTER, json=TOOL)
    assert (answer.status_code, answer.json()["error"]) == (429, "temporarily_unavailable")
    clock.advance_clock(timedelta(hours=1, minutes=1))
    later = await register(world)
    known = {str(one.client_id) for one in configuration(world).applications}
    assert {used["client_id"], later["client_id"]} <= known
    assert waiting["client_id"] not in known


async def test_what_is_no_client_takes_no_place_of_those_that_are(
    world: World, opened: Console, monkeypatch: pytest.MonkeyPatch
):
    few = RateLimit("oauth.register.test", 2, 60)
    monkeypatch.setattr(registration, "PER_HOUR", few)
    bad = TOOL | {"redirect_uris": ["https://tool.test/#x"]}
    for _ in range(3):
        assert (await world.new_client().post(REGISTER, json=bad)).status_code == 400
    await register(world)


async def test_there_are_only_so_many_from_one_place(world: World, opened: Console):
    client: httpx.AsyncClient = world.new_client()
    bad = TOOL | {"redirect_uris": ["https://tool.test/#x"]}
    for _ in range(PER_PLACE.count):
        assert (await client.post(REGISTER, json=bad)).status_code == 400
    answer = await client.post(REGISTER, json=TOOL)
    assert (answer.status_code, answer.json()["error"]) == (429, "temporarily_unavailable")
