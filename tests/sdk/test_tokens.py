"""A product's backend checks the server's own tokens, and those that others made."""

import time
from datetime import timedelta
from typing import Annotated, Any

import httpx
import pytest
from fastapi import FastAPI
from joserfc import jwt
from joserfc.jwk import ECKey

from gatehouse.access.signing_keys import KeyRing
from gatehouse.access.tokens import AccessTokens
from gatehouse.connectivity.webhooks.signature import signed_headers
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse_sdk import Caller, InvalidToken, KeysUnavailable, Tokens, Vendor, Webhooks
from gatehouse_sdk.errors import InvalidWebhook
from gatehouse_sdk.fastapi import Guard
from tests.access.test_key_rotation import AUDIENCE, Process
from tests.conftest import ORIGIN
from tests.databases import own_database
from tests.vendor.caller import new_backend

MULTI_FACTOR = "http://schemas.openid.net/pape/policies/2007/06/multi-factor"


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
        return issued.issue(given, audience=audience, seconds=seconds)

    return make


async def refusal(tokens: Tokens, text: str) -> str:
    with pytest.raises(InvalidToken) as error:
        await tokens.verify(text)
    return str(error.value)


async def test_a_persons_token_tells_who_it_is(tokens, world):
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


async def test_keys_that_turn_over_refuse_nobody(server_url):
    """Read five minutes ago at most: the next key is published longer before it signs."""
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
            clock.advance(timedelta(minutes=1))
            tokens._keys._read_at -= 60
            tokens._keys._asked_at -= 60
            await server.keys.refresh()
        assert set(accepted) == {"pat"}
        assert len(server.published) > 1
        await database.close()


async def test_a_server_that_is_away_is_not_asked_for_known_keys(tokens, token):
    good = token()
    assert await tokens.verify(good)
    tokens._http = tokens._keys._http = Away()
    tokens._keys._read_at = -float("inf")
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


@pytest.fixture
async def product(tokens):
    """A backend with four routes."""
    guard = Guard(tokens)
    app = FastAPI(lifespan=guard.lifespan)

    @app.get("/me")
    async def me(caller: Annotated[Caller, guard()]) -> str:
        return caller.id

    @app.get("/docs-of-mine")
    async def docs(caller: Annotated[Caller, guard(permissions=["docs.read", "docs.all"])]) -> str:
        return caller.tenant_id

    @app.get("/admin")
    async def admin(caller: Annotated[Caller, guard(roles=["Admin"])]) -> None: ...

    @app.get("/danger")
    async def danger(caller: Annotated[Caller, guard(stepped_up=600)]) -> None: ...

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://p") as http:
        yield http


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


async def test_a_guarded_route_asks_for_a_token(product, token):
    refused = await product.get("/me")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert (await product.get("/me", headers=bearer("x"))).status_code == 401
    assert (await product.get("/me", headers=bearer(token()))).json() == "pat"


async def test_a_guarded_route_asks_for_rights(product, token):
    assert (await product.get("/docs-of-mine", headers=bearer(token()))).status_code == 403
    may = bearer(token(permissions=["docs.*"], roles=["Reader"]))
    assert (await product.get("/docs-of-mine", headers=may)).json() == "acme"
    assert (await product.get("/admin", headers=may)).status_code == 403
    admin = bearer(token(roles=["Admin"]))
    assert (await product.get("/admin", headers=admin)).status_code == 200


async def test_a_guarded_route_asks_for_a_second_factor(product, token):
    refused = await product.get("/danger", headers=bearer(token()))
    assert refused.status_code == 401
    assert 'max_age="600"' in refused.headers["www-authenticate"]
    shown = {"acr": MULTI_FACTOR, "amr": ["pwd", "mfa", "otp"]}
    now = int(time.time())
    stale = bearer(token(**shown, auth_time=now - 700))
    assert (await product.get("/danger", headers=stale)).status_code == 401
    fresh = bearer(token(**shown, auth_time=now - 10))
    assert (await product.get("/danger", headers=fresh)).status_code == 200


SECRET = "whsec_c29tZSBzZWNyZXQgdGhhdCBpcyBsb25nIGVub3VnaA=="


@pytest.mark.parametrize("secret", [SECRET, "any other text", "whsec_not base64"])
def test_the_servers_events_are_taken(secret):
    body = b'{"event": "user.created"}'
    headers = signed_headers(secret, "m-1", clock.now(), body)
    assert Webhooks(secret).verify(body, headers) == {"event": "user.created"}


def test_events_of_others_are_refused():
    body = b"{}"
    headers = signed_headers(SECRET, "m-1", clock.now(), body)
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
    old = signed_headers(SECRET, "m-1", clock.now() - timedelta(seconds=400), body)
    with pytest.raises(InvalidWebhook, match="too old"):
        webhooks.verify(body, old)


async def test_the_management_api_with_a_token_that_renews_itself(world):
    made = (await new_backend(world)).credential
    http = world.new_client()
    vendor = Vendor(ORIGIN, str(made.client_id), made.secret, http=http)
    roles = await vendor.request("GET", "/identity/resources/roles/v1")
    assert isinstance(roles, list)
    vendor._token = "gone"
    assert await vendor.request("GET", "/identity/resources/roles/v1") == roles
    wrong = Vendor(ORIGIN, str(made.client_id), "wrong", http=http)
    with pytest.raises(httpx.HTTPStatusError):
        await wrong.request("GET", "/identity/resources/roles/v1")
