"""Text is searched and compared in one form: as it is shown in the list, however its letters are composed."""

from typing import Any
from uuid import uuid4

import pytest

from gatehouse.kit.db.migrate import MIGRATIONS
from tests.vendor_view import get_user, member_ids
from tests.world import Db, Person, World

USERS = "/identity/resources/users/v2"
COMPOSED, DECOMPOSED = "Jos\u00e9 Roe", "Jose\u0301 Roe"
# What the name is, and what is typed to find it.
TYPED = [
    ("İpek Işıl", "İpek"),
    ("İpek Işıl", "Işıl"),
    ("ΟΔΟΣ Holding", "ΟΔΟΣ"),
    (COMPOSED, DECOMPOSED),
    (DECOMPOSED, COMPOSED),
    ("100%_sure", "0%_s"),
]


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def names(admin: Person, path: str, **query: object) -> list[str]:
    answer = await admin.browser.get(path, params=query)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    body: Any = answer.json()
    return [one.get("name") or one.get("tenantName") for one in body["items"]]


async def invite(admin: Person, name: str) -> None:
    body = {"email": f"{uuid4().hex}@example.test", "name": name, "roleIds": []}
    answer = await admin.browser.post(USERS, json={**body, "provider": "local"})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(("name", "typed"), TYPED)
async def test_a_user_is_found_by_the_name_as_it_is_shown(admin: Person, name: str, typed: str):
    await invite(admin, name)
    [shown] = await names(admin, USERS, _filter=typed)
    assert await names(admin, USERS, _filter=shown) == [shown]
    assert await names(admin, "/identity/resources/users/v3", _namePrefix=shown[:5]) == [shown]


@pytest.mark.parametrize(("name", "typed"), TYPED)
async def test_a_sub_account_is_found_by_the_name_as_it_is_shown(
    world: World, admin: Person, name: str, typed: str
):
    answer = await admin.browser.post("/tenants/resources/sub-tenants/v1", json={"name": name})
    assert answer.status_code == 201, answer.text
    [shown] = await names(admin, "/tenants/resources/hierarchy/v2", _filter=typed)
    assert await names(admin, "/tenants/resources/hierarchy/v2", _filter=shown) == [shown]


@pytest.mark.parametrize(("name", "typed"), TYPED)
async def test_groups_and_roles_are_found_by_the_name_as_it_is_shown(
    admin: Person, name: str, typed: str
):
    groups, roles = "/identity/resources/groups", "/identity/resources/roles"
    assert (await admin.browser.post(f"{groups}/v1", json={"name": name})).status_code == 201
    [shown] = await names(admin, f"{groups}/v2", _filter=typed)
    role = {"name": name, "key": f"key-{uuid4().hex[:8]}", "level": 9}
    assert (await admin.browser.post(f"{roles}/v1", json=[role])).status_code == 201
    assert await names(admin, f"{roles}/v2", _filter=typed) == [shown]


async def test_two_groups_cannot_have_one_name_composed_in_two_ways(admin: Person):
    path = "/identity/resources/groups/v1"
    first = await admin.browser.post(path, json={"name": "T\u00e9am"})
    second = await admin.browser.post(path, json={"name": "Te\u0301am"})
    assert (first.status_code, second.status_code) == (201, 409)
    assert first.json()["name"] == "T\u00e9am"


async def test_names_of_earlier_versions_are_composed(world: World, admin: Person, db: Db):
    await invite(admin, COMPOSED)
    [user_id] = await member_ids(world, admin.tenant_id) - {admin.id}
    await db.connection.execute("update users set name = $2 where id = $1", user_id, DECOMPOSED)
    await db.connection.execute((MIGRATIONS / "0320.composed_names.sql").read_text())
    assert (await get_user(world, user_id))["name"] == COMPOSED
