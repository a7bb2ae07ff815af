"""What the published server packages ask before they take an access token of a machine."""

from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.backend import Backend, new_backend
from tests.directory.api_tokens import IDENTITY, Machine, exchange, make, new_machine, role_ids
from tests.world import Db, Person, World

LISTS = {"userAccessToken": "users", "tenantAccessToken": "tenants"}
DISABLED = (403, ["Api tokens are disabled"])


def place(kind: str, what: str) -> str:
    return f"{IDENTITY}/vendor-only/{LISTS[kind]}/access-tokens/v1/{what}"


@pytest.fixture
async def backend(world: World) -> AsyncIterator[Backend]:
    await world.configure("update applications set signing_algorithm = 'RS256' where is_default")
    yield await new_backend(world)
    await world.configure("update applications set signing_algorithm = 'ES256' where is_default")
    await world.configure("update vendor set api_tokens_enabled = true")
    await world.configure("delete from metadata")


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def active(backend: Backend, kind: str, **headers: str) -> list[str]:
    answer = await backend.http.get(place(kind, "active"), headers=headers)
    assert answer.status_code == 200, answer.text
    found: list[str] = answer.json()
    return found


@pytest.mark.parametrize("kind", LISTS)
async def test_the_secret_verifies_with_the_one_key_and_is_in_the_list(
    world: World, backend: Backend, admin: Person, kind: str
):
    machine = await new_machine(world, admin, kind)
    key = (await backend.http.get(f"{IDENTITY}/configurations/v1")).json()["publicKey"]
    claims = jwt.decode(machine.made["secret"], RSAKey.import_key(key), ["RS256"]).claims
    assert claims["type"] == kind
    for needed in ("sub", "tenantId", "applicationId", "exp"):
        assert claims[needed], needed
    other = next(one for one in LISTS if one != kind)
    assert claims["sub"] in await active(backend, kind)
    assert claims["sub"] not in await active(backend, other)
    tenant = {"frontegg-tenant-id": str(admin.tenant_id)}
    assert await active(backend, kind, **tenant) == [claims["sub"]]
    assert await active(backend, kind, **{"frontegg-tenant-id": str(uuid4())}) == []


@pytest.mark.parametrize("kind", LISTS)
async def test_its_roles_and_permissions_are_those_of_now(
    world: World, backend: Backend, admin: Person, kind: str
):
    owner = await world.person("Admin", tenant_id=admin.tenant_id)
    machine = await new_machine(world, owner, kind)
    told = await backend.http.get(place(kind, machine.id))
    assert told.status_code == 200, told.text
    body = told.json()
    assert (body["id"], body["tenantId"]) == (machine.id, str(owner.tenant_id))
    assert body["roles"] == ["Admin"]
    assert "fe.secure.*" in body["permissions"]
    assert body.get("userId") == (str(owner.id) if kind == "userAccessToken" else None)
    if kind == "userAccessToken":
        change = {"id": str(owner.id), "roleIds": await role_ids(admin, "ReadOnly")}
        await admin.browser.put("/team/resources/members/v1", json=change)
        assert (await backend.http.get(place(kind, machine.id))).json()["roles"] == ["ReadOnly"]


async def _revoked(machine: Machine, owner: Person, db: Db, world: World) -> None:
    assert (await owner.browser.delete(machine.place)).status_code == 200


async def _expired(machine: Machine, owner: Person, db: Db, world: World) -> None:
    await db.connection.execute(
        "update api_tokens set expires_at = now() - interval '1 s' where id::text = $1", machine.id
    )


async def _tenant_gone(machine: Machine, owner: Person, db: Db, world: World) -> None:
    await db.connection.execute(
        "update tenants set deleted_at = now() where id = $1", owner.tenant_id
    )


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("end", [_revoked, _expired, _tenant_gone])
async def test_a_token_that_ended_is_refused_as_the_packages_survive_it(
    world: World, db: Db, backend: Backend, admin: Person, kind: str, end
):
    """Any other refusal of one token ends a process of the customer's."""
    machine = await new_machine(world, admin, kind)
    await end(machine, admin, db, world)
    assert machine.id not in await active(backend, kind)
    for token_id in (machine.id, str(uuid4()), "no-id"):
        refused = await backend.http.get(place(kind, token_id))
        assert (refused.status_code, refused.json()["errors"]) == DISABLED


@pytest.mark.parametrize("kind", LISTS)
async def test_nothing_is_told_while_tokens_are_off(
    world: World, backend: Backend, admin: Person, kind: str
):
    machine = await new_machine(world, admin, kind)
    await world.configure("update vendor set api_tokens_enabled = false")
    for what in ("active", machine.id):
        refused = await backend.http.get(place(kind, what))
        assert (refused.status_code, refused.json()["errors"]) == DISABLED


async def test_the_portal_has_no_pages_for_tokens_while_they_are_off(
    world: World, backend: Backend, client: httpx.AsyncClient
):
    async def navigation() -> dict[str, dict[str, str]]:
        answer = await client.get("/metadata", params={"entityName": "adminBox"})
        found: dict[str, dict[str, str]] = answer.json()["rows"][0]["configuration"]["navigation"]
        return found

    shown = {name: {"visibility": "always"} for name in ("apiTokens", "personalApiTokens", "users")}
    await backend.http.post(
        "/metadata", json={"entityName": "adminBox", "configuration": {"navigation": shown}}
    )
    await world.configure("update vendor set api_tokens_enabled = true")
    before = await navigation()
    assert before.items() >= shown.items()
    await world.configure("update vendor set api_tokens_enabled = false")
    hidden = {"visibility": "hidden"}
    assert await navigation() == before | {"apiTokens": hidden, "personalApiTokens": hidden}


async def test_only_the_vendor_asks(
    world: World, backend: Backend, admin: Person, client: httpx.AsyncClient
):
    for kind in LISTS:
        assert (await admin.browser.get(place(kind, "active"))).status_code == 401
        narrow = await new_backend(world, ["vendor.read.roles"])
        assert (await narrow.http.get(place(kind, "active"))).status_code == 403


async def test_a_machine_with_credentials_passes_a_guard(
    world: World, backend: Backend, admin: Person, client: httpx.AsyncClient
):
    made = await make(world, admin, "userApiToken", metadata={"team": "blue"})
    token = (await exchange(client, made)).json()["access_token"]
    key = (await backend.http.get(f"{IDENTITY}/configurations/v1")).json()["publicKey"]
    claims = jwt.decode(token, RSAKey.import_key(key), ["RS256"]).claims
    for needed in ("sub", "type", "tenantId", "applicationId", "roles", "permissions", "userId"):
        assert claims[needed], needed
    assert claims["metadata"] == {"team": "blue"}


async def test_a_signing_key_stays_as_long_as_its_access_tokens(
    world: World, db: Db, admin: Person, resources
):
    from datetime import timedelta

    from gatehouse.access.signing_keys import KeyRing
    from gatehouse.kit import clock

    machine = await new_machine(world, admin, "tenantAccessToken")
    keys = resources[KeyRing]
    try:
        for _ in range(3):
            await keys.rotate()
            clock.advance_clock(timedelta(days=2))
        people = f"{IDENTITY}/users/v3"
        assert (await machine.http.get(people)).status_code == 200
        used = await db.connection.fetchval(
            "select signing_key_id from api_tokens where id::text = $1", machine.id
        )
        assert (await admin.browser.delete(machine.place)).status_code in (200, 401)
        await db.connection.execute("delete from api_tokens where id::text = $1", machine.id)
        await db.connection.execute(
            "update api_tokens set signing_key_id = null where signing_key_id = $1", used
        )
        await keys.rotate()
        assert keys.find(used) is None
    finally:
        clock.reset_clock()
        await keys.load()
