"""A product's backend checks the server's own tokens, and those that others made."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey

from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import AccessTokens
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.webhook_signature import build_signature_headers
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse_sdk import (
    InvalidToken,
    KeysUnavailable,
    SyncVendor,
    Tokens,
    Vendor,
    Webhooks,
)
from gatehouse_sdk.errors import InvalidWebhook
from tests.access.test_key_rotation import AUDIENCE, Process
from tests.backend import new_backend
from tests.conftest import ORIGIN
from tests.databases import own_database


@pytest.fixture
def issuer(resources):
    return resources[AccessTokens].issuer


@pytest.fixture
def audience(resources) -> str:
    return str(resources[VendorConfiguration].current.default.client_id)


@pytest.fixture
def tokens(new_client, issuer, audience) -> Tokens:
    return Tokens(ORIGIN, audience=audience, issuer=issuer, http=new_client())


@pytest.fixture
def token(resources, audience):
    """A token of the server's own that says this."""

    def make(seconds: int | None = None, **claims: Any) -> str:
        given = {"sub": "pat", "tenantId": "acme", **claims}
        issued: AccessTokens = resources[AccessTokens]
        return issued.sign(given, audience=audience, seconds=seconds)

    return make


async def refusal(tokens: Tokens, text: str) -> str:
    with pytest.raises(InvalidToken) as error:
        await tokens.verify(text)
    return str(error.value)


async def test_a_users_token_names_the_user(tokens, world):
    person = await world.person("Admin")
    token = person.browser.headers["authorization"].removeprefix("Bearer ")
    caller = await tokens.verify(token)
    assert (caller.id, caller.tenant_id) == (str(person.id), str(person.tenant_id))


async def test_what_the_caller_may(tokens, token):
    text = token(roles=["Admin"], permissions=["docs.*", "billing.read"])
    caller = await tokens.verify(text)
    assert caller.has_role("Owner", "Admin")
    assert not caller.has_role("Owner")
    asked = ["docs.write", "billing.read", "docs", "billing.write"]
    assert [key for key in asked if caller.may(key)] == ["docs.write", "billing.read"]
    assert caller.may("billing.write", "docs.write")
    assert not caller.is_stepped_up()


async def test_tokens_of_others_are_refused(tokens, token, resources, audience, new_client, issuer):
    good = token()
    head, payload, signature = good.split(".")
    other = token(permissions=["*"]).split(".")[1]
    assert await refusal(tokens, f"{head}.{other}.{signature}")
    assert await refusal(tokens, "no token")
    assert await refusal(tokens, "a" * 20_000)
    assert await refusal(tokens, f"{head}.{payload}.")
    another = Tokens(ORIGIN, audience="another", issuer=issuer, http=new_client())
    assert await refusal(another, good) == "Another product's token"
    elsewhere = Tokens(ORIGIN, audience=audience, issuer="https://x.test", http=new_client())
    assert await refusal(elsewhere, good) == "Another server's token"


@pytest.mark.parametrize("seconds", [-1, -3600])
async def test_a_token_that_ended_is_refused(tokens, token, seconds):
    assert await refusal(tokens, token(seconds=seconds - 5)) == "The token has ended"


async def test_a_key_of_ones_own_signs_nothing(tokens, resources, audience, issuer):
    """With the server's key id, and with one of its own."""
    own = ECKey.generate_key("P-256")
    key_id, _ = resources[KeyRing].current()
    claims = {
        "sub": "pat",
        "tenantId": "acme",
        "iss": issuer,
        "aud": audience,
        "exp": time.time() + 60,
    }
    for kid in (key_id, "mine"):
        forged = jwt.encode({"alg": "ES256", "kid": kid, "typ": "JWT"}, claims, own, ["ES256"])
        assert await refusal(tokens, forged)


async def test_a_key_rotation_refuses_no_tokens(server_url, monkeypatch):
    """Read five minutes ago at most: the next key is published longer before it signs."""
    monkeypatch.setattr("gatehouse_sdk.keys.monotonic", lambda: clock.now().timestamp())
    async with own_database(server_url) as url:
        database = await Database.connect(url, connections=2)
        server = await Process(database).started()
        published = httpx.MockTransport(lambda _: httpx.Response(200, json=server.keys.jwks()))
        tokens = Tokens(
            "https://id.test", audience=AUDIENCE, http=httpx.AsyncClient(transport=published)
        )
        accepted = []
        for minutes in range(0, 24 * 60, 1):
            if minutes % 300 == 60:
                await server.keys.rotate()
            accepted.append((await tokens.verify(server.issue(tenantId="acme"))).id)
            clock.advance_clock(timedelta(minutes=1))
            await server.keys.refresh()
        assert set(accepted) == {"pat"}
        assert len(server.published) > 1
        await database.close()


async def test_a_server_that_is_away_is_not_asked_for_known_keys(tokens, token, monkeypatch):
    good = token()
    assert await tokens.verify(good)
    tokens._http = tokens._keys._http = Away()
    monkeypatch.setattr("gatehouse_sdk.keys.monotonic", lambda: time.monotonic() + 3600)
    assert (await tokens.verify(good)).id == "pat"


async def test_before_the_server_was_reached_nothing_is_said(token, audience):
    tokens = Tokens(ORIGIN, audience=audience, http=Away())
    with pytest.raises(KeysUnavailable):
        await tokens.verify(token())


async def test_made_up_key_ids_do_not_make_it_ask_at_each_call(token, audience, issuer, new_client):
    counted = Counted(new_client())
    tokens = Tokens(ORIGIN, audience=audience, issuer=issuer, http=counted)
    own = ECKey.generate_key("P-256")
    for number in range(20):
        forged = jwt.encode({"alg": "ES256", "kid": str(number)}, {"sub": "x"}, own, ["ES256"])
        await refusal(tokens, forged)
    assert counted.count == 1


class Away(httpx.AsyncClient):
    async def get(self, *_: Any, **__: Any) -> httpx.Response:
        raise httpx.ConnectError("away")


class Counted(httpx.AsyncClient):
    def __init__(self, inner: httpx.AsyncClient) -> None:
        super().__init__()
        self.inner, self.count = inner, 0

    async def get(self, *arguments: Any, **options: Any) -> httpx.Response:
        self.count += 1
        return await self.inner.get(*arguments, **options)


SECRET = "whsec_c29tZSBzZWNyZXQgdGhhdCBpcyBsb25nIGVub3VnaA=="


@pytest.mark.parametrize("secret", [SECRET, "any other text", "whsec_not base64"])
def test_the_servers_events_are_taken(secret):
    body = b'{"event": "user.created"}'
    headers = build_signature_headers(secret, "m-1", clock.now(), body)
    assert Webhooks(secret).verify(body, headers) == {"event": "user.created"}


def test_events_of_others_are_refused():
    body = b"{}"
    headers = build_signature_headers(SECRET, "m-1", clock.now(), body)
    webhooks = Webhooks(SECRET)
    for bad_body, bad_headers in (
        (b'{"x": 1}', headers),
        (body, {**headers, "webhook-id": "m-2"}),
        (body, {**headers, "webhook-timestamp": "1"}),
        (body, {**headers, "webhook-timestamp": "soon"}),
        (body, {**headers, "webhook-signature": "v1,AAAA v1,é"}),
        (body, {}),
    ):
        with pytest.raises(InvalidWebhook):
            webhooks.verify(bad_body, bad_headers)
    old = build_signature_headers(SECRET, "m-1", clock.now() - timedelta(seconds=400), body)
    with pytest.raises(InvalidWebhook, match="too old"):
        webhooks.verify(body, old)


async def test_the_management_api_with_a_token_that_renews_itself(world):
    made = (await new_backend(world)).credential
    http = world.new_client()
    vendor = Vendor(ORIGIN, str(made.client_id), made.secret, http=http)
    roles = await vendor.request("GET", "/identity/resources/roles/v1")
    assert isinstance(roles, list)
    vendor._access.token = "gone"
    assert await vendor.request("GET", "/identity/resources/roles/v1") == roles
    wrong = Vendor(ORIGIN, str(made.client_id), "wrong", http=http)
    with pytest.raises(httpx.HTTPStatusError):
        await wrong.request("GET", "/identity/resources/roles/v1")


async def test_a_tenant_id_may_have_any_letters(world, new_client):
    backend = await new_backend(world)
    made = backend.credential
    http = new_client()
    async with Vendor(ORIGIN, str(made.client_id), made.secret, http=http) as vendor:
        tenant = f"日本 ü {uuid4().hex[:6]}"
        body = {"tenantId": tenant, "name": "Acme"}
        await vendor.request("POST", "/tenants/resources/tenants/v1", json=body)
        users = await vendor.request("GET", "/identity/resources/users/v3", tenant_id=tenant)
    assert users["items"] == []


def test_threads_share_one_token_of_the_management_api():
    """Revoked in the middle, it is fetched once more, whichever call notices."""
    given: list[str] = []

    def server(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/auth/vendor":
            given.append(f"token-{len(given)}")
            return httpx.Response(200, json={"token": given[-1], "expiresIn": 3600})
        if request.headers["x-access-token"] != "token-1":
            return httpx.Response(401)
        return httpx.Response(200, json={"tenant": request.headers.get("frontegg-tenant-id")})

    transport = httpx.MockTransport(server)
    with SyncVendor(
        "https://id.test", "id", "secret", http=httpx.Client(transport=transport)
    ) as it:
        with ThreadPoolExecutor(8) as threads:
            asked = [threads.submit(it.request, "GET", "/x", tenant_id="acme") for _ in range(40)]
        assert [one.result() for one in asked] == [{"tenant": "acme"}] * 40
    assert given == ["token-0", "token-1"]
