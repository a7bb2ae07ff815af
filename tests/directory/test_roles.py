"""Roles and permissions of a tenant: reading, making, changing, deleting, and never beyond one's own."""

import asyncio
from uuid import UUID, uuid4

import pytest

from gatehouse.directory.roles import service
from tests.vendor_view import get_user, members_of
from tests.world import Db, Person, World

ROLES = "/identity/resources/roles/v1"
PERMISSIONS = "/identity/resources/permissions/v1"
MANAGE = ("fe.secure.read.roles", "fe.secure.write.roles", "fe.secure.write.updateRole",
          "fe.secure.delete.role")  # fmt: skip


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def permissions(db: Db) -> dict[str, str]:
    return {
        row["key"]: str(row["id"])
        for row in await db.connection.fetch("select key, id from permissions")
    }


def role(name: str, **more: object) -> dict[str, object]:
    return {"key": name.lower(), "name": name, "description": "", "isDefault": False, "level": 5,
            "permissions": [], **more}  # fmt: skip


async def test_both_lists_hold_the_vendors_roles_and_ours(world: World, admin: Person, permissions):
    reads = permissions["fe.secure.read.users"]
    made = await admin.browser.post(ROLES, json=role("Support", permissions=[reads]))
    assert made.status_code == 201
    assert made.json()["permissions"] == [reads]
    bare = (await admin.browser.get(ROLES)).json()
    assert [one["key"] for one in bare] == ["Admin", "support", "Editor", "ReadOnly"]
    assert bare[1] == made.json()
    assert bare[1]["tenantId"] == str(admin.tenant_id)
    assert "tenantId" not in bare[0]
    assert bare[0]["firstUserRole"] is True
    assert (await admin.browser.get("/team/resources/roles/v1")).json() == {"items": bare}
    stranger = await world.person("Admin")
    assert len((await stranger.browser.get(ROLES)).json()) == 3


async def test_the_catalogue_says_who_holds_what(admin: Person, permissions):
    reads = permissions["fe.secure.read.users"]
    made = (await admin.browser.post(ROLES, json=role("Support", permissions=[reads]))).json()
    catalogue = (await admin.browser.get(PERMISSIONS)).json()
    assert len(catalogue) == len(permissions)
    found = next(one for one in catalogue if one["id"] == reads)
    assert (found["key"], found["roleIds"]) == ("fe.secure.read.users", [made["id"]])
    assert (found["fePermission"], found["assignmentType"]) == (True, "ALWAYS")
    categories = (await admin.browser.get(f"{PERMISSIONS}/categories")).json()
    assert sorted(i for one in categories for i in one["permissionIds"]) == sorted(
        permissions.values()
    )
    category = next(one for one in categories if one["id"] == found["categoryId"])
    assert found in category["permissions"]


async def test_several_roles_are_made_from_an_array(admin: Person):
    answer = await admin.browser.post(ROLES, json=[role("One"), role("Two")])
    assert (answer.status_code, [one["name"] for one in answer.json()]) == (201, ["One", "Two"])
    assert (await admin.browser.post(ROLES, json=[role("N")] * 21)).status_code == 400


@pytest.mark.parametrize(
    ("body", "code"),
    [(role("Other", key="support"), "roles.key_taken"), (role("SUPPORT", key="x"), "roles.name_taken"),
     (role("Boss", key="Admin"), "roles.key_taken"), (role("admin", key="x"), "roles.name_taken")],
)  # fmt: skip
async def test_a_name_and_a_key_are_taken_once(world: World, admin: Person, body, code: str):
    first = (await admin.browser.post(ROLES, json=role("Support"))).json()
    refused = await admin.browser.post(ROLES, json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (409, code)
    second = (await admin.browser.post(ROLES, json=role("Second"))).json()
    renamed = await admin.browser.patch(f"{ROLES}/{second['id']}", json=body)
    assert (renamed.status_code, renamed.json()["errorCode"]) == (409, code)
    same = await admin.browser.patch(f"{ROLES}/{first['id']}", json={"name": "SUPPORT"})
    assert same.json()["name"] == "SUPPORT"
    if code == "roles.key_taken" and body["key"] == "support":
        other = await world.person("Admin")
        assert (await other.browser.post(ROLES, json=body)).status_code == 201


async def test_a_name_taken_twice_at_once_is_one_role(admin: Person):
    answers = await asyncio.gather(
        *(admin.browser.post(ROLES, json=role("Raced", key=f"k{n}")) for n in range(8))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    roles = [(await admin.browser.post(ROLES, json=role(f"R{n}"))).json()["id"] for n in range(4)]
    renamed = await asyncio.gather(
        *(admin.browser.patch(f"{ROLES}/{one}", json={"name": "Same"}) for one in roles)
    )
    assert sorted(answer.status_code for answer in renamed) == [200] + [409] * 3


async def test_changes_of_one_role_at_once_do_not_mix(admin: Person, permissions):
    made = (await admin.browser.post(ROLES, json=role("Support"))).json()["id"]
    keys = [key for key in permissions if key.startswith("fe.secure.read.")][:6]
    for _ in range(4):
        await asyncio.gather(
            *(
                admin.browser.put(
                    f"{ROLES}/{made}/permissions", json={"permissionIds": [permissions[key]]}
                )
                for key in keys
            )
        )
        assert len((await admin.browser.get(f"{ROLES}/{made}")).json()["permissions"]) == 1
    changes = [{"name": "Helpers"}, {"description": "Helps"}, {"level": 7}, {"isDefault": True}]
    await asyncio.gather(
        *(admin.browser.patch(f"{ROLES}/{made}", json=change) for change in changes)
    )
    found = next(one for one in (await admin.browser.get(ROLES)).json() if one["id"] == made)
    assert (found["name"], found["description"], found["level"], found["isDefault"]) == (
        "Helpers", "Helps", 7, True,
    )  # fmt: skip
    gone = await asyncio.gather(*(admin.browser.delete(f"{ROLES}/{made}") for _ in range(6)))
    assert sorted(answer.status_code for answer in gone) == [204] + [404] * 5


async def test_a_role_is_changed_and_deleted(world: World, admin: Person, permissions):
    made = (await admin.browser.post(ROLES, json=role("Support"))).json()
    at = f"{ROLES}/{made['id']}"
    changed = await admin.browser.patch(
        at, json={"description": "Helps", "isDefault": True, "level": 7}
    )
    assert changed.status_code == 200
    assert (changed.json()["description"], changed.json()["isDefault"], changed.json()["level"]) == (
        "Helps", True, 7,
    )  # fmt: skip
    two = [permissions["fe.secure.read.users"], permissions["fe.usage.read"]]
    held = await admin.browser.put(f"{at}/permissions", json={"permissionIds": two * 2})
    assert sorted(held.json()["permissions"]) == sorted(two)
    less = await admin.browser.put(f"{at}/permissions", json={"permissionIds": two[:1]})
    assert less.json()["permissions"] == two[:1]
    member, _ = await world.member(admin.tenant_id)
    give = {"roleIds": [made["id"]]}
    await admin.browser.post(f"/identity/resources/users/v1/{member}/roles", json=give)
    gone = await admin.browser.delete(at)
    assert (gone.status_code, gone.content) == (204, b"")
    assert (await admin.browser.delete(at)).status_code == 404
    assert (await get_user(world, member))["roles"] == []


async def test_the_vendors_roles_stand(admin: Person, permissions):
    vendor = (await admin.browser.get(ROLES)).json()[2]
    at = f"{ROLES}/{vendor['id']}"
    answers = [
        await admin.browser.patch(at, json={"name": "Mine"}),
        await admin.browser.put(f"{at}/permissions", json={"permissionIds": []}),
        await admin.browser.delete(at),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in answers} == {(403, "roles.vendor_role")}
    assert (await admin.browser.get(ROLES)).json()[2] == vendor


async def test_roles_of_another_tenant_do_not_exist(world: World, admin: Person):
    stranger = await world.person("Admin")
    foreign = (await stranger.browser.post(ROLES, json=role("Foreign"))).json()["id"]
    answers = [
        await admin.browser.patch(f"{ROLES}/{foreign}", json={"name": "Mine"}),
        await admin.browser.put(f"{ROLES}/{foreign}/permissions", json={"permissionIds": []}),
        await admin.browser.delete(f"{ROLES}/{foreign}"),
        await admin.browser.post(
            "/identity/resources/roles/v2", json={**role("New"), "baseRoleId": foreign}
        ),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in answers} == {(404, "roles.not_found")}
    assert len((await stranger.browser.get(ROLES)).json()) == 4


async def test_no_role_holds_what_its_maker_lacks(world: World, permissions):
    maker = await world.person(permissions=MANAGE)
    reads, deletes = permissions["fe.secure.read.roles"], permissions["fe.secure.delete.users"]
    star = permissions["fe.secure.read.*"]
    for beyond in (deletes, star):
        answer = await maker.browser.post(ROLES, json=role("Big", permissions=[reads, beyond]))
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "roles.beyond_own")
    made = (await maker.browser.post(ROLES, json=role("Small", permissions=[reads]))).json()
    grown = await maker.browser.put(
        f"{ROLES}/{made['id']}/permissions", json={"permissionIds": [reads, deletes]}
    )
    assert (grown.status_code, grown.json()["errorCode"]) == (403, "roles.beyond_own")
    own = next(
        one for one in (await maker.browser.get(ROLES)).json() if one["name"].startswith("role-")
    )
    raised = await maker.browser.put(
        f"{ROLES}/{own['id']}/permissions", json={"permissionIds": [*own["permissions"], deletes]}
    )
    assert raised.status_code == 403


async def test_no_role_ranks_above_its_maker(world: World, admin: Person, db: Db):
    maker = await world.person(permissions=MANAGE, tenant_id=admin.tenant_id)
    await db.connection.execute("update roles set level = 10 where tenant_id = $1", admin.tenant_id)
    above = await maker.browser.post(ROLES, json=role("Above", level=9))
    assert (above.status_code, above.json()["errorCode"]) == (403, "roles.beyond_own")
    same = await maker.browser.post(ROLES, json=role("Same", level=None))
    assert (same.status_code, same.json()["level"]) == (201, 10)
    raised = await maker.browser.patch(f"{ROLES}/{same.json()['id']}", json={"level": 9})
    assert raised.status_code == 403
    high = (await admin.browser.post(ROLES, json=role("High", level=0))).json()["id"]
    answers = [
        await maker.browser.patch(f"{ROLES}/{high}", json={"name": "Low"}),
        await maker.browser.delete(f"{ROLES}/{high}"),
    ]
    assert {a.json()["errorCode"] for a in answers} == {"roles.beyond_own"}


async def test_a_role_from_a_base_holds_none_but_its_permissions(admin: Person, permissions):
    base = next(one for one in (await admin.browser.get(ROLES)).json() if one["key"] == "Editor")
    body = {**role("Below", level=0), "baseRoleId": base["id"]}
    body["permissionIds"] = base["permissions"][:2]
    made = await admin.browser.post("/identity/resources/roles/v2", json=body)
    assert (made.status_code, made.json()["level"]) == (200, base["level"])
    assert made.json()["permissions"] == base["permissions"][:2]
    body = {**body, "key": "z", "name": "Z", "permissionIds": [permissions["licensing.*"]]}
    beyond = await admin.browser.post("/identity/resources/roles/v2", json=body)
    assert beyond.json()["errorCode"] == "roles.beyond_own"


async def test_a_permission_that_the_vendor_keeps_is_not_assigned(
    admin: Person, permissions, db: Db
):
    kept = await db.connection.fetchval(
        "insert into permissions (category_id, key, name, assignment_type)"
        " select id, $1, 'Kept', 'NEVER' from permission_categories limit 1 returning id",
        f"fe.secure.kept.{uuid4().hex}",
    )
    answer = await admin.browser.post(ROLES, json=role("Kept", permissions=[str(kept)]))
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "permissions.not_assignable")
    await db.connection.execute("delete from permissions where id = $1", kept)


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": "x" * 201}, {"name": "nul\x00"}, role("N", level=-1),
     role("N", level=10**20), role("N", permissions=["x"]), role("N", permissions=[str(uuid4())] * 1001),
     role("N", isDefault="perhaps"), 5],
)  # fmt: skip
async def test_a_malformed_role_is_refused(admin: Person, body: object):
    assert (await admin.browser.post(ROLES, json=body)).status_code == 400


async def test_a_permission_that_does_not_exist_is_not_found(admin: Person):
    answer = await admin.browser.post(ROLES, json=role("N", permissions=[str(uuid4())]))
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "permissions.not_found")


async def test_the_read_only_change_no_role(world: World, admin: Person):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    made = (await admin.browser.post(ROLES, json=role("Support"))).json()["id"]
    answers = [
        await reader.browser.post(ROLES, json=role("Mine")),
        await reader.browser.patch(f"{ROLES}/{made}", json={"name": "Mine"}),
        await reader.browser.put(f"{ROLES}/{made}/permissions", json={"permissionIds": []}),
        await reader.browser.delete(f"{ROLES}/{made}"),
    ]
    assert {a.json()["errorCode"] for a in answers} == {"access.missing_permission"}
    assert (await reader.browser.get(ROLES)).status_code == 200


async def test_roles_come_in_pages_narrowed_and_sorted(world: World, admin: Person):
    for name, level in (("Alpha", 5), ("Beta", 7), ("Gamma", 5)):
        await admin.browser.post(ROLES, json=role(name, level=level))
    at = "/identity/resources/roles/v2"
    page = (await admin.browser.get(at, params={"_limit": 2, "_offset": 2})).json()
    assert [one["name"] for one in page["items"]] == ["Beta", "Editor"]
    assert page["_metadata"] == {"totalItems": 6, "totalPages": 3}
    levels = await admin.browser.get(at, params={"_levels": [5, 20], "_order": "DESC"})
    assert [one["name"] for one in levels.json()["items"]] == ["ReadOnly", "Gamma", "Alpha"]
    own = await admin.browser.get(at, params={"_tenantIds": str(admin.tenant_id), "_filter": "a_"})
    assert own.json()["items"] == []
    own = await admin.browser.get(at, params={"_tenantIds": str(admin.tenant_id), "_filter": "LPH"})
    assert [one["name"] for one in own.json()["items"]] == ["Alpha"]
    stranger = await world.person("Admin")
    foreign = await stranger.browser.get(at, params={"_tenantIds": str(admin.tenant_id)})
    assert foreign.json()["items"] == []
    await world.member(admin.tenant_id, "ReadOnly")
    used = await admin.browser.get(at, params={"_sortBy": "userTenants", "_order": "DESC"})
    assert {one["name"] for one in used.json()["items"][:2]} == {"Admin", "ReadOnly"}
    assert (await admin.browser.get(at, params={"_sortBy": "secret"})).status_code == 400
    assert (await admin.browser.get(f"{at}/distinct-levels")).json() == [0, 5, 7, 10, 20]


async def test_one_role_is_read_by_id(world: World, admin: Person):
    made = (await admin.browser.post(ROLES, json=role("Support"))).json()
    assert (await admin.browser.get(f"{ROLES}/{made['id']}")).json() == made
    stranger = await world.person("Admin")
    foreign = await stranger.browser.get(f"{ROLES}/{made['id']}")
    assert (foreign.status_code, foreign.json()["errorCode"]) == (404, "roles.not_found")


async def test_each_way_to_read_roles_answers_alike(admin: Person, permissions):
    """Permissions in the order of their keys, and a text that looks like JSON."""
    text = '"tenantId":null, \\ "é'
    keys = ["fe.usage.read", "fe.secure.read.users", "fe.secure.read.groups"]
    held = [permissions[key] for key in keys]
    await admin.browser.post(ROLES, json=role("Two", description=text, permissions=held))
    await admin.browser.post(ROLES, json=role("One", level=2))
    listed = (await admin.browser.get(ROLES)).json()
    own = {one["key"]: one for one in listed if "tenantId" in one}
    assert own["two"]["permissions"] == [permissions[key] for key in sorted(keys)]
    assert (own["two"]["description"], own["one"]["permissions"]) == (text, [])
    page = (await admin.browser.get("/identity/resources/roles/v2?_sortBy=level")).json()
    assert sorted(page["items"], key=lambda one: one["id"]) == sorted(
        listed, key=lambda one: one["id"]
    )
    for one in listed:
        assert (await admin.browser.get(f"{ROLES}/{one['id']}")).json() == one


async def test_a_permission_is_put_into_exactly_these_roles(
    world: World, admin: Person, permissions
):
    reads = permissions["fe.secure.read.users"]
    at = f"{PERMISSIONS}/{reads}/roles"
    one, two = [
        (await admin.browser.post(ROLES, json=role(name))).json() for name in ("One", "Two")
    ]
    for wanted in ([one["id"]], [one["id"], two["id"]], [two["id"]], []):
        answer = await admin.browser.put(at, json={"roleIds": wanted})
        assert (answer.status_code, answer.json()["roleIds"]) == (200, sorted(wanted))
    vendor = {r["key"]: r for r in (await admin.browser.get(ROLES)).json() if "tenantId" not in r}
    held = permissions["licensing.read.licenses"]
    kept = vendor["ReadOnly"]["id"]
    answer = await admin.browser.put(
        f"{PERMISSIONS}/{held}/roles", json={"roleIds": [kept, one["id"]]}
    )
    assert answer.json()["roleIds"] == sorted([kept, one["id"]])
    refused = await admin.browser.put(at, json={"roleIds": [kept]})
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "roles.vendor_role")
    stranger = await world.person("Admin")
    foreign = await stranger.browser.put(at, json={"roleIds": [one["id"]]})
    assert foreign.status_code == 404
    maker = await world.person(permissions=MANAGE, tenant_id=admin.tenant_id)
    small = (await maker.browser.post(ROLES, json=role("Small"))).json()["id"]
    beyond = await maker.browser.put(at, json={"roleIds": [small]})
    assert (beyond.status_code, beyond.json()["errorCode"]) == (403, "roles.beyond_own")
    own = f"{PERMISSIONS}/{permissions['fe.secure.read.roles']}/roles"
    assert (await maker.browser.put(own, json={"roleIds": [small]})).status_code == 200
    beyond = await maker.browser.put(f"{PERMISSIONS}/{held}/roles", json={"roleIds": []})
    assert beyond.status_code == 403


async def test_a_user_who_loses_the_permission_meanwhile_changes_nothing(world: World, permissions):
    """Two who edit each other's role at once: the second has nothing left to do it with."""
    for _ in range(3):
        one = await world.person(permissions=MANAGE)
        two = await world.person(permissions=MANAGE, tenant_id=one.tenant_id)
        roles = {
            UUID(member["id"]): member["roles"][0]["id"]
            for member in await members_of(world, one.tenant_id)
        }
        answers = await asyncio.gather(
            *(
                who.browser.put(
                    f"{ROLES}/{roles[other.id]}/permissions", json={"permissionIds": []}
                )
                for who, other in ((one, two), (two, one))
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 403]


async def test_an_account_has_so_many_roles_and_no_more(world: World, admin: Person, db: Db):
    await db.connection.execute(
        """
        insert into roles (id, tenant_id, key, name)
        select gen_random_uuid(), $1, 'role-' || n, 'Role ' || n from generate_series(1, 1999) n
        """,
        admin.tenant_id,
    )
    assert (await admin.browser.post(ROLES, json=role("Last"))).status_code == 201
    refused = await admin.browser.post(ROLES, json=role("Another"))
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "roles.too_many")
    assert (await (await world.person("Admin")).browser.post(ROLES, json=role("First"))).is_success


async def test_two_calls_at_once_do_not_pass_the_limit(world: World, monkeypatch):
    monkeypatch.setattr(service, "MOST_ROLES", 3)
    admin = await world.person("Admin")
    calls = [admin.browser.post(ROLES, json=role(f"Role{n}")) for n in range(8)]
    answers = await asyncio.gather(*calls)
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 5
