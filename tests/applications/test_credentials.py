"""An application's secret: shown once, and what it opens."""

import base64
from uuid import uuid4

import httpx
import pytest

from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.applications.conftest import CALLBACK, Console
from tests.backend import Backend
from tests.identity.browser import ME, new_browser
from tests.identity.oauth_steps import authorize, claims_of, exchange
from tests.stored import row_contains
from tests.world import Db, World

CREDENTIALS = "/applications/resources/applications/v1/credentials"
TOKEN = "/oauth/token"
GRANT = {"grant_type": "client_credentials"}


async def made(backend: Backend, console: Console) -> str:
    answer = await backend.http.post(f"{CREDENTIALS}/regenerate", json={"appId": str(console.id)})
    assert answer.status_code == 201, answer.text
    secret: str = answer.json()["clientSecret"]
    return secret


def by_header(client_id: object, secret: str) -> dict[str, str]:
    pair = base64.b64encode(f"{client_id}:{secret}".encode()).decode()
    return {"authorization": f"Basic {pair}"}


async def by_post(world: World, console: Console, secret: str, **more: str) -> httpx.Response:
    body = {**GRANT, "client_id": str(console.client_id), "client_secret": secret, **more}
    return await world.new_client().post(TOKEN, data=body)


async def test_the_secret_is_shown_once(world: World, console: Console, backend: Backend, db: Db):
    await console.add()
    path = f"{CREDENTIALS}/{console.id}"
    assert (await backend.http.get(path)).json() == {"clientSecret": "", "sharedSecret": ""}
    secret = await made(backend, console)
    assert len(secret) > 40
    told = (await backend.http.get(path)).json()["clientSecret"]
    assert told.endswith(secret[-4:])
    assert secret not in told
    stored = await db.connection.fetch(
        "select s::text as row from application_secrets s where application_id = $1", console.id
    )
    audited = await db.connection.fetch(
        "select a::text as row from audits a where action = 'application.secret_made'"
        " and data ->> 'application_id' = $1",
        str(console.id),
    )
    assert (len(stored), len(audited)) == (1, 1)
    assert not [row for row in (*stored, *audited) if row_contains(row["row"], secret)]


async def test_an_application_gets_a_token_of_its_own(
    world: World, console: Console, backend: Backend
):
    await console.add()
    await world.configure(
        "update applications set access_token_seconds = 120, type = 'machine' where id = $1",
        console.id,
    )
    secret = await made(backend, console)
    header = by_header(console.client_id, secret)
    answers = [
        await by_post(world, console, secret),
        await world.new_client().post(TOKEN, data=GRANT, headers=header),
    ]
    for answer in answers:
        assert answer.status_code == 200, answer.text
        assert answer.headers["cache-control"] == "no-store"
        assert answer.json().keys() == {"access_token", "expires_in", "token_type"}
        assert answer.json()["expires_in"] == 120
        claims = claims_of(answer.json()["access_token"])
        assert claims["sub"] == claims["aud"] == str(console.client_id)
        assert (claims["type"], claims["applicationId"]) == ("applicationToken", str(console.id))


async def test_its_token_opens_nothing_here(world: World, console: Console, backend: Backend):
    await console.add()
    token = (await by_post(world, console, await made(backend, console))).json()["access_token"]
    http = world.new_client()
    http.headers["authorization"] = f"Bearer {token}"
    for method, path in (
        ("GET", ME),
        ("GET", "/oauth/userinfo"),
        ("GET", "/identity/resources/roles/v1"),
        ("GET", "/applications/resources/applications/tenant-assignments/v2"),
    ):
        assert (await http.request(method, path)).status_code == 401, path
    assert (await http.post("/identity/resources/auth/v1/logout")).status_code == 201
    hinted = await http.get("/oauth/logout", params={"id_token_hint": token})
    assert (hinted.status_code, hinted.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("wrong", ["", "guess", "x" * 43])
async def test_a_wrong_secret_is_refused(
    world: World, console: Console, backend: Backend, wrong: str
):
    await console.add()
    await made(backend, console)
    answer = await by_post(world, console, wrong)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")
    stranger = await by_post(world, console, "x", client_id=str(uuid4()))
    assert (stranger.status_code, stranger.json()) == (401, answer.json())


async def test_without_a_secret_there_is_no_token(world: World, console: Console):
    await console.add()
    answer = await by_post(world, console, "anything")
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


async def test_the_secret_before_counts_no_more(
    world: World, console: Console, backend: Backend, resources: Resources
):
    await console.add()
    before = await made(backend, console)
    await resources[VendorConfiguration].load()
    assert (await by_post(world, console, before)).status_code == 200
    assert (await by_post(world, console, f"{before}x")).status_code == 401
    after = await made(backend, console)
    assert (await by_post(world, console, after)).status_code == 200  # at once
    await resources[VendorConfiguration].load()
    assert (await by_post(world, console, after)).status_code == 200
    assert (await by_post(world, console, before)).status_code == 401
    await world.configure("update applications set is_active = false where id = $1", console.id)
    assert (await by_post(world, console, after)).status_code == 401


async def test_a_secret_beside_a_code_must_be_right(
    world: World, console: Console, backend: Backend
):
    await console.add("FREE_ACCESS")
    browser = await new_browser(world)
    at = {"client_id": str(console.client_id), "redirect_uri": CALLBACK}
    secret = await made(backend, console)
    _, told = await authorize(world, browser, **at)
    refused = await exchange(world, told["code"], **at, client_secret="guess")
    assert (refused.status_code, refused.json()["error"]) == (401, "invalid_client")
    # The code was not used up by that; browsers send none, and PKCE proves them.
    assert (await exchange(world, told["code"], **at, client_secret=secret)).status_code == 200
    _, told = await authorize(world, browser, **at)
    tokens = (await exchange(world, told["code"], **at)).json()
    again = {
        "grant_type": "refresh_token",
        "refresh_token": tokens["refresh_token"],
        "client_id": str(console.client_id),
    }
    http = world.new_client()
    refused = await http.post(TOKEN, json={**again, "client_secret": "guess"})
    assert refused.status_code == 401
    assert (await http.post(TOKEN, json={**again, "client_secret": secret})).status_code == 200


async def test_an_unknown_application_has_no_secret(backend: Backend):
    unknown = str(uuid4())
    answer = await backend.http.post(f"{CREDENTIALS}/regenerate", json={"appId": unknown})
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "applications.not_found")
    assert (await backend.http.get(f"{CREDENTIALS}/{unknown}")).status_code == 404
