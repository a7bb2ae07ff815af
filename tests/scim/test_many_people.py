"""Many people of one directory: brought in together, and each found without reading the others."""

import asyncio
from uuid import uuid4

import asyncpg

from gatehouse.kit.db import Database, Db
from tests.audit_log import audit_entries
from tests.plans.plan import explain
from tests.plans.recorded import recording
from tests.scim.directory import CONFIGURATIONS, Body, Directory, connect, person
from tests.vendor_users import find_user
from tests.world import World

BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest"
PEOPLE = 1500
# What a statement may take up or throw away to find one person.
FEW = 300


async def bulk(directory: Directory, *people: Body, **more: object) -> list[Body]:
    operations = [
        {"method": "POST", "path": "/Users", "bulkId": f"{place}", "data": one}
        for place, one in enumerate(people)
    ]
    body = {"schemas": [BULK], "Operations": operations, **more}
    answer = await directory.http.post("/Bulk", json=body)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["Operations"])


async def test_one_of_many_is_found_and_made_without_reading_the_others(
    directory: Directory, database: Database, database_url: str
):
    people = [person(externalId=uuid4().hex) for _ in range(PEOPLE)]
    for start in range(0, PEOPLE, 500):
        results = await bulk(directory, *people[start : start + 500])
        assert {one["status"] for one in results} == {"201"}
    owner = await asyncpg.connect(database_url)
    await owner.execute("analyze")  # as the database does by itself a moment later
    await owner.close()
    some = people[PEOPLE // 2]
    with recording() as asked:
        [found] = await directory.found("Users", f'userName eq "{some["userName"].upper()}"')
        [same] = await directory.found("Users", f'externalId eq "{some["externalId"]}"')
        assert await directory.found("Users", f'userName eq "{uuid4()}@example.test"') == []
        await directory.user()
        answer = await directory.http.put(f"/Users/{found['id']}", json={**some, "title": "Dr"})
        assert answer.status_code == 200
    assert found["id"] == same["id"]
    looks = [one for one in asked if "scim_users" in one.sql and "insert" not in one.sql]
    assert len(looks) > 5
    async with database.pool.acquire() as connection:
        for one in looks:
            for generic in (False, True):
                read = await explain(connection, one, generic=generic)
                assert read.rows <= FEW, one.sql


async def test_invalid_users_in_a_bulk_request_are_refused_alone(world: World):
    admin = await world.person("Admin")
    directory, other = await connect(world, admin), await connect(world, admin)
    kept = await other.user()
    here = await directory.user()
    twin, name = person(), f"{uuid4().hex}@example.test"
    before = len(await audit_entries(world, admin.tenant_id, "user.provisioned"))
    results = await bulk(
        directory,
        person(),
        {"schemas": [], "displayName": "Nobody"},  # no user name
        person(kept["userName"]),  # of the other directory
        twin,
        twin,  # once more
        person(here["userName"].upper()),
        person(name),
        {**person(), "userName": name.upper()},  # the same user name, another address
        person(active=False),
        person(emails=[{"value": "no address"}]),
        person(),
    )
    assert [one["status"] for one in results] == [
        "201", "400", "409", "201", "409", "409", "201", "409", "201", "400", "201",
    ]  # fmt: skip
    assert [one["bulkId"] for one in results] == [str(place) for place in range(11)]
    members = await directory.members()
    assert twin["userName"] in members
    assert name in members
    after = len(await audit_entries(world, admin.tenant_id, "user.provisioned"))
    assert after - before == 5
    made = [one for one in results if one["status"] == "201"]
    inactive = await directory.http.get(made[3]["location"])
    assert inactive.json()["active"] is False


async def test_where_errors_end_it_those_behind_are_not_made(directory: Directory):
    first, last = person(), person()
    results = await bulk(directory, first, {"displayName": "x"}, last, failOnErrors=1)
    assert [one["status"] for one in results] == ["201", "400"]
    members = await directory.members()
    assert first["userName"] in members
    assert last["userName"] not in members


async def test_two_at_once_with_one_name_are_one(directory: Directory):
    name = f"{uuid4().hex}@example.test"
    bodies = [{**person(), "userName": name} for _ in range(6)]
    answers = await asyncio.gather(*(directory.http.post("/Users", json=one) for one in bodies))
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409, 409, 409]
    assert {one.json().get("scimType") for one in answers} == {None, "uniqueness"}
    addresses = {one["emails"][0]["value"] for one in bodies}
    assert len(addresses & (await directory.members()).keys()) == 1


async def test_two_at_once_with_one_address_are_one(directory: Directory):
    address = f"{uuid4().hex}@example.test"
    bodies = [{**person(address), "userName": uuid4().hex} for _ in range(6)]
    answers = await asyncio.gather(*(directory.http.post("/Users", json=one) for one in bodies))
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409, 409, 409]


async def test_of_the_first_users_created_at_once_one_gets_the_role_of_the_first_user(
    directory: Directory, db: Db, backend
):
    """As where the vendor has connected the directory of an account without users."""
    tenant_id = directory.admin.tenant_id
    await db.connection.execute("delete from memberships where tenant_id = $1", tenant_id)
    people = [person() for _ in range(6)]
    answers = await asyncio.gather(*(directory.http.post("/Users", json=one) for one in people))
    assert {one.status_code for one in answers} == {201}
    made = [await find_user(backend, one["emails"][0]["value"]) for one in people]
    roles = [role for user in made if user for role in user["roles"]]
    assert sum(role["firstUserRole"] for role in roles) == 1


async def test_a_token_that_wrote_a_moment_ago_writes_nothing_once_it_is_another(
    directory: Directory,
):
    await directory.user()
    path = f"{CONFIGURATIONS}/{directory.id}/token"
    assert (await directory.admin.browser.post(path)).is_success
    refused = person()
    assert (await directory.http.post("/Users", json=refused)).status_code == 401
    assert (await directory.http.get("/Users")).status_code == 401
    body = {"schemas": [BULK], "Operations": [
        {"method": "POST", "path": "/Users", "bulkId": "a", "data": refused}]}  # fmt: skip
    assert (await directory.http.post("/Bulk", json=body)).status_code == 401
    assert refused["userName"] not in await directory.members()


async def test_changing_a_user_waits_for_no_other_changes(directory: Directory, db: Db):
    """While another transaction holds the lock of the account's members."""
    user = await directory.user()
    async with db.connection.transaction():
        await db.connection.execute(
            "select from tenants where id = $1 for no key update", directory.admin.tenant_id
        )
        change = {"op": "replace", "path": "name.familyName", "value": "Another"}
        answer = await asyncio.wait_for(directory.patch(user, change), 10)
    assert answer.status_code == 200
    assert answer.json()["name"]["familyName"] == "Another"


async def test_concurrent_changes_of_one_user_are_all_applied(directory: Directory):
    user = await directory.user()
    names = ("title", "nickName", "locale", "timezone", "userType", "preferredLanguage")
    answers = await asyncio.gather(
        *(directory.patch(user, {"op": "add", "path": one, "value": one}) for one in names)
    )
    assert {one.status_code for one in answers} == {200}
    read = await directory.read(user)
    assert {one: read[one] for one in names} == {one: one for one in names}
    assert read["meta"]["version"] == 'W/"7"'


async def test_of_two_users_who_take_one_name_at_once_one_gets_it(directory: Directory):
    users = [await directory.user() for _ in range(4)]
    name = uuid4().hex
    answers = await asyncio.gather(
        *(
            directory.patch(one, {"op": "replace", "path": "userName", "value": name})
            for one in users
        )
    )
    assert sorted(one.status_code for one in answers) == [200, 409, 409, 409]
