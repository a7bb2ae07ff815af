"""Agents beside an application: made by a backend, let in by people, and gone with the application."""

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from gatehouse.configuration.service import apply_document, show_document
from gatehouse.kit.db import Database, Db
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.document.plan import DocumentRefused
from tests.applications.conftest import Console
from tests.backend import Backend
from tests.identity.browser import Browser, new_browser
from tests.identity.openid.relying_party import RelyingParty, values_of
from tests.world import World

CLIENTS = "/applications/application-clients"
CALLBACK = "https://agent.test/callback"
ASSISTANT = {
    "clientName": "Scheduling assistant",
    "clientType": "Agent",
    "redirectURLs": [CALLBACK],
    "externalMetadata": {"team": "calendar"},
}


async def create(backend: Backend, console: Console, **changes: object) -> dict[str, Any]:
    answer = await backend.http.post(CLIENTS, json=ASSISTANT | changes, headers=console.asks)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
async def agent(backend: Backend, console: Console, world: World) -> AsyncIterator[dict[str, Any]]:
    await console.add()
    made = await create(backend, console)
    await world.resources[VendorConfiguration].load()
    yield made
    await world.configure("delete from applications where client_id = $1", UUID(made["id"]))


async def test_what_is_told_of_it(backend: Backend, console: Console, agent: dict[str, Any]):
    assert agent | ASSISTANT == agent
    assert agent["appId"] == str(console.id)
    shown = (await backend.http.get(f"{CLIENTS}/{agent['id']}")).json()
    assert shown["clientSecret"].endswith(agent["clientSecret"][-4:])
    assert agent["clientSecret"] not in str(shown)
    assert (await backend.http.get(f"{CLIENTS}/app/{console.id}")).json() == [shown]
    changes = {"clientName": "Travel assistant", "externalMetadata": {"team": "travel"}}
    changed = (await backend.http.patch(f"{CLIENTS}/{agent['id']}", json=changes)).json()
    assert changed == shown | changes | {"updatedAt": changed["updatedAt"]}


async def test_people_let_it_in_and_know_what_it_learns(
    world: World, agent: dict[str, Any], backend: Backend
):
    browser = await new_browser(world)
    party = RelyingParty(world, uuid4(), agent["id"], agent["clientSecret"])
    asked = {"redirect_uri": CALLBACK, "scope": "openid email"}
    page = await party.ask(browser.http, **asked)
    assert page.path == "/oauth/account/consent"
    consents = f"/identity/resources/oauth/consents/v1/me/{agent['id']}"
    assert (await browser.http.get(consents)).json()["name"] == "Scheduling assistant"
    await browser.http.put(consents, json={"scopes": ["openid", "email"]})
    tokens = await tokens_for(party, browser, asked)
    told = (await party.info(tokens["access_token"])).json()
    assert set(told) >= {"sub", "email"}
    assert "name" not in told
    await backend.http.delete(f"{CLIENTS}/{agent['id']}")
    await world.resources[VendorConfiguration].load()
    assert (await party.info(tokens["access_token"])).status_code == 401


async def tokens_for(
    party: RelyingParty, browser: Browser, asked: dict[str, str]
) -> dict[str, Any]:
    code = values_of(await party.ask(browser.http, **asked))["code"]
    answer = await party.exchange(code, redirect_uri=CALLBACK)
    assert answer.status_code == 200, answer.text
    tokens: dict[str, Any] = answer.json()
    return tokens


async def test_it_goes_with_its_application(
    backend: Backend, console: Console, agent: dict[str, Any]
):
    answer = await backend.http.delete(f"/applications/resources/applications/v1/{console.id}")
    assert answer.status_code == 200, answer.text
    gone = await backend.http.get(f"{CLIENTS}/{agent['id']}")
    assert (gone.status_code, gone.json()["errorCode"]) == (404, "applications.client_not_found")


REFUSED = [
    ("another type", {"clientType": "Web"}),
    ("no name", {"clientName": ""}),
    ("a star", {"redirectURLs": ["https://*.agent.test/callback"]}),
    ("plain http", {"redirectURLs": ["http://agent.test/callback"]}),
    ("no object", {"externalMetadata": ["calendar"]}),
]


@pytest.mark.parametrize("changes", [one[1] for one in REFUSED], ids=[one[0] for one in REFUSED])
async def test_what_cannot_be_made(
    backend: Backend, console: Console, agent: dict[str, Any], changes: dict[str, object]
):
    answer = await backend.http.post(CLIENTS, json=ASSISTANT | changes, headers=console.asks)
    assert answer.status_code == 400, answer.text
    assert len((await backend.http.get(f"{CLIENTS}/app/{console.id}")).json()) == 1


async def test_where_there_is_none(backend: Backend, console: Console, agent: dict[str, Any]):
    strange = str(uuid4())
    answers: list[httpx.Response] = [
        await backend.http.get(f"{CLIENTS}/{strange}"),
        await backend.http.get(f"{CLIENTS}/{console.client_id}"),  # is no client
        await backend.http.patch(f"{CLIENTS}/{strange}", json={"clientName": "X"}),
        await backend.http.delete(f"{CLIENTS}/{strange}"),
        await backend.http.get(f"{CLIENTS}/app/{strange}"),
    ]
    assert [answer.status_code for answer in answers] == [404] * 5
    own = {"frontegg-requested-application-id": agent["id"]}
    answer = await backend.http.post(CLIENTS, json=ASSISTANT, headers=own)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "applications.is_client")


async def test_its_secret_is_needed_for_its_tokens(world: World, agent: dict[str, Any]):
    """A stolen code or refresh token is useless without the secret."""
    browser = await new_browser(world)
    asked = {"redirect_uri": CALLBACK, "scope": "openid"}
    consents = f"/identity/resources/oauth/consents/v1/me/{agent['id']}"
    await browser.http.put(consents, json={"scopes": ["openid"]})
    party = RelyingParty(world, uuid4(), agent["id"], agent["clientSecret"])
    thief = world.new_client()
    code = values_of(await party.ask(browser.http, **asked))["code"]
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": "v" * 43,
    }
    for named in ({}, {"client_id": agent["id"]}):
        refused = await thief.post("/oauth/token", data=form | named)
        assert (refused.status_code, refused.json()["error"]) == (401, "invalid_client")
    exchanged = await party.exchange(code, redirect_uri=CALLBACK)
    assert exchanged.status_code == 200, exchanged.text
    again = {"grant_type": "refresh_token", "refresh_token": exchanged.json()["refresh_token"]}
    for named in ({}, {"client_id": agent["id"]}):
        refused = await thief.post("/oauth/token", data=again | named)
        assert (refused.status_code, refused.json()["error"]) == (401, "invalid_client")
    shown = {"client_id": agent["id"], "client_secret": agent["clientSecret"]}
    assert (await thief.post("/oauth/token", data=again | shown)).status_code == 200


async def test_it_is_no_part_of_the_document(
    backend: Backend, console: Console, agent: dict[str, Any], world: World, database: Database
):
    document = await show_document(database)
    assert agent["clientName"] not in document
    assert agent["id"] not in document
    assert await apply_document(database, document) == []
    removed = await apply_document(database, f'[remove]\napplications = ["client:{agent["id"]}"]')
    assert removed == []
    row = await world.new_client().get(f"/oauth/authorize?client_id={agent['id']}")
    assert "redirect_uri" in row.text
    for text in (
        f'[applications."client:{agent["id"]}"]\nname = "Mine"',
        f'[applications.mine]\nname = "Mine"\nclient_id = "{agent["id"]}"',
    ):
        with pytest.raises(DocumentRefused):
            await apply_document(database, text)
    # Its name is free: a client made by a call takes no name from the document.
    await apply_document(database, '[applications.scheduling-assistant]\nname = "Mine"')
    await apply_document(database, '[remove]\napplications = ["scheduling-assistant"]')
    assert (await backend.http.get(f"{CLIENTS}/{agent['id']}")).json()["clientName"] == (
        agent["clientName"]
    )
    applications = "/applications/resources/applications/v1"
    listed = (await backend.http.get(applications)).json()
    [own] = [one["id"] for one in listed if one["clientId"] == agent["id"]]
    changed = await backend.http.patch(f"{applications}/{own}", json={"name": "Mine"})
    assert (changed.status_code, changed.json()["errorCode"]) == (400, "applications.is_client")
    assert (await backend.http.delete(f"{applications}/{own}")).status_code == 400


async def test_what_is_done_with_it_is_on_record(backend: Backend, agent: dict[str, Any], db: Db):
    await backend.http.patch(f"{CLIENTS}/{agent['id']}", json={"clientName": "Travel"})
    await backend.http.delete(f"{CLIENTS}/{agent['id']}")
    said = await db.connection.fetch(
        "select description from audits where action like 'application.client_%'"
        " and actor_user_id is null order by created_at desc limit 2"
    )
    assert [row["description"] for row in said] == [
        "Deleted the client Travel",
        "Changed the client Travel",
    ]
