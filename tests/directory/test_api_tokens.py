"""API tokens: made by people, used by machines, never more than who made or owns them, gone at once."""

import asyncio
import base64
import json
from datetime import timedelta
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_entries
from tests.directory.api_tokens import (
    ACCOUNT,
    CREDENTIALS,
    EXCHANGE,
    IDENTITY,
    KINDS,
    OF_PEOPLE,
    OF_TENANTS,
    PEOPLE,
    PLACES,
    REFRESH,
    ROLES,
    exchange,
    make,
    new_machine,
    offering,
    role_ids,
)
from tests.world import Db, Person, World

ME = f"{IDENTITY}/users/v2/me"


PERMISSIONS = f"{IDENTITY}/permissions/v1"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
def moved_clock():
    yield clock.advance_clock
    clock.reset_clock()


def claims_of(token: str) -> dict[str, Any]:
    part = token.split(".")[1]
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return found


@pytest.mark.parametrize("kind", KINDS)
async def test_a_machine_reads_and_writes_with_its_token(world: World, admin: Person, kind: str):
    machine = await new_machine(world, admin, kind)
    listed = await machine.http.get(PEOPLE)
    assert listed.status_code == 200
    assert [one["email"] for one in listed.json()["items"]] == [admin.email]
    saved = await machine.http.put(ACCOUNT, json={"address": "Main Street 1"})
    assert saved.status_code == 200, saved.text
    assert (await admin.browser.get(ACCOUNT)).json()["address"] == "Main Street 1"
    [entry] = await audit_entries(world, admin.tenant_id, "tenant.updated")
    assert entry["json"]["api_token_id"] == machine.id
    assert entry.get("user") == (None if kind in OF_TENANTS else str(admin.id))


@pytest.mark.parametrize("kind", KINDS)
async def test_the_token_says_whose_it_is(world: World, admin: Person, kind: str):
    machine = await new_machine(world, admin, kind)
    claims = claims_of(machine.http.headers["authorization"])
    assert claims["type"] == kind
    assert claims["sub"] == machine.id
    assert claims["tenantId"] == str(admin.tenant_id)
    assert claims["applicationId"]
    assert claims.get("userId") == (None if kind in OF_TENANTS else str(admin.id))
    if kind in CREDENTIALS:
        assert claims["roles"] == ["Admin"]
        assert claims["createdByUserId"] == str(admin.id)


@pytest.mark.parametrize("kind", KINDS)
async def test_the_secret_is_shown_once_and_stored_nowhere(
    world: World, db: Db, admin: Person, kind: str
):
    made = await make(world, admin, kind, expiresInMinutes=1440)
    listed = await admin.browser.get(PLACES[kind][1])
    assert listed.status_code == 200
    rows = listed.json() if kind in CREDENTIALS else listed.json()["accessTokens"]
    (row,) = rows
    assert "secret" not in row
    assert row == {name: value for name, value in made.items() if name != "secret"}
    assert made["secret"] not in listed.text
    tables = await db.connection.fetch(
        "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
        " and has_table_privilege(oid, 'select')"
    )
    assert tables
    for (table,) in tables:
        found = await db.connection.fetchval(
            f"select count(*) from {table} t where t::text like any($1)",
            [f"%{written}%" for written in (made["secret"], made["secret"].encode().hex())],
        )
        assert found == 0, table


async def test_a_machine_knows_its_owner(world: World, admin: Person):
    machine = await new_machine(world, admin, "userApiToken")
    me = await machine.http.get(ME)
    assert (me.status_code, me.json()["id"]) == (200, str(admin.id))
    nobody = await new_machine(world, admin, "tenantApiToken")
    refused = await nobody.http.get(ME)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.person_needed")


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_a_persons_alone_is_refused(world: World, admin: Person, kind: str):
    machine = await new_machine(world, admin, kind)
    users = f"{IDENTITY}/users"
    for method, path, body in (
        ("put", ME, {"name": "Machine"}),
        ("put", f"{users}/v1/tenant", {"tenantId": str(admin.tenant_id)}),
        ("post", f"{users}/v3/me/token", {"tenantId": str(admin.tenant_id)}),
        ("post", f"{users}/v1/passwords/change", {"password": "a", "newPassword": "b"}),
        ("get", f"{users}/sessions/v1/me", None),
        ("delete", f"{users}/sessions/v1/me/all", None),
        *(("post", PLACES[one][0], {"description": "Another"}) for one in KINDS),
    ):
        answer = await machine.http.request(method, path, json=body)
        told = (answer.status_code, answer.json()["errorCode"])
        assert told == (403, "access.person_needed"), f"{method} {path}"


@pytest.mark.parametrize("kind", OF_TENANTS)
async def test_a_tenants_token_may_what_its_roles_permit(world: World, admin: Person, kind: str):
    reader = await role_ids(admin, "ReadOnly")
    machine = await new_machine(world, admin, kind, roleIds=reader)
    assert machine.made["roleIds"] == reader
    assert (await machine.http.get(PEOPLE)).status_code == 200
    refused = await machine.http.put(ACCOUNT, json={"address": "Nowhere"})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.missing_permission")
    nothing = await new_machine(world, admin, kind, roleIds=[])
    assert (await nothing.http.get(PEOPLE)).status_code == 403


async def test_a_tenants_token_may_have_single_permissions(world: World, admin: Person):
    catalogue = (await admin.browser.get(PERMISSIONS)).json()
    [reads] = [one["id"] for one in catalogue if one["key"] == "fe.secure.read.users"]
    machine = await new_machine(world, admin, "tenantApiToken", roleIds=[], permissionIds=[reads])
    assert machine.made["permissionIds"] == [reads]
    assert (await machine.http.get(PEOPLE)).status_code == 200
    assert (await machine.http.get(ROLES)).status_code == 403


@pytest.mark.parametrize("kind", OF_TENANTS)
async def test_no_user_makes_a_token_with_more_permissions_than_their_own(
    world: World, admin: Person, kind: str
):
    maker = await world.person(
        permissions=("fe.secure.write.tenantApiTokens",), tenant_id=admin.tenant_id
    )
    path = PLACES[kind][0]
    catalogue = (await admin.browser.get(f"{IDENTITY}/permissions/v1")).json()
    removes = next(one["id"] for one in catalogue if one["key"] == "fe.secure.delete.users")
    bodies: list[dict[str, object]] = [{"roleIds": await role_ids(admin, "Admin")}]
    if kind in CREDENTIALS:
        bodies.append({"permissionIds": [removes]})
    async with offering(world, kind):
        for body in bodies:
            refused = await maker.browser.post(path, json=body)
            assert (refused.status_code, refused.json()["errorCode"]) == (403, "roles.beyond_own")


async def _give_role(admin: Person, person: Person, permission: str, *, level: int) -> None:
    catalogue = (await admin.browser.get(f"{IDENTITY}/permissions/v1")).json()
    ids = [one["id"] for one in catalogue if one["key"] == permission]
    role = {"name": "Helper", "level": level, "permissions": ids}
    made = await admin.browser.post(ROLES, json=role)
    given = await admin.browser.post(
        f"{IDENTITY}/users/v1/{person.id}/roles", json={"roleIds": [made.json()["id"]]}
    )
    assert given.status_code == 201


async def test_a_changed_token_is_changed_at_once(world: World, admin: Person):
    machine = await new_machine(world, admin, "tenantApiToken")
    assert (await machine.http.get(PEOPLE)).status_code == 200
    change = {"description": "Renamed", "roleIds": [], "metadata": {"team": "blue"}}
    answer = await admin.browser.patch(machine.place, json=change)
    assert answer.status_code == 200, answer.text
    assert {name: answer.json()[name] for name in change} == change
    assert (await machine.http.get(PEOPLE)).status_code == 403
    helper = await world.person(tenant_id=admin.tenant_id)
    await _give_role(admin, helper, "fe.secure.write.tenantApiTokens", level=10)
    strong = await new_machine(world, admin, "tenantApiToken")
    for target, body, code in (
        (strong, {"description": "Mine"}, "api_tokens.outranks_you"),
        (machine, {"roleIds": await role_ids(admin, "Admin")}, "roles.beyond_own"),
    ):
        refused = await helper.browser.patch(target.place, json=body)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, code)


@pytest.mark.parametrize("kind", OF_PEOPLE)
async def test_a_personal_token_narrows_with_its_owner(world: World, admin: Person, kind: str):
    owner = await world.person("Admin", tenant_id=admin.tenant_id)
    machine = await new_machine(world, owner, kind)
    assert (await machine.http.put(ACCOUNT, json={"address": "One"})).status_code == 200
    reader = await role_ids(admin, "ReadOnly")
    body = {"id": str(owner.id), "roleIds": reader}
    demoted = await admin.browser.put("/team/resources/members/v1", json=body)
    assert demoted.status_code == 200, demoted.text
    assert (await machine.http.get(PEOPLE)).status_code == 200
    assert (await machine.http.put(ACCOUNT, json={"address": "Two"})).status_code == 403


@pytest.mark.parametrize("kind", CREDENTIALS)
async def test_an_exchange_answers_in_both_spellings(
    world: World, client: httpx.AsyncClient, admin: Person, kind: str
):
    made = await make(world, admin, kind)
    body = {"clientId": made["clientId"], "secret": made["secret"]}
    second = (await client.post(EXCHANGE, json=body)).json()
    assert set(second) == {"access_token", "refresh_token", "expires_in", "expires"}
    assert second["expires_in"] == 300
    first = (await client.post(EXCHANGE.replace("v2", "v1"), json=body)).json()
    assert set(first) == {"accessToken", "refreshToken", "expiresIn", "expires"}
    for path, token, name in (
        (REFRESH, second["refresh_token"], "access_token"),
        (REFRESH.replace("v2", "v1"), first["refreshToken"], "accessToken"),
    ):
        renewed = await client.post(path, json={"refreshToken": token})
        assert renewed.status_code == 200
        assert claims_of(renewed.json()[name])["sub"] == made["clientId"]


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_an_exchange_takes_a_form_too(
    world: World, admin: Person, client: httpx.AsyncClient, version: str
):
    made = await make(world, admin, CREDENTIALS[0])
    form = {"clientId": made["clientId"], "secret": made["secret"]}
    answer = await client.post(EXCHANGE.replace("v2", version), data=form)
    assert answer.status_code == 200, answer.text
    token = answer.json()["refresh_token" if version == "v2" else "refreshToken"]
    renewed = await client.post(REFRESH.replace("v2", version), data={"refreshToken": token})
    assert renewed.status_code == 200, renewed.text
    for bad in (b"", b"clientId=x", b"\xff", b"clientId=%00&secret=x", b"[]"):
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = await client.post(EXCHANGE, content=bad, headers=headers)
        assert answer.status_code in (400, 401), answer.text


async def test_a_refresh_token_is_for_refreshing_alone_and_for_a_day(
    world: World, client: httpx.AsyncClient, admin: Person, moved_clock
):
    made = await make(world, admin, "userApiToken")
    answer = (await exchange(client, made)).json()
    headers = {"authorization": f"Bearer {answer['refresh_token']}"}
    assert (await client.get(PEOPLE, headers=headers)).status_code == 401
    crossed = await client.post(REFRESH, json={"refreshToken": answer["access_token"]})
    assert (crossed.status_code, crossed.json()["errorCode"]) == (
        401,
        "api_tokens.invalid_refresh_token",
    )
    moved_clock(timedelta(hours=23))
    renewed = await client.post(REFRESH, json={"refreshToken": answer["refresh_token"]})
    assert renewed.status_code == 200
    moved_clock(timedelta(hours=2))
    late = await client.post(REFRESH, json={"refreshToken": renewed.json()["refresh_token"]})
    assert late.status_code == 401


async def test_a_wrong_id_and_a_wrong_secret_are_answered_alike(
    world: World, client: httpx.AsyncClient, admin: Person
):
    made = await make(world, admin, "userApiToken")
    other = await make(world, admin, "userApiToken")
    right = {"clientId": made["clientId"], "secret": made["secret"]}
    answers = [
        await client.post(EXCHANGE, json={**right, **wrong})
        for wrong in (
            {"secret": "wrong"},
            {"secret": other["secret"]},
            {"clientId": str(admin.id)},
            {"clientId": "nobody"},
        )
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].json()["errorCode"] == "api_tokens.invalid_credentials"
    access = await make(world, admin, "userAccessToken")
    as_credentials = {"clientId": access["id"], "secret": access["secret"][:200]}
    assert (await client.post(EXCHANGE, json=as_credentials)).status_code == 401


async def test_fifty_wrong_guesses_are_stopped(
    world: World, client: httpx.AsyncClient, admin: Person
):
    made = await make(world, admin, "userApiToken")
    codes = [
        (await client.post(EXCHANGE, json={**made, "secret": f"guess {n}"})).status_code
        for n in range(50)
    ]
    assert codes == [401] * 40 + [429] * 10
    assert (await exchange(client, made)).status_code == 429
    elsewhere = await make(world, admin, "userApiToken")
    assert (await exchange(client, elsewhere)).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
async def test_a_foreign_token_is_not_found(world: World, admin: Person, kind: str):
    machine = await new_machine(world, admin, kind)
    stranger = await world.person("Admin")
    colleague = await world.person("Admin", tenant_id=admin.tenant_id)
    people = [stranger] if kind in OF_TENANTS else [stranger, colleague]
    for person in people:
        missing = await person.browser.delete(machine.place)
        assert (missing.status_code, missing.json()["errorCode"]) == (404, "api_tokens.not_found")
        assert machine.id not in (await person.browser.get(PLACES[kind][1])).text
    for other in set(KINDS) - {kind}:
        wrong = await admin.browser.delete(f"{PLACES[other][1]}/{machine.id}")
        assert wrong.status_code == 404
    assert (await machine.http.get(PEOPLE)).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"expiresInMinutes": 0},
        {"expiresInMinutes": 10**9},
        {"expiresInMinutes": "soon"},
        {"description": "x" * 201},
        {"metadata": "no json"},
        {"roleIds": ["x"]},
    ],
)
async def test_bad_input_makes_nothing(admin: Person, body: dict[str, object]):
    refused = await admin.browser.post(PLACES["tenantApiToken"][0], json=body)
    assert refused.status_code == 400
    assert (await admin.browser.get(PLACES["tenantApiToken"][1])).json() == []


async def test_fifty_at_once_do_not_pass_the_bound(world: World, admin: Person, monkeypatch):
    from gatehouse.directory.api_tokens import service

    monkeypatch.setattr(service, "MOST_OF_PERSON", 5)
    path = PLACES["userApiToken"][0]
    answers = await asyncio.gather(*(admin.browser.post(path, json={}) for _ in range(50)))
    codes = sorted(answer.status_code for answer in answers)
    assert codes == [201] * 5 + [409] * 45
    assert len((await admin.browser.get(path)).json()) == 5


@pytest.mark.parametrize("kind", KINDS)
async def test_the_last_use_is_noted_to_the_hour(
    world: World, admin: Person, kind: str, moved_clock
):
    async def last_used() -> str | None:
        answer = (await admin.browser.get(PLACES[kind][1])).json()
        (row,) = answer if kind in CREDENTIALS else answer["accessTokens"]
        found: str | None = row.get("lastUsed")
        return found

    machine = await new_machine(world, admin, kind)
    assert (await machine.http.get(PEOPLE)).status_code == 200
    first = await last_used()
    assert first
    moved_clock(timedelta(minutes=59))
    if kind in CREDENTIALS:
        await exchange(machine.http, machine.made)
    else:
        await machine.http.get(PEOPLE)
    assert await last_used() == first
    moved_clock(timedelta(minutes=2))
    if kind in CREDENTIALS:
        await exchange(machine.http, machine.made)
    else:
        await machine.http.get(PEOPLE)
    assert await last_used() != first
