"""Older systems that people come from: who they are asked for, and what of their secrets is told."""

from typing import Any
from uuid import uuid4

import pytest

from gatehouse.kit.db.locks import Lock
from tests.backend import new_backend
from tests.identity.passwordless_steps import refusal
from tests.lock_held import until_released

SOURCES = "/identity/resources/user-sources/v1"
COMMON: dict[str, Any] = {
    "syncOnLogin": False, "isMigrated": True, "tenantConfig": {"tenantResolverType": "new"},
}  # fmt: skip
AUTH0 = {**COMMON, "domain": "acme.eu.auth0.com", "clientId": "c", "secret": "top secret"}
COGNITO = {
    **COMMON, "region": "eu-central-1", "clientId": "c", "userPoolId": "eu-central-1_1",
    "accessKeyId": "AKIA", "secretAccessKey": "top secret", "clientSecret": "top secret",
}  # fmt: skip
FIREBASE = {**COMMON, "apiKey": "top secret", "serviceAccount": {"private_key": "top secret"}}
CODE = {**COMMON, "codePayload": "https://acme.test/top-secret"}
FEDERATION = {
    **COMMON, "wellknownUrl": "https://acme.test/.well-known/openid-configuration",
    "clientId": "c", "secret": "top secret",
}  # fmt: skip
KINDS = {
    "external/auth0": AUTH0,
    "external/cognito": COGNITO,
    "external/firebase": FIREBASE,
    "external/custom-code": CODE,
    "federation": FEDERATION,
}


@pytest.fixture
async def backend(world):
    yield (await new_backend(world)).http
    await world.configure("delete from user_sources")


def source(configuration: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "The old one", "index": 1, "configuration": configuration, **more}


async def application_id(db) -> str:
    return str(await db.connection.fetchval("select id from applications where is_default"))


@pytest.mark.parametrize("path", KINDS)
async def test_a_source_is_made_shown_changed_and_deleted(backend, db, path):
    app_id = await application_id(db)
    made = await backend.post(f"{SOURCES}/{path}", json=source(KINDS[path], appIds=[app_id]))
    assert made.status_code == 201, made.text
    said = made.json()
    assert (said["type"], said["appIds"]) == (path.rpartition("/")[2], [app_id])
    address = f"{SOURCES}/{said['id']}"
    shown = await backend.get(address)
    [listed] = (await backend.get(SOURCES)).json()
    assert listed == {**shown.json(), "usersCount": 0}
    for text in (made.text, shown.text):
        assert "top secret" not in text
        assert "top-secret" not in text
    stored = await db.connection.fetchrow(
        "select configuration::text as shown, sealed_secrets from user_sources"
    )
    assert "secret" not in stored["shown"]
    assert b"top" not in stored["sealed_secrets"]
    change = {"name": "Renamed", "index": 7, "configuration": shown.json()["configuration"]}
    changed = await backend.put(f"{SOURCES}/{path}/{said['id']}", json=change)
    assert changed.status_code == 200, changed.text
    after = (await backend.get(address)).json()
    assert (after["name"], after["index"]) == ("Renamed", 7)
    assert after["configuration"] == shown.json()["configuration"]
    users = (await backend.get(f"{address}/users")).json()
    assert (users["items"], users["_metadata"]["totalItems"]) == ([], 0)
    assert (await backend.delete(address)).status_code == 200
    assert refusal(await backend.get(address)) == (404, "user_sources.not_found")


async def test_applications_are_assigned_and_unassigned(backend, db):
    app_id = await application_id(db)
    made = (await backend.post(f"{SOURCES}/external/auth0", json=source(AUTH0))).json()
    address = f"{SOURCES}/{made['id']}"
    body = {"userSourceId": made["id"], "appIds": [app_id]}
    assert made["appIds"] == []
    for _ in range(2):
        assert (await backend.post(f"{SOURCES}/assign", json=body)).status_code == 201
        assert (await backend.get(address)).json()["appIds"] == [app_id]
    assert (await backend.post(f"{SOURCES}/unassign", json=body)).status_code == 201
    assert (await backend.get(address)).json()["appIds"] == []
    unknown = await backend.post(f"{SOURCES}/assign", json={**body, "appIds": [str(uuid4())]})
    assert refusal(unknown)[0] == 404
    missing = await backend.post(f"{SOURCES}/assign", json={**body, "userSourceId": str(uuid4())})
    assert refusal(missing) == (404, "user_sources.not_found")


async def test_a_secret_stays_with_its_system(backend):
    made = (await backend.post(f"{SOURCES}/external/auth0", json=source(AUTH0))).json()
    address = f"{SOURCES}/external/auth0/{made['id']}"
    without = {name: value for name, value in AUTH0.items() if name != "secret"}
    assert (await backend.put(address, json={"configuration": without})).status_code == 200
    elsewhere = {**without, "domain": "thief.test"}
    refused = await backend.put(address, json={"configuration": elsewhere})
    assert refusal(refused) == (400, "user_sources.secret_missing")
    other = await backend.put(
        f"{SOURCES}/external/firebase/{made['id']}", json={"configuration": FIREBASE}
    )
    assert refusal(other) == (404, "user_sources.not_found")


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("external/auth0", {"domain": "acme.test/path"}),
        ("external/auth0", {"secret": ""}),
        ("external/auth0", {"tenantConfig": {"tenantResolverType": "from-source"}}),
        ("external/cognito", {"region": "evil.test/"}),
        ("external/firebase", {"tenantConfig": {"tenantResolverType": "dynamic"}}),
        ("external/custom-code", {"codePayload": "module.exports = () => true"}),
        ("external/custom-code", {"getUserCodePayload": "module.exports = () => true"}),
        ("federation", {"wellknownUrl": None}),
        ("federation", {"wellknownUrl": "file:///etc/passwd"}),
        ("federation", {"wellknownUrl": None, "oauth2Config": {
            "authorizationUrl": "https://a.test/a", "tokenUrl": "https://a.test/t",
            "userInfoUrl": "https://a.test/u", "grantTypes": ["authorization_code"],
        }}),
    ],
)  # fmt: skip
async def test_what_cannot_be_asked_is_not_taken(backend, path, change):
    answer = await backend.post(f"{SOURCES}/{path}", json=source({**KINDS[path], **change}))
    assert answer.status_code == 400, answer.text
    assert (await backend.get(SOURCES)).json() == []


async def test_a_tenant_that_is_not_there_is_not_taken(backend):
    tenant = {"tenantResolverType": "static", "tenantId": str(uuid4())}
    body = source({**AUTH0, "tenantConfig": tenant})
    assert refusal(await backend.post(f"{SOURCES}/external/auth0", json=body))[0] == 404
    assert (await backend.get(SOURCES)).json() == []


async def test_sources_are_added_one_at_a_time(backend, database):
    body = source(CODE)
    asked = backend.post(f"{SOURCES}/external/custom-code", json=body)
    made = await until_released(database, Lock.USER_SOURCES, "", asked)
    assert made.status_code == 201, made.text
