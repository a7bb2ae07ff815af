"""Sub-accounts: made, renamed, deleted; and only from the accounts above them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.kit.db import Database
from gatehouse.kit.db.locks import Lock
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_actions, audit_entries
from tests.backend import new_backend
from tests.directory.deleted import GRACE, Clockwork
from tests.lock_held import until_released
from tests.world import Db, Person, World

PATH = "/tenants/resources/sub-tenants/v1"
TREE = "/tenants/resources/hierarchy/v2"
PARENTS = "/tenants/resources/hierarchy/v1/parents"
TENANTS = "/tenants/resources/tenants/v2"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin", tenant_id=await world.tenant("Top"))


async def make(who: Person, name: str = "Below", **more: Any) -> UUID:
    answer = await who.browser.post(PATH, json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return UUID(answer.json()["tenantId"])


async def names(who: Person, below: UUID | None = None) -> list[str]:
    query = {"_subTenantId": str(below)} if below else {}
    return [one["name"] for one in (await who.browser.get(TREE, params=query)).json()["items"]]


async def rows(db: Db) -> list[Any]:
    return list(await db.connection.fetch("select * from tenants order by id"))


async def test_the_client_proposes_the_id(world: World, admin: Person):
    proposed = uuid4()
    answer = await admin.browser.post(
        PATH,
        json={"tenantId": str(proposed), "name": "Europe", "parentTenantId": str(admin.tenant_id)},
    )
    body = answer.json()
    assert (answer.status_code, body["tenantId"], body["name"]) == (201, str(proposed), "Europe")
    assert body["parentTenantId"] == str(admin.tenant_id)
    low = await make(admin, "Paris", parentTenantId=str(proposed))
    assert await names(admin) == ["Europe"]
    assert await names(admin, proposed) == ["Paris"]
    above = (await admin.browser.get(f"{PARENTS}/{low}")).json()
    assert {(one["level"], one["tenantId"]) for one in above} == {
        (1, str(proposed)), (2, str(admin.tenant_id)),
    }  # fmt: skip
    assert set(await audit_actions(world, admin.tenant_id)) == {"sub_account.created"}


async def test_details_come_with_the_name(world: World, admin: Person, db: Db):
    details = {"website": "https://paris.test", "address": "1 Rue de Rivoli",
               "timezone": "Europe/Paris", "currency": "EUR"}  # fmt: skip
    body = {"name": "Paris", **details, "status": "active", "logo": ""}
    answer = (await admin.browser.post(PATH, json=body)).json()
    assert details.items() <= answer.items()
    backend = (await new_backend(world)).http
    stored = (await backend.get(f"{TENANTS}/{answer['tenantId']}")).json()
    assert details.items() <= stored.items()
    before = await rows(db)
    refused = await admin.browser.post(
        PATH, json={"name": "Rome", "website": "javascript:alert(1)"}
    )
    assert refused.status_code == 400
    assert await rows(db) == before


async def test_a_taken_id_changes_nothing(world: World, admin: Person, db: Db):
    foreign = await world.tenant("Foreign")
    for taken in (foreign, admin.tenant_id, await make(admin)):
        before = await rows(db)
        answer = await admin.browser.post(PATH, json={"tenantId": str(taken), "name": "Mine"})
        assert (answer.status_code, answer.json()["errorCode"]) == (409, "sub_accounts.id_taken")
        assert await rows(db) == before


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": "x" * 201}, {"name": "see https://a.test"}, {"name": 5},
     {"name": "a", "tenantId": "mine?"}, {"name": "a", "parentTenantId": "x/y"}, []],
)  # fmt: skip
async def test_bad_accounts_are_refused(admin: Person, body: object, db: Db):
    before = await rows(db)
    assert (await admin.browser.post(PATH, json=body)).status_code == 400
    assert await rows(db) == before


async def test_a_tree_is_ten_levels_deep(admin: Person):
    parent = admin.tenant_id
    for level in range(2, 11):
        parent = await make(admin, f"Level {level}", parentTenantId=str(parent))
    answer = await admin.browser.post(PATH, json={"name": "Deeper", "parentTenantId": str(parent)})
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "sub_accounts.too_deep")
    assert await names(admin, parent) == []


async def test_an_account_is_renamed_and_made_a_reseller(admin: Person, world: World):
    below = await make(admin)
    assert (await admin.browser.patch(f"{PATH}/{below}", json={"name": "Asia"})).status_code == 200
    assert await names(admin) == ["Asia"]
    for wanted in (True, False):
        answer = await admin.browser.put(f"{PATH}/{below}/management", json={"isReseller": wanted})
        assert (answer.status_code, answer.json()["isReseller"]) == (200, wanted)
        (listed,) = (await admin.browser.get(TREE)).json()["items"]
        assert listed["isReseller"] is wanted
        as_it_is = await admin.browser.put(f"{PATH}/{below}/management", json={})
        assert as_it_is.json()["isReseller"] is wanted
    known = await audit_entries(world, below)
    assert {row["action"] for row in known} == {
        "sub_account.renamed", "sub_account.reseller_granted", "sub_account.reseller_revoked",
    }  # fmt: skip


async def test_a_user_from_the_parent_renames_the_sub_account_they_act_in(
    world: World, admin: Person
):
    """The client does so from the page of one account, with the token of that account."""
    below = await make(admin)
    token = await admin.browser.post(
        "/identity/resources/users/v3/me/token", json={"tenantId": str(below)}
    )
    there = {"authorization": token.json()["accessToken"]}
    renamed = await admin.browser.patch(f"{PATH}/{below}", json={"name": "Rome"}, headers=there)
    assert renamed.status_code == 200, renamed.text
    let_in = await admin.browser.put(
        f"{PATH}/{below}/hierarchy-settings",
        json={"subAccountAccessType": "defaultOn"},
        headers=there,
    )
    assert (let_in.status_code, let_in.json()["name"]) == (200, "Rome")
    assert await names(admin) == ["Rome"]
    for tenant_id in (admin.tenant_id, below):
        found = set(await audit_actions(world, tenant_id)) - {"sub_account.created"}
        assert found == {"sub_account.access_set", "sub_account.renamed"}
    inside = await world.person("Admin", tenant_id=below)
    for who in (inside, admin):
        answer = await who.browser.patch(f"{PATH}/{who.tenant_id}", json={"name": "Mine"})
        assert answer.status_code == 404


async def test_a_reseller_from_the_start_needs_the_right_to_one(world: World, admin: Person):
    maker = await world.person(
        permissions=("fe.account-hierarchy.write.subAccount",), tenant_id=admin.tenant_id
    )
    refused = await maker.browser.post(PATH, json={"name": "A", "isReseller": True})
    assert refused.status_code == 403
    assert (await maker.browser.post(PATH, json={"name": "A"})).status_code == 201
    assert await names(admin) == ["A"]


@pytest.fixture
async def relatives(world: World, admin: Person) -> dict[str, UUID]:
    """As a member of `own` sees them."""
    own = await make(admin, "Own")
    return {
        "own": own,
        "itself": own,
        "parent": admin.tenant_id,
        "sibling": await make(admin, "Sibling"),
        "foreign": await world.tenant("Foreign"),
        "unknown": uuid4(),
    }


@pytest.mark.parametrize("relation", ["itself", "parent", "sibling", "foreign", "unknown"])
async def test_only_what_is_below_can_be_changed(
    world: World, relatives: dict[str, UUID], relation: str, db: Db
):
    child, target = await world.person("Admin", tenant_id=relatives["own"]), relatives[relation]
    before = await rows(db)
    answers = [
        await child.browser.patch(f"{PATH}/{target}", json={"name": "Taken"}),
        await child.browser.put(f"{PATH}/{target}/management", json={"isReseller": True}),
        await child.browser.delete(f"{PATH}/{target}"),
    ]
    if relation != "itself":
        body = {"name": "Mine", "parentTenantId": str(target)}
        answers.append(await child.browser.post(PATH, json=body))
    assert {(one.status_code, one.json()["errorCode"]) for one in answers} == {
        (404, "tenants.not_found")
    }
    assert await rows(db) == before


@pytest.mark.parametrize(
    ("method", "more", "permission"),
    [("PATCH", "", "write.subAccount"), ("PUT", "/management", "write.subAccountManagement"),
     ("DELETE", "", "delete.subAccount")],
)  # fmt: skip
async def test_each_change_has_its_permission(
    world: World, admin: Person, method: str, more: str, permission: str
):
    below = await make(admin)
    body = {"name": "New", "isReseller": True}
    reader = await world.person("Editor", tenant_id=admin.tenant_id)
    asked = reader.browser.build_request(method, f"{PATH}/{below}{more}", json=body)
    assert (await reader.browser.send(asked)).status_code == 403
    allowed = await world.person(
        permissions=(f"fe.account-hierarchy.{permission}",), tenant_id=admin.tenant_id
    )
    asked = allowed.browser.build_request(method, f"{PATH}/{below}{more}", json=body)
    assert (await allowed.browser.send(asked)).status_code == 200


async def test_deletion_includes_sub_accounts_and_ends_sessions_there(
    world: World,
    admin: Person,
    db: Db,
    resources: Resources,
    run_jobs: Callable[[], Awaitable[None]],
):
    gone, kept = await make(admin, "Gone"), await make(admin, "Kept")
    low = await make(admin, "Low", parentTenantId=str(gone))
    inside = [await world.person("Admin", tenant_id=one) for one in (gone, low)]
    beside = await world.person("Admin", tenant_id=kept)
    await db.connection.execute(
        "update tenants set address = 'Main St 1', alias = 'gone' where id = $1", gone
    )
    assert (await admin.browser.delete(f"{PATH}/{gone}")).status_code == 200
    for person in inside:
        answer = await person.browser.get("/identity/resources/users/v2/me")
        assert (answer.status_code, answer.json()["errorCode"]) == (401, "session.ended")
    assert (await beside.browser.get("/identity/resources/users/v2/me")).status_code == 200
    assert await names(admin) == ["Kept"]
    assert (await admin.browser.delete(f"{PATH}/{gone}")).status_code == 404
    await Clockwork(resources, run_jobs).erase(GRACE)
    for table in ("memberships", "membership_roles", "roster", "roster_search", "roles"):
        count = f"select count(*) from {table} where tenant_id = any ($1)"
        assert await db.connection.fetchval(count, [gone, low]) == 0
    left = (
        "select address, alias, deleted_at is not null as deleted from tenants where id = any ($1)"
    )
    assert {tuple(row) for row in await db.connection.fetch(left, [gone, low])} == {
        (None, None, True)
    }
    verified = "select count(*) from users where id = any ($1)"  # they may come back elsewhere
    assert await db.connection.fetchval(verified, [one.id for one in inside]) == 2
    assert (
        await db.connection.fetchval("select count(*) from memberships where tenant_id = $1", kept)
        == 1
    )


async def test_of_two_that_delete_at_once_one_finds_it(admin: Person):
    below = await make(admin)
    for number in range(3):
        await make(admin, f"Low {number}", parentTenantId=str(below))
    async with asyncio.timeout(30):
        answers = await asyncio.gather(*(admin.browser.delete(f"{PATH}/{below}") for _ in range(6)))
    assert sorted(one.status_code for one in answers) == [200, 404, 404, 404, 404, 404]


async def test_no_sub_account_stays_below_a_deleted_account(world: World, admin: Person):
    """Accounts that are made below one that goes: there in time and gone with it, or refused."""
    below = await make(admin)
    inside = await world.person("Admin", tenant_id=below)
    async with asyncio.timeout(30):
        made = asyncio.gather(
            *(admin.browser.post(PATH, json={"name": "Late", "parentTenantId": str(below)})
              for _ in range(6)),
            *(inside.browser.post(PATH, json={"name": "Late"}) for _ in range(6)),
        )  # fmt: skip
        deleted = await admin.browser.delete(f"{PATH}/{below}")
        statuses = {one.status_code for one in await made}
    assert deleted.status_code == 200
    assert statuses <= {201, 401, 404}
    backend = (await new_backend(world)).http
    alive = await backend.get(TENANTS, params={"_parentTenantId": str(below)})
    assert (alive.status_code, alive.json()["items"]) == (200, [])


async def test_a_tree_is_changed_once_at_a_time(admin: Person, database: Database):
    below = await make(admin)
    asked = make(admin, "Deeper", parentTenantId=str(below))
    assert await until_released(database, Lock.TENANT_TREE, admin.tenant_id, asked)
