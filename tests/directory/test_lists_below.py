"""Lists of users of sub-accounts: one page for all, and only where the caller has access."""

from uuid import UUID

import pytest

from gatehouse.kit import clock
from tests.directory.lists import SORTS, TEAM, USERS, USERS_V3, add, names
from tests.world import Db, Person, World


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def family(world: World, admin: Person, db: Db) -> dict[str, UUID]:
    """Below the administrator's account: a child with two people, a grandchild, and one who belongs to
    the own account and the child."""
    child = await world.tenant("Child", parent=admin.tenant_id)
    grandchild = await world.tenant("Grandchild", parent=child)
    await world.member(child, "Admin", name="Kim Child")
    await world.member(grandchild, "ReadOnly", name="Lou Grandchild")
    both = await add(world, admin, "Max Both")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, $3)",
        child, both, clock.now(),
    )  # fmt: skip
    await world.grant(child, both, "fe.secure.read.users")
    return {"child": child, "grandchild": grandchild, "both": both}


@pytest.mark.parametrize("path", [USERS, USERS_V3])
async def test_people_of_the_accounts_below_are_listed_once(
    world: World, admin: Person, family: dict[str, UUID], path: str
):
    await world.person("Admin")
    below = {"_includeSubTenants": True}
    everybody = ["Kim Child", "Lou Grandchild", "Max Both", "Pat Doe"]
    assert await names(admin, path) == ["Max Both", "Pat Doe"]
    assert await names(admin, path, _includeSubTenants=False) == ["Max Both", "Pat Doe"]
    assert await names(admin, path, **below) == everybody
    assert await names(admin, path, **below, _sortBy="name", _order="DESC") == everybody[::-1]
    assert await names(admin, path, **below, _filter="child") == everybody[:2]
    page = (await admin.browser.get(path, params={**below, "_limit": 2, "_offset": 1})).json()
    assert [item["name"] for item in page["items"]] == everybody[2:]
    assert page["_metadata"] == {"totalItems": 4, "totalPages": 2}
    both = page["items"][0]
    assert both["tenantId"] == str(admin.tenant_id)
    assert both["tenantIds"] == [one["tenantId"] for one in both["tenants"]]
    assert both["tenantIds"] == [str(admin.tenant_id), str(family["child"])]
    keys = [[role["key"][:5] for role in one["roles"]] for one in both["tenants"]]
    assert keys == [["ReadO"], ["role-"]]
    assert (path == USERS_V3) or [role["key"] for role in both["roles"]] == ["ReadOnly"]


@pytest.mark.parametrize("sort", SORTS)
async def test_pages_of_sub_accounts_hold_each_user_once(
    world: World, admin: Person, family: dict[str, UUID], sort: str
):
    for order in ("ASC", "DESC"):
        seen: list[str] = []
        for page in range(3):
            query: dict[str, str | int] = {
                "_limit": 2, "_offset": page, "_sortBy": sort, "_order": order,
                "_includeSubTenants": "true",
            }  # fmt: skip
            answer = await admin.browser.get(USERS, params=query)
            seen += [item["id"] for item in answer.json()["items"]]
        assert (len(seen), len(set(seen))) == (4, 4)


async def test_permissions_reach_sub_accounts_only_where_access_is_allowed(
    world: World, admin: Person, family: dict[str, UUID], db: Db
):
    async def seen(who: Person) -> int:
        return len(await names(who, _includeSubTenants=True))

    child = await world.person("Admin", tenant_id=family["child"])
    assert await seen(child) == 4  # with the grandchild, without the parent
    assert (
        await child.browser.get(USERS_V3, params={"_tenantId": str(admin.tenant_id)})
    ).status_code == 404
    grandchild = await world.person("Admin", tenant_id=family["grandchild"])
    assert await seen(grandchild) == 2
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert await seen(reader) == 3  # not let into the accounts below
    await db.connection.execute(
        "update memberships set sub_account_access_allowed = true where user_id = $1", reader.id
    )
    assert await seen(reader) == 7
    blind = await world.person(permissions=("fe.secure.read.users",), tenant_id=admin.tenant_id)
    await db.connection.execute(
        "update memberships set sub_account_access_allowed = true where user_id = $1", blind.id
    )
    assert await seen(blind) == 4


async def test_nothing_beside_or_above_comes_into_view(
    world: World, admin: Person, family: dict[str, UUID]
):
    """Whatever is asked for: the administrator of one account below sees that one and what is below it."""
    beside = await world.tenant("Beside", parent=admin.tenant_id)
    cousin, _ = await world.member(beside, "Admin", name="Cy Cousin")
    child = await world.person("Admin", tenant_id=family["child"])
    hidden = f"{admin.id},{cousin},{family['both']}"
    for path in (USERS, USERS_V3):
        for query in ({}, {"_filter": "co"}, {"ids": hidden}, {"_sortBy": "tenantId"}):
            for below in (False, True):
                asked = {**query, "_includeSubTenants": below, "_limit": 50}
                seen = await child.browser.get(path, params=asked)
                reached = {one for item in seen.json()["items"] for one in item["tenantIds"]}
                assert reached <= {str(family["child"]), str(family["grandchild"])}, asked
                assert not {"Cy Cousin", admin.email} & {i["name"] for i in seen.json()["items"]}
    assert await names(child, USERS_V3, _identifier=admin.email, _includeSubTenants=True) == []
    for tenant in (beside, admin.tenant_id):
        asked = {"_tenantId": str(tenant), "_includeSubTenants": "true"}
        assert (await child.browser.get(USERS_V3, params=asked)).status_code == 404
    for part in ("roles", "groups"):
        rows = (await child.browser.get(f"{USERS_V3}/{part}", params={"ids": hidden})).json()
        assert {row["tenantId"] for row in rows} == {str(family["child"])}
    counted = await child.browser.post(
        "/identity/resources/tenants/users/v1/count",
        json={"tenantIds": [str(beside), str(admin.tenant_id)]},
    )
    assert counted.json() == []
    for user_id in (admin.id, cousin):
        assert (
            await child.browser.get(f"/identity/resources/users/v1/{user_id}")
        ).status_code == 404


async def test_looking_down_opens_nothing_to_change_there(
    world: World, admin: Person, family: dict[str, UUID]
):
    below, _ = await world.member(family["child"], "Admin", name="Bo Below")
    listed = await admin.browser.get(USERS, params={"_includeSubTenants": True})
    assert str(below) in {item["id"] for item in listed.json()["items"]}
    assert (await admin.browser.get(f"/identity/resources/users/v1/{below}")).status_code == 404
    renamed = await admin.browser.put(
        TEAM, json={"id": str(below), "name": "Other", "roleIds": [""]}
    )
    assert renamed.status_code == 404
    assert (await admin.browser.delete(f"{TEAM}/{below}")).status_code == 404


async def test_one_account_below_can_be_asked_for(
    world: World, admin: Person, family: dict[str, UUID], db: Db
):
    child = {"_tenantId": str(family["child"])}
    assert await names(admin, USERS_V3, **child) == ["Kim Child", "Max Both"]
    counted = await admin.browser.post(
        "/identity/resources/tenants/users/v1/count",
        json={"tenantIds": [str(family["child"]), str(family["grandchild"])]},
    )
    assert {one["tenantId"]: one["totalUsers"] for one in counted.json()} == {
        str(family["child"]): 2, str(family["grandchild"]): 1,
    }  # fmt: skip
    items = (await admin.browser.get(USERS_V3, params={"_includeSubTenants": True})).json()["items"]
    await db.connection.execute(
        "update users set phone_number = '+31201234567' where id = $1", family["both"]
    )
    ids = ",".join(item["id"] for item in items)
    roles = (await admin.browser.get(f"{USERS_V3}/roles", params={"ids": ids})).json()
    assert len(roles) == 5
    assert {row["tenantId"] for row in roles} == {
        str(admin.tenant_id),
        *map(str, family.values()),
    } - {str(family["both"])}
    phones = "/identity/resources/users/phone-numbers/v2"
    body = (await admin.browser.get(phones, params={"userIds": ids})).json()
    assert [row["userId"] for row in body["items"]] == [str(family["both"])]
    gone = await admin.browser.delete(f"/tenants/resources/sub-tenants/v1/{family['child']}")
    assert gone.status_code == 200
    assert await names(admin, _includeSubTenants=True) == ["Max Both", "Pat Doe"]
