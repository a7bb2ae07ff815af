"""Changing, disabling and removing members."""

import asyncio
from uuid import UUID, uuid4

import pytest

from gatehouse.directory.people import memberships
from gatehouse.directory.users import service as users
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Scope
from tests.audit_log import audit_actions, audit_entries
from tests.databases import opened
from tests.directory.waiting import somebody_waits
from tests.vendor_view import get_user, is_member, members_of, user_exists
from tests.world import Db, Person, World

TEAM = "/team/resources/members/v1"
USERS = "/identity/resources/users/v1"
TENANT_USERS = "/identity/resources/tenants/users/v1"
TEMPORARY = "/identity/resources/users/temporary/v1"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
async def roles(admin: Person) -> dict[str, str]:
    listed = (await admin.browser.get("/identity/resources/roles/v1")).json()
    return {role["key"]: role["id"] for role in listed}


async def keys_of(world: World, user_id: UUID) -> list[str]:
    """Of the user's roles in all tenants."""
    user = await get_user(world, user_id)
    return [role["key"] for tenant in user["tenants"] for role in tenant["roles"]]


async def test_the_whole_object_goes_back_with_other_roles(
    world: World, admin: Person, roles: dict[str, str]
):
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    read = (await admin.browser.get(TEAM, params={"pageSize": 100})).json()["items"]
    whole = next(item for item in read if item["id"] == str(member))
    answer = await admin.browser.put(
        TEAM, json={**whole, "roleIds": [roles["Editor"]], "customData": 5}
    )
    assert answer.status_code == 200
    assert answer.json()["item"]["roleIds"] == [roles["Editor"]]
    assert await keys_of(world, member) == ["Editor"]
    last = (await audit_entries(world, admin.tenant_id))[-1]
    assert (last["action"], last["user"]) == ("user.roles_changed", str(admin.id))


@pytest.mark.parametrize(
    ("sent", "left"),
    [({"roleIds": [""]}, []), ({"roleIds": []}, ["ReadOnly"]), ({}, ["ReadOnly"]),
     ({"roleIds": None}, ["ReadOnly"])],
)  # fmt: skip
async def test_one_blank_clears_the_roles_and_nothing_keeps_them(
    world: World, admin: Person, sent: dict[str, object], left: list[str]
):
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    answer = await admin.browser.put(TEAM, json={"id": str(member), **sent})
    assert (answer.status_code, len(answer.json()["item"]["roleIds"])) == (200, len(left))
    assert await keys_of(world, member) == left


async def test_a_member_is_renamed_by_their_own_tenant_only(world: World, admin: Person, db: Db):
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    renamed = await admin.browser.put(TEAM, json={"id": str(member), "name": "New Name"})
    assert renamed.json()["item"]["name"] == "New Name"
    guest = await world.person("Admin")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, $3)",
        admin.tenant_id, guest.id, clock.now(),
    )  # fmt: skip
    refused = await admin.browser.put(TEAM, json={"id": str(guest.id), "name": "Other"})
    assert (refused.status_code, refused.json()["errorCode"]) == (
        403,
        "members.name_kept_elsewhere",
    )
    echoed = await admin.browser.put(TEAM, json={"id": str(guest.id), "name": "Pat Doe"})
    assert echoed.status_code == 200


async def test_who_ranks_above_is_out_of_reach(
    world: World, admin: Person, roles: dict[str, str], db: Db
):
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    for permission in ("fe.secure.delete.users", "fe.secure.write.enableDisable",
                       "fe.secure.delete.usersRoles"):  # fmt: skip
        await world.grant(admin.tenant_id, editor.id, permission)
    await db.connection.execute("update roles set level = 10 where tenant_id = $1", admin.tenant_id)
    target = str(admin.id)
    answers = [
        await editor.browser.put(TEAM, json={"id": target, "roleIds": [""]}),
        await editor.browser.put(TEAM, json={"id": target, "name": "Mine"}),
        await editor.browser.delete(f"{TEAM}/{target}"),
        await editor.browser.delete(f"{USERS}/{target}"),
        await editor.browser.post(f"{TENANT_USERS}/{target}/disable"),
        await editor.browser.post(f"{USERS}/{target}/roles", json={"roleIds": [roles["ReadOnly"]]}),
        await editor.browser.request(
            "DELETE", f"{USERS}/{target}/roles", json={"roleIds": [roles["Admin"]]}
        ),
        await editor.browser.put(f"{TEMPORARY}/{target}", json={"expirationInSeconds": 60}),
    ]
    assert [(a.status_code, a.json()["errorCode"]) for a in answers] == [
        (403, "members.outranks_you")
    ] * len(answers)
    assert await keys_of(world, admin.id) == ["Admin"]


async def test_no_user_raises_their_own_rank_or_that_of_others(
    world: World, admin: Person, roles: dict[str, str]
):
    editor = await world.person("Editor", tenant_id=admin.tenant_id)
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    for target in (editor.id, member):
        answers = [
            await editor.browser.put(TEAM, json={"id": str(target), "roleIds": [roles["Admin"]]}),
            await editor.browser.post(
                f"{USERS}/{target}/roles", json={"roleIds": [roles["Admin"]]}
            ),
        ]
        assert {a.json()["errorCode"] for a in answers} == {"roles.beyond_own"}
    assert await keys_of(world, editor.id) == ["Editor"]


async def test_roles_are_given_and_taken_one_by_one(
    world: World, admin: Person, roles: dict[str, str]
):
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    given = await admin.browser.post(f"{USERS}/{member}/roles", json={"roleIds": [roles["Editor"]]})
    assert (given.status_code, [r["key"] for r in given.json()["roles"]]) == (
        201, ["Editor", "ReadOnly"],
    )  # fmt: skip
    taken = await admin.browser.request(
        "DELETE", f"{USERS}/{member}/roles", json={"roleIds": [roles["ReadOnly"]]}
    )
    assert (taken.status_code, await keys_of(world, member)) == (200, ["Editor"])
    empty = await admin.browser.post(f"{USERS}/{member}/roles", json={"roleIds": []})
    assert empty.status_code == 400


async def test_the_last_administrator_stays(
    world: World, admin: Person, roles: dict[str, str], db: Db
):
    # Neither of these can act: one has not accepted yet, the other is disabled.
    waiting, _ = await world.member(admin.tenant_id, "Admin")
    await db.connection.execute(
        "update memberships set activated = false where user_id = $1", waiting
    )
    disabled, _ = await world.member(admin.tenant_id, "Admin")
    await db.connection.execute(
        "update memberships set is_disabled = true where user_id = $1", disabled
    )
    me = str(admin.id)
    answers = [
        await admin.browser.put(TEAM, json={"id": me, "roleIds": [""]}),
        await admin.browser.put(TEAM, json={"id": me, "roleIds": [roles["Editor"]]}),
        await admin.browser.delete(f"{TEAM}/{me}"),
        await admin.browser.delete(f"{USERS}/{me}"),
        await admin.browser.request(
            "DELETE", f"{USERS}/{me}/roles", json={"roleIds": [roles["Admin"]]}
        ),
        await admin.browser.put(f"{TEMPORARY}/{me}", json={"expirationInSeconds": 60}),
    ]
    assert [(a.status_code, a.json()["errorCode"]) for a in answers] == [
        (409, "members.last_admin")
    ] * len(answers)

    second = await world.person("Admin", tenant_id=admin.tenant_id)
    assert (await second.browser.delete(f"{TEAM}/{me}")).status_code == 200
    assert await keys_of(world, second.id) == ["Admin"]


async def test_two_administrators_who_demote_each_other_at_once_leave_one(
    world: World, admin: Person, roles: dict[str, str]
):
    other = await world.person("Admin", tenant_id=admin.tenant_id)
    body = {"roleIds": [roles["ReadOnly"]]}
    answers = await asyncio.gather(
        admin.browser.put(TEAM, json={"id": str(other.id), **body}),
        other.browser.put(TEAM, json={"id": str(admin.id), **body}),
    )
    # The second one is an administrator no longer, or would have demoted the last one.
    assert sorted(answer.status_code for answer in answers) in ([200, 403], [200, 409])
    assert sorted(await keys_of(world, admin.id) + await keys_of(world, other.id)) == [
        "Admin",
        "ReadOnly",
    ]


async def test_two_administrators_cannot_remove_each_other_at_once(world: World):
    for _ in range(5):
        first = await world.person("Admin")
        second = await world.person("Admin", tenant_id=first.tenant_id)
        answers = await asyncio.gather(
            first.browser.delete(f"{TEAM}/{second.id}"), second.browser.delete(f"{TEAM}/{first.id}")
        )
        left = await members_of(world, first.tenant_id)
        assert len(left) == 1, [answer.text for answer in answers]


@pytest.mark.parametrize("change", ["remove", "rename"])
async def test_a_change_waits_for_a_member_who_is_accepting(
    world: World, admin: Person, database: Database, change: str
):
    """Accepting verifies the person and then activates the membership."""
    email = f"{uuid4().hex}@example.test"
    made = await admin.browser.post("/identity/resources/users/v2", json={"email": email})
    user_id = made.json()["id"]
    async with opened(database, Scope.system()) as accepting:
        await users.mark_verified(accepting, UUID(user_id))
        request = asyncio.create_task(
            admin.browser.delete(f"{TEAM}/{user_id}")
            if change == "remove"
            else admin.browser.put(TEAM, json={"id": user_id, "name": "New Name"})
        )
        await somebody_waits(accepting)
        await memberships.activate_membership(accepting, admin.tenant_id, UUID(user_id))
    assert (await request).status_code == 200
    assert await is_member(world, admin.tenant_id, UUID(user_id)) == (change == "rename")


async def test_removing_ends_the_membership_here_only(
    world: World, admin: Person, db: Db, run_jobs
):
    guest = await world.person("ReadOnly")
    await db.connection.execute(
        "insert into memberships (tenant_id, user_id, activated, created_at) values ($1, $2, true, $3)",
        admin.tenant_id, guest.id, clock.now(),
    )  # fmt: skip
    await db.connection.execute("update users set verified = false where id = $1", guest.id)
    assert (await admin.browser.delete(f"{USERS}/{guest.id}")).status_code == 200
    assert (await admin.browser.get(f"{USERS}/{guest.id}")).status_code == 404
    await run_jobs()
    assert (await get_user(world, guest.id))["tenantIds"] == [str(guest.tenant_id)]
    assert (await guest.browser.get(f"{USERS}/{guest.id}")).status_code == 200


async def test_a_removed_member_is_out_at_once(world: World, admin: Person):
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await member.browser.get(f"{USERS}/{admin.id}")).status_code == 200
    await admin.browser.delete(f"{TEAM}/{member.id}")
    assert (await member.browser.get(f"{USERS}/{admin.id}")).status_code == 401


async def test_a_removed_user_without_a_verified_address_is_deleted(
    admin: Person, run_jobs, world: World
):
    made = await admin.browser.post(
        "/identity/resources/users/v2", json={"email": f"gone-{admin.id}@example.test"}
    )
    user_id = made.json()["id"]
    assert (await admin.browser.delete(f"{TEAM}/{user_id}")).status_code == 200
    await run_jobs()
    assert not await user_exists(world, user_id)
    assert (await audit_actions(world, admin.tenant_id))[-1] == "user.removed"


async def test_a_verified_person_outlives_their_last_membership(
    world: World, admin: Person, db: Db, run_jobs
):
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    await admin.browser.delete(f"{TEAM}/{member}")
    await run_jobs()
    row = await db.connection.fetchrow("select * from users where id = $1", member)
    assert row["default_tenant_id"] is None


async def test_disabled_people_are_kept_out_until_enabled(world: World, admin: Person):
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    assert (await admin.browser.post(f"{TENANT_USERS}/{member.id}/disable")).status_code == 200
    assert (await member.browser.get(f"{USERS}/{admin.id}")).status_code == 401
    shown = (await admin.browser.get(f"{USERS}/{member.id}")).json()
    assert shown["isDisabled"] is True
    assert (await admin.browser.post(f"{TENANT_USERS}/{member.id}/enable")).status_code == 200
    assert (await member.browser.get(f"{USERS}/{admin.id}")).status_code == 401
    anew = await world.sign_in(member.id, admin.tenant_id, member.email)
    assert (await anew.browser.get(f"{USERS}/{admin.id}")).status_code == 200
    me = await admin.browser.post(f"{TENANT_USERS}/{admin.id}/disable")
    assert (me.status_code, me.json()["errorCode"]) == (409, "members.yourself")


async def test_temporary_access_ends_and_can_be_made_permanent(world: World, admin: Person):
    assert (await admin.browser.get(f"{TEMPORARY}/configuration")).json() == {"enabled": True}
    member = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    answer = await admin.browser.put(f"{TEMPORARY}/{member.id}", json={"expirationInSeconds": 3600})
    assert (answer.status_code, answer.json()["expirationInSeconds"]) == (201, 3600)
    shown = (await admin.browser.get(f"{USERS}/{member.id}")).json()
    assert shown["temporaryExpirationDate"] == answer.json()["temporaryExpirationDate"]
    assert (await admin.browser.delete(f"{TEMPORARY}/{member.id}")).status_code == 200
    shown = (await admin.browser.get(f"{USERS}/{member.id}")).json()
    assert "temporaryExpirationDate" not in shown


async def test_no_user_changes_the_expiry_of_their_own_access(world: World, admin: Person):
    guest = await world.person("Admin", tenant_id=admin.tenant_id)
    own = f"{TEMPORARY}/{guest.id}"
    given = (await admin.browser.put(own, json={"expirationInSeconds": 3600})).json()
    answers = [
        await guest.browser.put(own, json={"expirationInSeconds": 360_000}),
        await guest.browser.delete(own),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in answers} == {(409, "members.yourself")}
    shown = (await admin.browser.get(f"{USERS}/{guest.id}")).json()
    assert shown["temporaryExpirationDate"] == given["temporaryExpirationDate"]


async def test_each_change_of_access_has_a_name_of_its_own(world: World, admin: Person):
    member, _ = await world.member(admin.tenant_id, "ReadOnly")
    for _ in range(2):
        await admin.browser.put(f"{TEMPORARY}/{member}", json={"expirationInSeconds": 3600})
    for _ in range(2):
        await admin.browser.delete(f"{TEMPORARY}/{member}")
        await admin.browser.post(f"{TENANT_USERS}/{member}/disable")
    for _ in range(2):
        await admin.browser.post(f"{TENANT_USERS}/{member}/enable")
    rows = await audit_entries(world, admin.tenant_id)
    assert [row["action"] for row in rows] == [
        "user.temporary_access_given", "user.temporary_access_changed", "user.made_permanent",
        "user.disabled", "user.enabled",
    ]  # fmt: skip


async def test_editing_people_is_not_yet_giving_roles(
    world: World, admin: Person, roles: dict[str, str], db: Db
):
    may = ("fe.secure.write.updateUser", "fe.secure.read.*")
    helper = await world.person("ReadOnly", permissions=may, tenant_id=admin.tenant_id)
    member, _ = await world.member(admin.tenant_id)
    await db.connection.execute("update roles set level = 20 where tenant_id = $1", admin.tenant_id)
    renamed = await helper.browser.put(TEAM, json={"id": str(member), "name": "New Name"})
    assert renamed.status_code == 200, renamed.text
    refused = await helper.browser.put(
        TEAM, json={"id": str(member), "roleIds": [roles["ReadOnly"]]}
    )
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "access.missing_permission")
    assert await keys_of(world, member) == []


async def test_a_reader_changes_no_member(world: World, admin: Person):
    reader = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    target = str(reader.id)
    answers = [
        await reader.browser.put(TEAM, json={"id": target, "name": "Me"}),
        await reader.browser.delete(f"{TEAM}/{target}"),
        await reader.browser.delete(f"{USERS}/{target}"),
        await reader.browser.post(f"{TENANT_USERS}/{target}/disable"),
        await reader.browser.post("/identity/resources/users/v2", json={"email": "a@b.test"}),
        await reader.browser.put(f"{TEMPORARY}/{target}", json={"expirationInSeconds": 60}),
    ]
    assert {(a.status_code, a.json()["errorCode"]) for a in answers} == {
        (403, "access.missing_permission")
    }


async def test_people_of_another_tenant_do_not_exist(
    world: World, admin: Person, roles: dict[str, str]
):
    stranger = await world.person("ReadOnly")
    target, wanted = str(stranger.id), {"roleIds": [roles["Editor"]]}
    answers = [
        await admin.browser.get(f"{USERS}/{target}"),
        await admin.browser.put(TEAM, json={"id": target, "roleIds": [""]}),
        await admin.browser.delete(f"{TEAM}/{target}"),
        await admin.browser.delete(f"{USERS}/{target}"),
        await admin.browser.post(f"{USERS}/{target}/roles", json=wanted),
        await admin.browser.request("DELETE", f"{USERS}/{target}/roles", json=wanted),
        await admin.browser.post(f"{TENANT_USERS}/{target}/disable"),
        await admin.browser.post(f"{TENANT_USERS}/{target}/enable"),
        await admin.browser.put(f"{TEMPORARY}/{target}", json={"expirationInSeconds": 60}),
        await admin.browser.delete(f"{TEMPORARY}/{target}"),
    ]
    assert [a.status_code for a in answers] == [404] * len(answers)
    assert await keys_of(world, stranger.id) == ["ReadOnly"]
