"""Routes that only the vendor's backends reach: what they may send, about accounts and users that exist."""

from collections.abc import AsyncIterator

import httpx
import orjson
import pytest

from gatehouse.kit.db import Database, Scope
from gatehouse.pages.api_description import DOCUMENT
from tests.backend import restored_backend
from tests.databases import opened
from tests.fuzz.answers import check
from tests.fuzz.conftest import Caller
from tests.fuzz.operations import fields
from tests.fuzz.test_nasty import BODIES, IDS, JSON, VALUES, queries_for
from tests.sample import Sample
from tests.security.routes import Operation, operations_of
from tests.world import Person, World

# They take no vendor token, or leave a key behind that others would meet.
LEFT_ALONE = ("/auth/vendor", "/keys/rotate")
OF_VENDOR = {
    str(one): one
    for one in operations_of(orjson.loads(DOCUMENT.read_bytes()))
    if one.for_vendor and "/scim/" not in one.path and not one.path.endswith(LEFT_ALONE)
}
WRITES = [label for label, one in OF_VENDOR.items() if one.body("") is not None]
# What is left of these would be met by others, and is no part of the vendor's document.
TABLES = (
    "mail_templates",
    "sms_templates",
    "mail_configurations",
    "sms_configurations",
    "user_sources",
    "jwt_targeting",
    "jwt_templates",
    "api_routes",
    "api_route_configuration",
    "entity_types",
)
MARK = "what is put here"


@pytest.fixture
async def backend(
    world: World, database: Database, new_caller: Caller
) -> AsyncIterator[httpx.AsyncClient]:
    async with restored_backend(world) as made:
        client = new_caller()
        client.headers["x-access-token"] = made.token
        yield client
        async with opened(database, Scope.system()) as db:
            for table in TABLES:
                await db.connection.execute(f"delete from {table}")


@pytest.fixture
async def person(world: World, backend: httpx.AsyncClient) -> Person:
    """The user that every call is about, as is their account."""
    found = await world.person("Admin")
    backend.headers["frontegg-tenant-id"] = str(found.tenant_id)
    backend.headers["frontegg-user-id"] = str(found.id)
    return found


def id_in(one: Operation, person: Person) -> str:
    about_person = "user_id" in one.in_path or "/users/" in one.path
    return str(person.id if about_person else person.tenant_id)


def spoiled(one: Operation, person: Person, name: str, value: bytes) -> bytes:
    """A body that is as it should be, but for this field."""
    body = one.body(id_in(one, person))
    text = orjson.dumps({**body, name: MARK} if isinstance(body, dict) else [{name: MARK}])
    return text.replace(orjson.dumps(MARK), value)


@pytest.mark.routes(WRITES)
async def test_any_body_gets_a_documented_answer(label, backend, person, chosen: Sample):
    one = OF_VENDOR[label]
    request = one.request(backend, id_in(one, person))
    for kind, body in chosen.pick(label, list(BODIES.values())):
        headers = {"content-type": kind} if kind else {}
        check(await backend.request(request.method, request.url, content=body, headers=headers))


@pytest.mark.routes(WRITES)
async def test_any_value_in_a_good_body_gets_a_documented_answer(
    label, backend, person, chosen: Sample
):
    one = OF_VENDOR[label]
    request = one.request(backend, id_in(one, person))
    pairs = [(name, value) for name in fields(label) for value in VALUES.values()]
    for name, value in chosen.pick(label, pairs):
        body = spoiled(one, person, name, value)
        headers = {"content-type": JSON}
        check(await backend.request(request.method, request.url, content=body, headers=headers))


@pytest.mark.routes(OF_VENDOR)
async def test_any_id_and_query_gets_a_documented_answer(label, backend, person, chosen: Sample):
    one = OF_VENDOR[label]
    request = one.request(backend, id_in(one, person))
    for query in chosen.pick(label, queries_for(label)):
        url = f"{request.url.path}?{query}"
        check(await backend.request(request.method, url, json=one.body(id_in(one, person))))
    for value in chosen.pick(label, IDS) if one.in_path else ():
        path = one.path
        for name in one.in_path:
            path = path.replace(f"{{{name}}}", value)
        check(await backend.request(request.method, path, json=one.body(id_in(one, person))))
