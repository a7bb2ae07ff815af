"""The list and the file by who did it: `/audits/resources/audits/v2`."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from tests.audit.entries import add
from tests.world import Db, Person, World

LIST = "/audits/resources/audits/v2"
COLUMNS = {"properties": [{"name": "action", "displayName": "Action"}]}


@pytest.fixture
async def reader(world: World, db: Db) -> Person:
    who = await world.person("ReadOnly")
    for n, name in enumerate(("ada", "bob", "Ada")):
        await add(
            db, who.tenant_id, f"tests.{n}", ago=timedelta(hours=n + 1),
            email=f"{name}@example.test", description=f"Number {n}",
            user_id=who.id if n == 1 else None,
        )  # fmt: skip
    return who


CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["tests.0", "tests.1", "tests.2"]),
    ({"sortDirection": "asc"}, ["tests.2", "tests.1", "tests.0"]),
    ({"email": "ADA@example.test"}, ["tests.0", "tests.2"]),
    ({"email": ["ada@example.test", "bob@example.test"]}, ["tests.0", "tests.1", "tests.2"]),
    ({"email": "ada"}, []),
    ({"filter": "number 1"}, ["tests.1"]),
    ({"email": "ada@example.test", "filter": "number 2"}, ["tests.2"]),
    ({"featureFlagId": "x", "email": ""}, ["tests.0", "tests.1", "tests.2"]),
]


async def listed(who: Person, query: dict[str, Any]) -> list[str]:
    answer = await who.browser.get(LIST, params={"count": 20, "offset": 0, **query})
    assert answer.status_code == 200, answer.text
    assert answer.json()["total"] == len(answer.json()["data"])
    return [one["action"] for one in answer.json()["data"]]


async def exported(who: Person, path: str, query: dict[str, Any], status: int) -> list[str]:
    answer = await who.browser.post(path, params={"offset": 0, **query}, json=COLUMNS)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    text = answer.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[0] == ["Action"]
    return [row[0] for row in rows[1:] if row[0].startswith("tests.")]


@pytest.mark.parametrize(("query", "expected"), CASES)
async def test_list_and_file_have_the_same(
    reader: Person, query: dict[str, Any], expected: list[str]
):
    assert await listed(reader, query) == expected
    assert await exported(reader, f"{LIST}/export/csv", query, 200) == expected


async def test_people_by_id_and_moments(reader: Person, world: World):
    several = [str(reader.id), str(reader.tenant_id)]
    assert await listed(reader, {"users": str(reader.id)}) == ["tests.1"]
    assert await listed(reader, {"users": several}) == ["tests.1"]
    since = (clock.now() - timedelta(minutes=150)).isoformat()
    assert await listed(reader, {"created_from": since}) == ["tests.0", "tests.1"]
    assert await listed(reader, {"created_to": since}) == ["tests.2"]
    stranger = await world.person("Admin")
    assert await listed(stranger, {"tenant_ids": str(reader.tenant_id)}) == []
    assert len(await listed(reader, {"tenant_ids": str(reader.tenant_id)})) == 3
    assert await listed(reader, {"tenant_ids": str(stranger.tenant_id)}) == []
    assert await exported(reader, f"{LIST}/export/csv", {"users": several}, 200) == ["tests.1"]


async def test_the_older_address_of_the_file(reader: Person):
    assert await exported(reader, "/audits/export/csv", {"email": "bob"}, 201) == ["tests.1"]


@pytest.mark.parametrize("query", [{"users": "me"}, {"tenant_ids": "1/2"}, {"email": ["x" * 201]}])
async def test_what_cannot_be_meant_is_refused(reader: Person, query: dict[str, Any]):
    assert (await reader.browser.get(LIST, params=query)).status_code == 400
    refused = await reader.browser.post(f"{LIST}/export/csv", params=query, json=COLUMNS)
    assert refused.status_code == 400


async def test_they_take_the_permission(world: World, reader: Person):
    nobody = await world.person(tenant_id=reader.tenant_id, permissions=("fe.secure.read.users",))
    assert (await nobody.browser.get(LIST)).status_code == 403
    for path in (f"{LIST}/export/csv", "/audits/export/csv"):
        assert (await nobody.browser.post(path, json=COLUMNS)).status_code == 403
