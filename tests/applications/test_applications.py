"""Each application has an audience, origins, lifetimes and an algorithm of its own."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from uuid import UUID, uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet

from gatehouse.access.tokens import AccessTokens, InvalidToken
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.identity.browser import ME, Browser, new_browser
from tests.vendor_view import sessions_of
from tests.world import World

REFRESH = "/identity/resources/auth/v1/user/token/refresh"
JWKS = "/.well-known/jwks.json"
ADD = (
    "insert into applications (id, client_id, key, name, signing_algorithm, allowed_origins,"
    " access_token_seconds, refresh_token_seconds, type)"
    " values ($1, $2, $1::uuid::text, 'Console', $3, $4, $5, $6, $7)"
)


class Console:
    def __init__(self, world: World) -> None:
        self.world = world
        self.id, self.client_id = uuid4(), uuid4()

    async def add(
        self,
        algorithm: str = "ES256",
        origin: str = "https://console.test",
        kind: str = "first-party",
    ) -> None:
        await self.world.configure(
            ADD, self.id, self.client_id, algorithm, [origin], 120, 3600, kind
        )

    async def token(self, browser: Browser) -> dict[str, object]:
        answer = await browser.http.post(
            REFRESH, headers={"frontegg-requested-application-id": str(self.id)}
        )
        assert answer.status_code == 201, answer.text
        body: dict[str, object] = answer.json()
        return body


@pytest.fixture
async def console(world: World) -> AsyncIterator[Console]:
    made = Console(world)
    yield made
    await world.configure("delete from applications where id = $1", made.id)


@pytest.fixture
async def browser(world: World) -> Browser:
    return await new_browser(world)


async def claims_of(client: httpx.AsyncClient, token: object) -> dict[str, object]:
    """Read by another library with the published keys."""
    keys = KeySet.import_key_set((await client.get(JWKS)).json())
    return jwt.decode(str(token), keys, ["ES256", "RS256"]).claims


async def status(client: httpx.AsyncClient, token: object) -> int:
    answer = await client.get(ME, headers={"authorization": f"Bearer {token}"})
    return answer.status_code


async def test_every_access_token_names_its_application(
    resources: Resources, browser: Browser, client: httpx.AsyncClient
):
    default = resources[VendorConfiguration].current.default
    claims = await claims_of(client, browser.session.access_token)
    assert (claims["applicationId"], claims["aud"]) == (str(default.id), str(default.client_id))


async def test_a_token_is_for_the_application_that_asks(
    console: Console, browser: Browser, client: httpx.AsyncClient
):
    await console.add()
    answer = await console.token(browser)
    claims = await claims_of(client, answer["accessToken"])
    assert claims["applicationId"] == str(console.id)
    assert claims["aud"] == str(console.client_id)
    assert answer["expiresIn"] == 120
    assert int(str(claims["exp"])) - int(str(claims["iat"])) == 120
    assert await status(client, answer["accessToken"]) == 200


async def test_the_refresh_lifetime_is_the_applications(
    world: World, console: Console, browser: Browser
):
    await console.add()
    await console.token(browser)
    [session] = await sessions_of(world, browser.session.user_id)
    begins, ends = (datetime.fromisoformat(session[name]) for name in ("createdAt", "expiresAt"))
    assert round((ends - begins).total_seconds()) == 3600


@pytest.mark.parametrize("asked", ["nonsense", str(UUID(int=1))])
async def test_an_unknown_application_is_refused_and_costs_no_session(browser: Browser, asked: str):
    refused = await browser.http.post(REFRESH, headers={"frontegg-requested-application-id": asked})
    assert (refused.status_code, refused.json()["errorCode"]) == (400, "applications.unknown")
    assert (await browser.http.post(REFRESH)).status_code == 201


@pytest.mark.parametrize("kind", ["machine", "oauth"])
async def test_a_session_gives_tokens_for_the_vendors_own_applications_alone(
    console: Console, browser: Browser, kind: str
):
    await console.add(kind=kind)
    refused = await browser.http.post(
        REFRESH, headers={"frontegg-requested-application-id": str(console.id)}
    )
    assert refused.status_code == 400


async def test_a_remembered_token_is_still_for_its_audience_alone(resources: Resources):
    """It used to be cached without its audience: the next caller got it for another application."""
    tokens = resources[AccessTokens]
    token = tokens.sign({"sub": "pat"}, audience="one")
    assert (await tokens.verify(token, audiences=["one"]))["sub"] == "pat"
    with pytest.raises(InvalidToken):
        await tokens.verify(token, audiences=["other"])


async def test_tokens_of_an_application_that_went_are_refused_at_once(
    console: Console, browser: Browser, client: httpx.AsyncClient, world: World
):
    await console.add()
    token = (await console.token(browser))["accessToken"]
    assert await status(client, token) == 200
    await world.configure("update applications set is_active = false where id = $1", console.id)
    assert await status(client, token) == 401


async def test_its_origins_may_call_the_api(
    console: Console, client: httpx.AsyncClient, world: World
):
    headers = {"origin": "https://console.test"}
    assert (await client.post(REFRESH, headers=headers)).status_code == 403
    await console.add()
    answer = await client.post(REFRESH, headers=headers)
    assert answer.status_code == 401  # no session, but heard
    assert answer.headers["access-control-allow-origin"] == "https://console.test"
    await world.configure("update applications set is_active = false where id = $1", console.id)
    assert (await client.post(REFRESH, headers=headers)).status_code == 403


async def test_an_application_may_ask_for_rs256(
    console: Console, browser: Browser, client: httpx.AsyncClient
):
    """Published server packages take nothing else and read only the first key."""
    await console.add("RS256")
    keys = (await client.get(JWKS)).json()["keys"]
    first = keys[0]
    assert (first["kty"], first["alg"], first["use"]) == ("RSA", "RS256", "sig")
    assert len(first["n"]) >= 2048 / 6
    assert not {"d", "p", "q"} & set(first)
    token = (await console.token(browser))["accessToken"]
    claims = jwt.decode(str(token), KeySet.import_key_set({"keys": [first]}), ["RS256"]).claims
    assert claims["applicationId"] == str(console.id)
    assert await status(client, token) == 200
    # The default application's tokens stay as they were.
    assert (await claims_of(client, browser.session.access_token))["sub"]
    assert await status(client, browser.session.access_token) == 200


async def test_the_first_rsa_key_stays_the_same(console: Console, client: httpx.AsyncClient):
    await console.add("RS256")
    before = (await client.get(JWKS)).json()["keys"][0]["kid"]
    await asyncio.gather(*(console.world.resources[VendorConfiguration].load() for _ in range(4)))
    assert (await client.get(JWKS)).json()["keys"][0]["kid"] == before
