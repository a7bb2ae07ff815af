"""The calls that the published server packages were recorded to make, and what they read of the answers:
npm `@frontegg/client` 5.3.2, PyPI `frontegg` 3.0.4 (FastAPI and Flask)."""

from collections.abc import AsyncIterator

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.backend import Backend, new_backend
from tests.identity.browser import Browser, new_browser
from tests.world import World

CONFIGURATION = "/identity/resources/configurations/v1"
# What the packages put between `FRONTEGG_API_GATEWAY_URL` and the call.
NODE = {"accept": "application/json, text/plain, */*", "user-agent": "axios/1.18.0"}
PYTHON = {"accept": "*/*", "accept-encoding": "gzip, deflate", "user-agent": "python-requests/2.34"}


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    """Of a vendor whose product uses these packages: tokens are signed with RS256."""
    await world.configure("update applications set signing_algorithm = 'RS256' where is_default")
    yield await new_backend(world)
    await world.configure("update applications set signing_algorithm = 'ES256' where is_default")
    await world.configure("delete from metadata")


@pytest.fixture
async def browser(backend: Backend, world: World) -> Browser:
    return await new_browser(world, "Admin")


@pytest.mark.parametrize(
    ("sign_in", "configuration", "headers"),
    [
        ("/auth/vendor", CONFIGURATION, NODE),
        ("/auth/vendor/", f"{CONFIGURATION}/", PYTHON),
    ],
)
async def test_a_guard_verifies_a_persons_token(
    backend: Backend,
    browser: Browser,
    client: httpx.AsyncClient,
    sign_in: str,
    configuration: str,
    headers: dict[str, str],
):
    """With one key, fetched once, RS256 alone; `applicationId` is demanded."""
    secret = {"clientId": str(backend.credential.client_id), "secret": backend.credential.secret}
    signed_in = await client.post(sign_in, json=secret, headers=headers)
    assert signed_in.status_code == 200
    token, seconds = signed_in.json()["token"], signed_in.json()["expiresIn"]
    assert 0 < seconds < 2_684_354  # a longer one overflows a timer of the package
    answer = await client.get(configuration, headers={**headers, "x-access-token": token})
    assert answer.status_code == 200
    key = RSAKey.import_key(answer.json()["publicKey"])
    claims = jwt.decode(browser.session.access_token, key, ["RS256"]).claims
    assert claims["type"] == "userToken"
    assert "Admin" in claims["roles"]
    for needed in ("sub", "tenantId", "applicationId", "permissions", "exp"):
        assert claims[needed], needed


async def test_the_first_published_key_is_the_one_that_signs(
    browser: Browser, client: httpx.AsyncClient
):
    """The Next.js package reads no other."""
    first = (await client.get("/.well-known/jwks.json")).json()["keys"][0]
    assert first["alg"] == "RS256"
    assert jwt.decode(browser.session.access_token, RSAKey.import_key(first), ["RS256"]).claims


async def test_columns_of_the_audit_log_are_read_and_set(
    backend: Backend, world: World, client: httpx.AsyncClient
):
    headers = {**NODE, "x-access-token": backend.token}
    read = await client.get("/metadata/", params={"entityName": "audits"}, headers=headers)
    columns = read.json()["rows"][0]["properties"]
    body = {"properties": columns[:3], "entityName": "audits"}
    set_ = await client.post("/metadata/", json=body, headers=headers)
    assert set_.json()["properties"] == columns[:3]
    await world.resources[VendorConfiguration].load()
    read = await client.get("/metadata/", params={"entityName": "audits"}, headers=headers)
    assert read.json()["rows"][0]["properties"] == columns[:3]


async def test_where_people_sign_in(backend: Backend, client: httpx.AsyncClient):
    headers = {**NODE, "x-access-token": backend.token}
    answer = await client.get("/vendors/base-url", headers=headers)
    assert answer.json() == {"baseURL": "http://localhost:8000"}
