"""People of the accounts below: managed from above, and entering them with the rights of above."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.vendor_view import members_of, role_keys
from tests.world import Db, Person, World

BELOW = "/identity/resources/sub-tenants/users"
TOKEN = "/identity/resources/users/v3/me/token"
SWITCH = "/identity/resources/users/v1/tenant"
ME = "/identity/resources/users/v2/me"
TEAM = "/team/resources/members/v1"


@pytest.fixture
async def admin(world: World) -> Person:
    return await world.person("Admin", tenant_id=await world.tenant("Top"))


@pytest.fixture
async def child(world: World, admin: Person) -> UUID:
    return await world.tenant("Child", parent=admin.tenant_id)


async def role_id(admin: Person, key: str) -> str:
    roles = (await admin.browser.get("/identity/resources/roles/v1")).json()
    return next(str(role["id"]) for role in roles if role["key"] == key)


async def members(world: World, tenant_id: UUID) -> dict[str, list[str]]:
    """Addresses, and the keys of roles."""
    listed = await members_of(world, tenant_id)
    return {member["email"]: sorted(role_keys(member, tenant_id)) for member in listed}


async def send(who: Person, method: str, path: str, body: Any) -> tuple[int, str]:
    answer = await who.browser.send(who.browser.build_request(method, path, json=body))
    return answer.status_code, answer.json()["errorCode"] if answer.status_code >= 400 else ""


async def act_in(who: Person, tenant_id: UUID) -> dict[str, str] | int:
    """The header of a token for this account, bare as the client sends it; or the status of a refusal."""
    answer = await who.browser.post(TOKEN, json={"tenantId": str(tenant_id)})
    if answer.status_code != 201 and answer.status_code != 200:
        return answer.status_code
    return {"authorization": answer.json()["accessToken"]}


async def test_people_are_invited_into_an_account_below(world: World, admin: Person, child: UUID):
    """With the slash at the end that the client sends."""
    body = {
        "users": [{"email": "A@new.test", "name": "Ada"}, {"email": "b@new.test"}],
        "tenantId": str(child), "roleIds": [await role_id(admin, "Editor")], "allowSubAccountAccess": True,
    }  # fmt: skip
    assert await send(admin, "POST", f"{BELOW}/v2/", body) == (201, "")
    assert await members(world, child) == {"a@new.test": ["Editor"], "b@new.test": ["Editor"]}
    for member in await members_of(world, child):
        assert (member["activatedForTenant"], member["subAccountAccessAllowed"]) == (False, True)


async def test_one_person_is_invited_into_several_accounts(
    world: World, admin: Person, child: UUID
):
    low = await world.tenant("Low", parent=child)
    into = [
        {"tenantId": str(child), "roleIds": [await role_id(admin, "Admin")]},
        {"tenantId": str(low)},
        {"tenantId": str(admin.tenant_id), "roleIds": [await role_id(admin, "ReadOnly")]},
    ]
    body = {"user": {"email": "new@new.test"}, "subTenants": into}
    assert await send(admin, "POST", f"{BELOW}/v1", body) == (201, "")
    assert (await members(world, child))["new@new.test"] == ["Admin"]
    assert (await members(world, admin.tenant_id))["new@new.test"] == ["ReadOnly"]
    assert "new@new.test" in await members(world, low)


async def test_roles_in_accounts_below_are_set_given_and_taken(
    world: World, admin: Person, child: UUID
):
    user_id, address = await world.member(child, "ReadOnly")
    path = f"{BELOW}/v1/{user_id}/roles"

    async def change(method: str, *keys: str) -> tuple[int, str]:
        ids = [await role_id(admin, key) for key in keys]
        body = {"subTenantsRoles": [{"tenantId": str(child), "roleIds": ids}]}
        return await send(admin, method, path, body)

    assert await change("POST", "Editor") == (201, "")
    assert (await members(world, child))[address] == ["Editor", "ReadOnly"]
    assert await change("DELETE", "ReadOnly") == (200, "")
    assert (await members(world, child))[address] == ["Editor"]
    assert await change("PATCH", "Admin") == (200, "")
    assert (await members(world, child))[address] == ["Admin"]
    assert await change("PATCH", "Editor") == (409, "members.last_admin")


async def test_a_user_is_removed_from_several_accounts_or_none(
    world: World, admin: Person, child: UUID
):
    other = await world.tenant("Sibling", parent=admin.tenant_id)
    user_id, address = await world.member(child, "ReadOnly")
    both = [{"tenantId": str(child)}, {"tenantId": str(other)}]
    body = {"userId": str(user_id), "subTenants": both}
    assert await send(admin, "DELETE", f"{BELOW}/v1", body) == (404, "members.not_found")
    assert address in await members(world, child)
    body["subTenants"] = both[:1]
    assert await send(admin, "DELETE", f"{BELOW}/v1", body) == (200, "")
    assert address not in await members(world, child)


@pytest.mark.parametrize("relation", ["parent", "sibling", "foreign", "unknown"])
async def test_accounts_that_are_not_below_are_not_there(
    world: World, admin: Person, child: UUID, relation: str, db: Db
):
    target = {
        "parent": admin.tenant_id,
        "sibling": await world.tenant("Sibling", parent=admin.tenant_id),
        "foreign": await world.tenant("Foreign"),
        "unknown": uuid4(),
    }[relation]
    victim, _ = (admin.id, "") if relation == "unknown" else await world.member(target, "ReadOnly")
    inside = await world.person("Admin", tenant_id=child)
    one, roles = {"tenantId": str(target)}, [await role_id(admin, "Admin")]
    both = [{"tenantId": str(child)}, one]
    before = await db.connection.fetch("select * from memberships order by tenant_id, user_id")
    held = await db.connection.fetch("select * from membership_roles order by 1, 2, 3")
    with_roles = {"subTenantsRoles": [{**one, "roleIds": roles}]}
    calls = [
        ("POST", f"{BELOW}/v1", {"user": {"email": "x@new.test"}, "subTenants": both}),
        ("POST", f"{BELOW}/v2", {"users": [{"email": "x@new.test"}], **one}),
        ("DELETE", f"{BELOW}/v1", {"userId": str(victim), "subTenants": [one]}),
        *(
            (method, f"{BELOW}/v1/{victim}/roles", with_roles)
            for method in ("POST", "PATCH", "DELETE")
        ),
    ]
    for method, path, body in calls:
        assert await send(inside, method, path, body) == (404, "tenants.not_found"), path
    access = await send(inside, "PUT", f"{BELOW}/v1/{victim}/access", {"allowAccess": True})
    assert access == (404, "members.not_found")
    assert await act_in(inside, target) == 404
    assert (
        await db.connection.fetch("select * from memberships order by tenant_id, user_id") == before
    )
    assert await db.connection.fetch("select * from membership_roles order by 1, 2, 3") == held


async def test_no_user_gives_in_a_sub_account_what_they_lack(
    world: World, admin: Person, child: UUID
):
    giver = await world.person(
        permissions=("fe.secure.write.userSubTenants", "fe.secure.write.users",
                     "fe.account-hierarchy.read.subAccount",
                     "fe.account-hierarchy.write.subAccountAccess"),
        tenant_id=admin.tenant_id,
    )  # fmt: skip
    body = {"users": [{"email": "x@new.test"}], "tenantId": str(child)}
    refused = await send(
        giver, "POST", f"{BELOW}/v2", {**body, "roleIds": [await role_id(admin, "Admin")]}
    )
    assert refused == (403, "roles.beyond_own")
    assert await members(world, child) == {}
    with_roles = {"subTenantsRoles": [{"tenantId": str(child), "roleIds": []}]}
    for method in ("POST", "PATCH", "DELETE"):
        path = f"{BELOW}/v1/{admin.id}/roles"
        assert await send(giver, method, path, with_roles) == (403, "access.missing_permission")


async def test_a_user_without_access_manages_no_user_of_a_sub_account(
    world: World, admin: Person, child: UUID
):
    """Seeing the tree is not entering it."""
    user_id, _ = await world.member(child, "ReadOnly")
    viewer = await world.person(
        permissions=("fe.secure.*", "fe.account-hierarchy.read.subAccount"),
        tenant_id=admin.tenant_id,
    )
    body = {"userId": str(user_id), "subTenants": [{"tenantId": str(child)}]}
    assert await send(viewer, "DELETE", f"{BELOW}/v1", body) == (404, "tenants.not_found")
    assert await act_in(viewer, child) == 404
    let_in = f"{BELOW}/v1/{viewer.id}/access"
    assert await send(admin, "PUT", let_in, {"allowAccess": True}) == (200, "")
    assert await send(viewer, "DELETE", f"{BELOW}/v1", body) == (200, "")


@pytest.mark.parametrize("body", [{}, {"allowAccess": "perhaps"}, []])
async def test_bad_access_is_refused(admin: Person, body: object):
    assert (await send(admin, "PUT", f"{BELOW}/v1/{admin.id}/access", body))[0] == 400


async def test_an_administrator_acts_below_with_a_token_of_that_account(
    world: World, admin: Person, child: UUID
):
    header = await act_in(admin, child)
    assert isinstance(header, dict)
    me = (await admin.browser.get(ME, headers=header)).json()
    assert me["tenantId"] == str(child)
    assert [role["key"] for role in me["roles"]] == ["Admin"]
    made = await admin.browser.post(
        "/tenants/resources/sub-tenants/v1", json={"name": "Low"}, headers=header
    )
    assert (made.status_code, made.json()["parentTenantId"]) == (201, str(child))
    own = (await admin.browser.get(ME)).json()
    assert own["tenantId"] == str(admin.tenant_id)
    low = await admin.browser.post(
        TOKEN, json={"tenantId": made.json()["tenantId"]}, headers=header
    )
    assert low.status_code in (200, 201)
    # These permissions do not lead from a sub-account to its parent.
    inside = await world.person("Admin", tenant_id=child)
    assert await act_in(inside, admin.tenant_id) == 404


async def test_a_session_moves_down(world: World, admin: Person, child: UUID):
    assert (await admin.browser.put(SWITCH, json={"tenantId": str(child)})).status_code == 200
    tenants = (await admin.browser.get("/identity/resources/users/v2/me/tenants")).json()
    assert {one["tenantId"] for one in tenants} == {str(admin.tenant_id), str(child)}


async def _access_off(db: Db, boss: Person, who: Person) -> None:
    path = f"{BELOW}/v1/{who.id}/access"
    assert await send(boss, "PUT", path, {"allowAccess": False}) == (200, "")


async def _disabled(db: Db, boss: Person, who: Person) -> None:
    path = f"/identity/resources/tenants/users/v1/{who.id}/disable"
    assert (await boss.browser.post(path)).status_code == 200


async def _removed(db: Db, boss: Person, who: Person) -> None:
    assert (await boss.browser.delete(f"{TEAM}/{who.id}")).status_code == 200


async def _demoted(db: Db, boss: Person, who: Person) -> None:
    assert await send(boss, "PUT", TEAM, {"id": str(who.id), "roleIds": [""]}) == (200, "")


@pytest.mark.parametrize("change", [_access_off, _disabled, _removed, _demoted])
async def test_losing_access_in_the_parent_ends_it_in_sub_accounts_at_once(
    world: World, admin: Person, child: UUID, db: Db, change: Any
):
    """Also two levels down, where they came by the right that they held one level down."""
    low = await world.tenant("Low", parent=child)
    guest = await world.person("Editor", tenant_id=admin.tenant_id)
    await send(admin, "PUT", f"{BELOW}/v1/{guest.id}/access", {"allowAccess": True})
    header = await act_in(guest, child)
    assert isinstance(header, dict)
    deeper = await guest.browser.post(TOKEN, json={"tenantId": str(low)}, headers=header)
    down = {"authorization": deeper.json()["accessToken"]}
    for one in (header, down):
        assert (await guest.browser.get(ME, headers=one)).status_code == 200
    await change(db, admin, guest)
    for one in (header, down):
        assert (await guest.browser.get(ME, headers=one)).status_code == 401
    assert await act_in(guest, child) in (401, 404)
    assert await members(world, child) == await members(world, low) == {}


async def test_rights_from_above_are_managed_above(world: World, admin: Person, child: UUID):
    """The account below sees who came in, and can neither put them out nor demote them."""
    await act_in(admin, child)
    inside = await world.person("Admin", tenant_id=child)
    listed = (await inside.browser.get("/identity/resources/users/v2")).json()["items"]
    assert {item["id"] for item in listed} == {str(admin.id), str(inside.id)}
    assert await send(inside, "PUT", TEAM, {"id": str(admin.id), "roleIds": [""]}) == (
        403, "members.managed_above",
    )  # fmt: skip
    assert (await inside.browser.delete(f"{TEAM}/{admin.id}")).status_code == 403
    # And they do not count as an account's last administrator.
    refused = await inside.browser.delete(f"{TEAM}/{inside.id}")
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "members.last_admin")


async def test_entering_and_losing_access_at_once_ends_outside(
    world: World, admin: Person, child: UUID
):
    guest = await world.person("Editor", tenant_id=admin.tenant_id)
    path = f"{BELOW}/v1/{guest.id}/access"
    for _ in range(3):
        await send(admin, "PUT", path, {"allowAccess": True})
        async with asyncio.timeout(20):
            await asyncio.gather(
                *(act_in(guest, child) for _ in range(4)),
                send(admin, "PUT", path, {"allowAccess": False}),
            )
        assert await members(world, child) == {}
