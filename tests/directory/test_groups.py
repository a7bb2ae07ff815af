"""Groups: their members, what they grant, and that no user grants through a group what they lack."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from uuid import UUID, uuid4

import httpx
import orjson
import pytest

from gatehouse.access.tokens import decode_base64url
from tests.world import Db, Person, World

GROUPS = "/identity/resources/groups/v1"
PAGES = "/identity/resources/groups/v2"
ROLES = "/identity/resources/roles/v1"
ME = "/identity/resources/users/v2/me"
USERS = "/identity/resources/users/v2"
MANAGE = ("fe.secure.read.groups", "fe.secure.write.groups", "fe.secure.write.groupsRoles",
          "fe.secure.write.groupsUsers", "fe.secure.delete.groups",
          "fe.secure.delete.groupsUsers")  # fmt: skip


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


async def made(who: Person, name: str = "Support", **more: object) -> str:
    answer = await who.browser.post(GROUPS, json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def role_id(who: Person, key: str) -> str:
    return str(next(r["id"] for r in (await who.browser.get(ROLES)).json() if r["key"] == key))


async def new_role(db: Db, who: Person, *permissions: str, level: int = 0) -> str:
    found = await db.connection.fetchval(
        "insert into roles (tenant_id, key, name, level) values ($1, $2, $2, $3) returning id",
        who.tenant_id, uuid4().hex, level,
    )  # fmt: skip
    await db.connection.execute(
        "insert into role_permissions (role_id, permission_id, tenant_id)"
        " select $1, id, $2 from permissions where key = any($3)",
        found, who.tenant_id, list(permissions),
    )  # fmt: skip
    return str(found)


async def give(who: Person, group: str, *roles: str) -> httpx.Response:
    return await who.browser.post(f"{GROUPS}/{group}/roles", json={"roleIds": roles})


async def put_in(who: Person, group: str, *people: UUID) -> httpx.Response:
    ids = [str(one) for one in people]
    return await who.browser.post(f"{GROUPS}/{group}/users", json={"userIds": ids})


async def take(who: Person, group: str, kind: str, *ids: object) -> httpx.Response:
    body = {f"{kind[:-1]}Ids": [str(one) for one in ids]}
    return await who.browser.request("DELETE", f"{GROUPS}/{group}/{kind}", json=body)


async def may_read_users(who: Person) -> bool:
    return (await who.browser.get(USERS)).status_code == 200


async def test_a_group_is_made_changed_and_found(admin: Person):
    body = {"name": " Support ", "color": "#2b50c8", "description": "Helps", "metadata": '{"a":1}'}
    answer = await admin.browser.post(GROUPS, json=body)
    assert answer.status_code == 201
    group = answer.json()
    assert group == {
        "id": group["id"], "name": "Support", "color": "#2b50c8", "description": "Helps",
        "metadata": '{"a":1}', "managedBy": "frontegg", "createdAt": group["createdAt"],
        "updatedAt": group["createdAt"], "roles": [], "users": [], "usersCount": 0,
    }  # fmt: skip
    at = f"{GROUPS}/{group['id']}"
    changed = await admin.browser.patch(at, json={"name": "Help desk", "color": ""})
    assert (changed.status_code, changed.json()["name"]) == (200, "Help desk")
    assert "color" not in changed.json()
    assert changed.json()["description"] == "Helps"
    assert (await admin.browser.get(at)).json()["name"] == "Help desk"
    assert (await admin.browser.delete(at)).status_code == 200
    assert (await admin.browser.get(at)).json()["errorCode"] == "groups.not_found"


async def test_relations_come_when_they_are_asked_for(world: World, admin: Person):
    group, reader = await made(admin), await role_id(admin, "ReadOnly")
    member, address = await world.member(admin.tenant_id)
    assert (await give(admin, group, reader)).status_code == 201
    assert (await put_in(admin, group, member)).status_code == 201
    for path in (GROUPS, f"{GROUPS}/{group}"):
        plain = await admin.browser.get(path)
        one = plain.json()["groups"][0] if path == GROUPS else plain.json()
        assert not {"roles", "users", "usersCount"} & set(one)
    whole = await admin.browser.get(GROUPS, params={"_groupsRelations": "rolesAndUsers"})
    [one] = whole.json()["groups"]
    assert [(role["id"], role["key"]) for role in one["roles"]] == [(reader, "ReadOnly")]
    assert [(user["id"], user["email"]) for user in one["users"]] == [(str(member), address)]
    assert one["usersCount"] == 1
    roles = await admin.browser.get(GROUPS, params={"_groupsRelations": "roles"})
    assert "users" not in roles.json()["groups"][0]
    words = await admin.browser.get(GROUPS, params={"_groupsRelations": "undefined"})
    assert words.status_code == 200
    assert (await admin.browser.get(GROUPS, params={"_groupsRelations": "all"})).status_code == 400
    listed = (await admin.browser.get(USERS)).json()["items"]
    assert next(u["groups"] for u in listed if u["id"] == str(member)) == [
        {"id": group, "name": "Support"}
    ]
    ids = await admin.browser.get(
        "/identity/resources/users/v3/groups", params={"ids": str(member)}
    )
    assert [row["groupIds"] for row in ids.json()] == [[group]]


async def test_groups_are_found_by_id_and_in_pages(world: World, admin: Person):
    ids = [await made(admin, name) for name in ("Cc", "Aa", "Bb")]
    stranger = await world.person("Admin")
    foreign = await made(stranger)
    found = await admin.browser.post(
        f"{GROUPS}/bulkGet", json={"groupsIds": [*ids[:2], foreign, str(uuid4())]}
    )
    assert found.status_code == 201
    assert [group["name"] for group in found.json()["groups"]] == ["Aa", "Cc"]
    page = await admin.browser.get(
        PAGES, params={"_limit": 2, "_offset": 1, "_order": "DESC", "_groupsRelations": "users"}
    )
    assert [group["name"] for group in page.json()["items"]] == ["Bb", "Aa"]
    assert page.json()["_metadata"] == {"totalItems": 3, "totalPages": 2}
    filtered = await admin.browser.get(PAGES, params={"_filter": "B", "_sortBy": "createdAt"})
    assert [group["name"] for group in filtered.json()["items"]] == ["Bb"]


async def test_each_way_to_read_groups_answers_alike(world: World, admin: Person, db: Db):
    """Groups that share roles and members, one without any, and texts that look like JSON."""
    text = '"color":null,"profilePictureUrl":null, \\ "é'
    groups = [
        await made(admin, "Aa " + text, description=text, metadata=text),
        await made(admin, "Bb", color="#2b50c8"),
        await made(admin, "Cc"),
    ]
    low, high = [await new_role(db, admin, "fe.secure.read.users", level=n) for n in (7, 3)]
    names = ["Émile", "anna", text, "Bert", "bert"]
    users = {name: (await world.member(admin.tenant_id, name=name))[0] for name in names}
    await give(admin, groups[0], low, high)
    await give(admin, groups[1], low)
    await put_in(admin, groups[0], *users.values())
    await put_in(admin, groups[1], users["Bert"], users["anna"])
    query = {"_groupsRelations": "rolesAndUsers"}
    listed = (await admin.browser.get(GROUPS, params=query)).json()["groups"]
    assert [group["id"] for group in listed] == groups
    first = listed[0]
    assert (first["name"], first["description"], first["metadata"]) == ("Aa " + text, text, text)
    assert [len(group["users"]) for group in listed] == [5, 2, 0]
    assert [group["usersCount"] for group in listed] == [5, 2, 0]
    assert [[role["id"] for role in group["roles"]] for group in listed] == [[high, low], [low], []]
    berts = sorted((str(users["Bert"]), str(users["bert"])))
    assert [user["id"] for user in first["users"]] == [
        str(users[text]), str(users["anna"]), *berts, str(users["Émile"]),
    ]  # fmt: skip
    page = await admin.browser.get(PAGES, params=query)
    assert page.json()["items"] == listed
    down = await admin.browser.get(PAGES, params={**query, "_order": "DESC"})
    assert down.json()["items"] == listed[::-1]
    found = await admin.browser.post(f"{GROUPS}/bulkGet", params=query, json={"groupsIds": groups})
    assert found.json()["groups"] == listed
    for group in listed:
        one = await admin.browser.get(f"{GROUPS}/{group['id']}", params=query)
        assert one.json() == group


async def test_a_name_is_taken_once_also_at_once(world: World, admin: Person):
    bodies = [{"name": name} for name in ("Raced", "RACED", "raced", "Raced")]
    answers = await asyncio.gather(*(admin.browser.post(GROUPS, json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    other = await made(admin, "Other")
    refused = await admin.browser.patch(f"{GROUPS}/{other}", json={"name": "raced"})
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "groups.name_taken")
    assert await made(await world.person("Admin"), "Raced")


@pytest.mark.parametrize(
    "body",
    [{}, {"name": ""}, {"name": "x" * 201}, {"name": "a\x00"}, {"name": "N", "color": "red;}"},
     {"name": "N", "color": 5}, {"name": "N", "metadata": "x" * 4097}, []],
)  # fmt: skip
async def test_a_malformed_group_is_refused(admin: Person, body: object):
    assert (await admin.browser.post(GROUPS, json=body)).status_code == 400
    assert (await admin.browser.get(GROUPS)).json() == {"groups": []}


async def test_what_a_group_gives_counts_everywhere_and_ends_with_it(
    world: World, admin: Person, db: Db
):
    """The caller's rights, the profile, the tokens; and all of it at the next call after each way out."""
    member = await world.person(tenant_id=admin.tenant_id)
    reader = await role_id(admin, "ReadOnly")

    async def enter() -> str:
        group = await made(admin, uuid4().hex)
        await give(admin, group, reader)
        assert not await may_read_users(member)
        assert (await put_in(admin, group, member.id)).status_code == 201
        assert await may_read_users(member)
        return group

    group = await enter()
    me = (await member.browser.get(ME)).json()
    assert [role["key"] for role in me["roles"]] == ["ReadOnly"]
    assert [one["id"] for one in me["groups"]] == [group]
    assert "fe.secure.read.*" in {one["key"] for one in me["permissions"]}
    shown = (await admin.browser.get(f"/identity/resources/users/v1/{member.id}")).json()
    assert shown["roles"] == []
    assert "fe.secure.read.*" in {one["key"] for one in shown["permissions"]}
    token = await member.browser.post(
        "/identity/resources/users/v3/me/token", json={"tenantId": str(admin.tenant_id)}
    )
    claims = orjson.loads(decode_base64url(token.json()["accessToken"].split(".")[1]))
    assert claims["roles"] == ["ReadOnly"]
    assert "fe.secure.read.*" in claims["permissions"]
    assert (await admin.browser.delete(f"{GROUPS}/{group}")).status_code == 200
    assert not await may_read_users(member)
    group = await enter()
    await take(admin, group, "users", member.id)
    assert not await may_read_users(member)
    group = await enter()
    await take(admin, group, "roles", reader)
    assert not await may_read_users(member)
    group = await enter()
    off = await admin.browser.post(f"{GROUPS}/config", json={"rolesEnabled": False})
    assert (off.status_code, off.json()) == (201, {"enabled": True, "rolesEnabled": False})
    assert not await may_read_users(member)
    await admin.browser.post(f"{GROUPS}/config", json={"rolesEnabled": True})
    assert await may_read_users(member)
    await db.connection.execute("delete from memberships where user_id = $1", member.id)
    assert not await db.connection.fetchval(
        "select count(*) from group_members where user_id = $1", member.id
    )


async def test_a_role_given_twice_counts_once(world: World, admin: Person):
    group, reader = await made(admin), await role_id(admin, "ReadOnly")
    await give(admin, group, reader, reader)
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    await put_in(admin, group, member.id)
    me = (await member.browser.get(ME)).json()
    assert [role["key"] for role in me["roles"]] == ["ReadOnly"]
    assert len(me["permissions"]) == len({one["id"] for one in me["permissions"]})
    await take(admin, group, "roles", reader)
    assert await may_read_users(member)


async def test_no_user_grants_through_a_group_what_they_lack(world: World, admin: Person, db: Db):
    """By each way, from a caller of middle rank who may do everything with groups."""
    caller = await world.person(permissions=MANAGE, tenant_id=admin.tenant_id)
    await db.connection.execute("update roles set level = 10 where tenant_id = $1", admin.tenant_id)
    own, high = await made(caller, "Own"), await made(admin, "High")
    held = await new_role(db, admin, "fe.secure.read.groups", level=10)
    lacking = await new_role(db, admin, "fe.secure.delete.users", level=10)
    wider = await new_role(db, admin, "fe.secure.read.*", level=10)
    ranking = await new_role(db, admin, "fe.secure.read.groups", level=9)
    assert (await give(caller, own, held)).status_code == 201
    for beyond in (lacking, wider, ranking, await role_id(admin, "Admin")):
        refused = await give(caller, own, beyond)
        assert (refused.status_code, refused.json()["errorCode"]) == (403, "roles.beyond_own")
    assert (await give(admin, high, lacking)).status_code == 201
    body = {"name": "Mine"}
    ways = [
        await put_in(caller, high, caller.id),
        await take(caller, high, "users", admin.id),
        await give(caller, high, held),
        await take(caller, high, "roles", lacking),
        await caller.browser.patch(f"{GROUPS}/{high}", json=body),
        await caller.browser.delete(f"{GROUPS}/{high}"),
        await caller.browser.post(f"{GROUPS}/config", json={"rolesEnabled": False}),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in ways} == {(403, "groups.outranks_you")}
    for answer in (await put_in(caller, own, admin.id), await take(caller, own, "users", admin.id)):
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "members.outranks_you")
    assert not await may_read_users(caller)


async def test_who_ranks_high_by_a_group_is_above_others(world: World, admin: Person):
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    boss, _ = await world.member(admin.tenant_id, "ReadOnly")
    group = await made(admin)
    await give(admin, group, await role_id(admin, "Admin"))
    change = {"id": str(boss), "roleIds": [""]}
    await put_in(admin, group, boss)
    refused = await editor.browser.put("/team/resources/members/v1", json=change)
    assert refused.json()["errorCode"] == "members.outranks_you"
    await take(admin, group, "users", boss)
    assert (await editor.browser.put("/team/resources/members/v1", json=change)).status_code == 200


async def test_the_last_administrator_stays_in_the_group(world: World, admin: Person, db: Db):
    """An administrator by a group is one: the last is kept whichever way is tried."""
    group, boss = await made(admin), await role_id(admin, "Admin")
    await give(admin, group, boss)
    await put_in(admin, group, admin.id)
    direct = "delete from membership_roles where user_id = $1"
    cleared = await admin.browser.put(
        "/team/resources/members/v1", json={"id": str(admin.id), "roleIds": [""]}
    )
    assert cleared.status_code == 200
    ways = [
        await admin.browser.delete(f"{GROUPS}/{group}"),
        await take(admin, group, "users", admin.id),
        await take(admin, group, "roles", boss),
        await admin.browser.post(f"{GROUPS}/config", json={"enabled": False}),
        await admin.browser.delete(f"/identity/resources/users/v1/{admin.id}"),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in ways} == {(409, "members.last_admin")}
    second = await world.person("Admin", tenant_id=admin.tenant_id)
    assert (await admin.browser.delete(f"{GROUPS}/{group}")).status_code == 200
    assert (await admin.browser.get(GROUPS)).status_code == 403
    assert (await second.browser.get(GROUPS)).json() == {"groups": []}
    assert await db.connection.execute(direct, admin.id) == "DELETE 0"


async def test_the_name_and_people_of_a_directorys_group_are_only_read(
    world: World, admin: Person, db: Db
):
    group, member = await made(admin), (await world.member(admin.tenant_id))[0]
    await db.connection.execute("update groups set managed_by = 'scim2' where id = $1", UUID(group))
    before = (await admin.browser.get(f"{GROUPS}/{group}")).json()
    assert before["managedBy"] == "scim2"
    ways = [
        await admin.browser.patch(f"{GROUPS}/{group}", json={"name": "Mine"}),
        await admin.browser.delete(f"{GROUPS}/{group}"),
        await put_in(admin, group, member),
        await take(admin, group, "users", member),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in ways} == {
        (403, "groups.managed_elsewhere")
    }
    assert (await admin.browser.get(f"{GROUPS}/{group}")).json() == before


async def test_roles_of_a_directorys_group_are_given_here(world: World, admin: Person, db: Db):
    group, member = await made(admin), await world.person("ReadOnly", tenant_id=admin.tenant_id)
    await put_in(admin, group, member.id)
    await db.connection.execute("update groups set managed_by = 'scim2' where id = $1", UUID(group))
    role = await new_role(db, admin, "fe.secure.delete.users")
    whole = f"{GROUPS}/{group}?_groupsRelations=rolesAndUsers"
    assert (await give(admin, group, role)).status_code == 201
    assert [one["id"] for one in (await admin.browser.get(whole)).json()["roles"]] == [role]
    held = (await member.browser.get(ME)).json()["permissions"]
    assert "fe.secure.delete.users" in {one["key"] for one in held}
    giver = await world.person(permissions=MANAGE, tenant_id=admin.tenant_id)
    refused = await take(giver, group, "roles", role)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "groups.outranks_you")
    assert (await take(admin, group, "roles", role)).status_code == 200
    assert (await admin.browser.get(whole)).json()["roles"] == []


async def test_only_the_tenants_people_and_roles_go_into_a_group(world: World, admin: Person):
    group, stranger = await made(admin), await world.person("Admin")
    foreign = (await stranger.browser.post(ROLES, json={"name": "Foreign"})).json()["id"]
    member, _ = await world.member(admin.tenant_id)
    answers = [await put_in(admin, group, member, stranger.id), await give(admin, group, foreign)]
    assert [(a.status_code, a.json()["errorCode"]) for a in answers] == [
        (404, "members.not_found"), (404, "roles.not_found"),
    ]  # fmt: skip
    whole = (await admin.browser.get(f"{GROUPS}/{group}?_groupsRelations=rolesAndUsers")).json()
    assert (whole["roles"], whole["users"]) == ([], [])
    too_many = [str(member)] * 101
    bodies: list[dict[str, list[str]]] = [
        {},
        {"userIds": []},
        {"userIds": ["x"]},
        {"userIds": too_many},
    ]
    for body in bodies:
        assert (await admin.browser.post(f"{GROUPS}/{group}/users", json=body)).status_code == 400


async def test_texts_of_groups_and_members_are_shown_as_they_are(
    world: World, admin: Person, db: Db
):
    odd = 'A "quoted" \\ \u2028 name, \u00e4'
    texts = {
        "name": odd.replace("\u2028 ", ""),
        "color": "#2b50c8",
        "description": odd,
        "metadata": '{"a": "b\\n"}',
    }
    group = await made(admin, **texts)
    member, address = await world.member(admin.tenant_id, name=odd)
    picture = 'https://example.test/"a".png'
    await db.connection.execute(
        "update users set profile_picture_url = $2, created_at = $3 where id = $1",
        member, picture, datetime(2026, 3, 4, 5, 6, 7, 80_000, tzinfo=UTC),
    )  # fmt: skip
    await put_in(admin, group, member)
    shown = (await admin.browser.get(f"{GROUPS}/{group}?_groupsRelations=users")).json()
    assert shown == {**shown, **texts, "id": group, "managedBy": "frontegg", "usersCount": 1}
    assert shown["users"] == [
        {
            "id": str(member), "email": address, "name": odd, "profilePictureUrl": picture,
            "activatedForTenant": True, "createdAt": "2026-03-04T05:06:07.080000Z",
        }
    ]  # fmt: skip


async def test_who_was_invited_is_shown_as_they_were_invited(world: World, admin: Person, run_jobs):
    """Whether there is an account behind the address is not the tenant's to know."""
    elsewhere = await world.tenant("Elsewhere")
    _, address = await world.member(elsewhere, name="Secret Name")
    invited = await admin.browser.post("/identity/resources/users/v2", json={"email": address})
    group = await made(admin)
    await put_in(admin, group, UUID(invited.json()["id"]))
    whole = await admin.browser.get(f"{GROUPS}/{group}?_groupsRelations=users")
    assert "Secret" not in whole.text
    assert whole.json()["users"][0]["activatedForTenant"] is False


@pytest.mark.parametrize("way", ["delete", "roles", "users"])
async def test_two_administrators_by_a_group_never_both_go(world: World, db: Db, way: str):
    """Each takes away what makes the other administrator, at once: one of them stays."""
    for _ in range(3):
        one = await world.person("Admin")
        boss, groups = await role_id(one, "Admin"), []
        two = await world.person(tenant_id=one.tenant_id)
        for who in (one, two):
            groups.append(await made(one, uuid4().hex))
            await give(one, groups[-1], boss)
            await put_in(one, groups[-1], who.id)
        await db.connection.execute("delete from membership_roles where user_id = $1", one.id)

        async def end(who: Person, group: str, other: Person, boss: str = boss) -> int:
            if way == "delete":
                answer = await who.browser.delete(f"{GROUPS}/{group}")
            else:
                answer = await take(who, group, way, boss if way == "roles" else other.id)
            return answer.status_code

        codes = await asyncio.gather(end(one, groups[1], two), end(two, groups[0], one))
        assert codes.count(200) == 1, codes
        left = [(await who.browser.get(GROUPS)).status_code for who in (one, two)]
        assert sorted(left) == [200, 403]


async def test_changes_of_a_group_at_once_do_not_mix(world: World, admin: Person):
    group = await made(admin)
    people = [(await world.member(admin.tenant_id))[0] for _ in range(6)]
    second = await world.person("Admin", tenant_id=admin.tenant_id)
    answers = await asyncio.gather(
        *(put_in(who, group, one) for one in people for who in (admin, second)),
        admin.browser.patch(f"{GROUPS}/{group}", json={"description": "D"}),
        second.browser.patch(f"{GROUPS}/{group}", json={"color": "#fff"}),
    )
    assert {answer.status_code for answer in answers} == {200, 201}
    whole = (await admin.browser.get(f"{GROUPS}/{group}?_groupsRelations=users")).json()
    assert (whole["usersCount"], whole["description"], whole["color"]) == (6, "D", "#fff")
    gone = await asyncio.gather(
        *(who.browser.delete(f"{GROUPS}/{group}") for who in (admin, second))
    )
    assert sorted(answer.status_code for answer in gone) == [200, 404]


async def test_each_thing_takes_its_own_permission(world: World, admin: Person):
    group, member = await made(admin), (await world.member(admin.tenant_id))[0]
    asked: dict[str, Callable[[Person], Awaitable[httpx.Response]]] = {
        "fe.secure.write.groups": lambda who: who.browser.patch(f"{GROUPS}/{group}", json={}),
        "fe.secure.write.groupsRoles": lambda who: who.browser.post(f"{GROUPS}/config", json={}),
        "fe.secure.write.groupsUsers": lambda who: put_in(who, group, member),
        "fe.secure.delete.groupsUsers": lambda who: take(who, group, "users", member),
        "fe.secure.delete.groups": lambda who: who.browser.delete(f"{GROUPS}/{group}"),
    }
    for permission, ask in asked.items():
        others = tuple(one for one in MANAGE if one != permission)
        without = await world.person(permissions=others, tenant_id=admin.tenant_id)
        assert (await ask(without)).json()["errorCode"] == "access.missing_permission"
        having = await world.person(permissions=(permission,), tenant_id=admin.tenant_id)
        assert (await ask(having)).status_code in (200, 201)


async def test_invisible_users_are_in_no_group(world: World, admin: Person, db: Db):
    people = [(await world.member(admin.tenant_id, "ReadOnly"))[0] for _ in range(3)]
    group = await made(admin)
    await put_in(admin, group, *people)

    async def counted() -> list[tuple[int, int]]:
        query = {"_groupsRelations": "users"}
        page = (await admin.browser.get(PAGES, params=query)).json()["items"]
        one = (await admin.browser.get(f"{GROUPS}/{group}", params=query)).json()
        return [(item["usersCount"], len(item["users"])) for item in (*page, one)]

    assert await counted() == [(3, 3), (3, 3)]
    await db.connection.execute("update users set invisible = true where id = $1", people[0])
    assert await counted() == [(2, 2), (2, 2)]
    stranger = await world.person("Admin")
    await db.connection.execute("update users set invisible = true where id = $1", stranger.id)
    await db.connection.execute("update users set invisible = false where id = $1", people[0])
    assert await counted() == [(3, 3), (3, 3)]
