"""Connections as an administrator keeps them, and as the published client calls them."""

import pytest

from gatehouse.kit.db import Db
from gatehouse.scim.connections.service import MOST
from tests.audit_log import audit_entries
from tests.scim.directory import CONFIGURATIONS, GROUP, Directory, client_of, connect
from tests.stored import row_contains
from tests.world import World


async def test_a_connection_is_made_named_and_listed(world: World, db: Db):
    directory = await connect(world, source="azure-ad")
    http = directory.admin.browser
    [shown] = (await http.get(CONFIGURATIONS)).json()
    assert (shown["id"], shown["connectionName"], shown["source"], shown["lastSync"]) == (
        directory.id, "Microsoft Entra ID", "azure-ad", None,
    )  # fmt: skip
    assert shown["syncToUserManagement"]
    assert "token" not in shown
    path = f"{CONFIGURATIONS}/{directory.id}"
    assert (await http.patch(path, json={"connectionName": "Staff"})).status_code == 204
    assert (await http.get(path)).json() == {**shown, "connectionName": "Staff"}
    stored = await db.connection.fetchval(
        "select c::text from scim_connections c where id = $1::text::uuid", directory.id
    )
    assert not row_contains(stored, directory.token)
    entries = await audit_entries(world, directory.admin.tenant_id)
    assert [one["action"] for one in entries] == [
        "provisioning.connection_created", "provisioning.connection_updated",
    ]  # fmt: skip
    assert directory.token not in str(entries)


async def test_a_new_token_ends_the_one_before(directory: Directory, world: World):
    http = directory.admin.browser
    made = await http.post(f"{CONFIGURATIONS}/{directory.id}/token")
    assert (made.status_code, made.json()["id"]) == (201, directory.id)
    refused = await directory.http.get("/Users")
    assert (refused.status_code, refused.json()["status"]) == (401, "401")
    again = client_of(world, directory.id, made.json()["token"])
    assert (await again.get("/Users")).status_code == 200


async def test_a_new_token_needs_the_permissions_that_the_directorys_groups_give(
    directory: Directory, world: World
):
    """The holder of the token decides who is in the groups."""
    group, http = await directory.group("Owners"), directory.admin.browser
    keeper = await world.person(
        permissions=("fe.secure.write.provisioningConfiguration",),
        tenant_id=directory.admin.tenant_id,
    )
    path = f"{CONFIGURATIONS}/{directory.id}/token"
    assert (await keeper.browser.post(path)).status_code == 201
    roles = (await http.get("/identity/resources/roles/v1")).json()
    admin_role = next(one["id"] for one in roles if one["key"] == "Admin")
    given = await http.post(
        f"/identity/resources/groups/v1/{group['id']}/roles", json={"roleIds": [admin_role]}
    )
    assert given.status_code == 201
    refused = await keeper.browser.post(path)
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "provisioning.outranks_you")
    assert (await http.post(path)).status_code == 201


async def test_a_user_cannot_enter_a_directorys_group_that_gives_more_than_their_own_roles(
    directory: Directory, world: World, run_jobs
):
    """A user manages the directory and the groups without being an administrator; a group gives the role of
    one."""
    group, http = await directory.group("Owners"), directory.admin.browser
    keeper = await world.person(
        permissions=(
            "fe.secure.write.provisioningConfiguration",
            "fe.secure.delete.provisioningConfiguration",
            "fe.secure.read.groups",
            "fe.secure.write.groups",
            "fe.secure.write.groupsRoles",
            "fe.secure.write.groupsUsers",
        ),
        tenant_id=directory.admin.tenant_id,
    )
    roles = (await http.get("/identity/resources/roles/v1")).json()
    admin_role = next(one["id"] for one in roles if one["key"] == "Admin")
    path = f"/identity/resources/groups/v1/{group['id']}"
    giving = {"roleIds": [admin_role]}
    beyond = await keeper.browser.post(f"{path}/roles", json=giving)
    assert (beyond.status_code, beyond.json()["errorCode"]) == (403, "roles.beyond_own")
    assert (await http.post(f"{path}/roles", json=giving)).status_code == 201

    # Another directory of theirs reaches neither the group nor its name.
    made = (await keeper.browser.post(CONFIGURATIONS, json={"source": "okta"})).json()
    own = client_of(world, made["id"], made["token"])
    assert (await own.get(f"/Groups/{group['id']}")).status_code == 404
    again = await own.post(
        "/Groups",
        json={"schemas": [GROUP], "displayName": "owners"},
    )
    assert again.status_code == 409

    # Disconnected, the group is managed here, and changing it needs the same permissions.
    gone = await keeper.browser.request("DELETE", f"{CONFIGURATIONS}/{directory.id}")
    assert gone.status_code == 204
    await run_jobs()
    for attempt in (
        await keeper.browser.post(f"{path}/users", json={"userIds": [str(keeper.id)]}),
        await keeper.browser.patch(path, json={"name": "Mine"}),
        await keeper.browser.request("DELETE", f"{path}/roles", json=giving),
    ):
        assert (attempt.status_code, attempt.json()["errorCode"]) == (403, "groups.outranks_you")


async def test_switched_off_it_neither_reads_nor_changes(directory: Directory):
    path = f"{CONFIGURATIONS}/{directory.id}"
    http = directory.admin.browser
    assert (await http.patch(path, json={"syncToUserManagement": False})).status_code == 204
    for answer in (
        await directory.http.get("/Users"),
        await directory.http.post("/Users", json={}),
    ):
        assert answer.status_code == 403
    await http.patch(path, json={"syncToUserManagement": True})
    assert (await directory.http.get("/Users")).status_code == 200


async def test_when_something_last_came_is_noted(directory: Directory):
    await directory.user()
    shown = await directory.admin.browser.get(f"{CONFIGURATIONS}/{directory.id}")
    assert shown.json()["lastSync"]


@pytest.mark.parametrize("body", [None, {}, {"deleteAll": False}])
async def test_deleted_it_lets_its_people_go(directory: Directory, run_jobs, body: object):
    made, _ = await directory.user(), await directory.group("Sales")
    http = directory.admin.browser
    path = f"{CONFIGURATIONS}/{directory.id}"
    assert (await http.request("DELETE", path, json=body)).status_code == 204
    assert (await directory.http.get("/Users")).status_code == 401
    assert (await http.get(path)).status_code == 404
    await run_jobs()
    assert (await directory.members())[made["userName"]]["managedBy"] == "frontegg"
    groups = (await http.get("/identity/resources/groups/v1")).json()["groups"]
    assert [(one["name"], one["managedBy"]) for one in groups] == [("Sales", "frontegg")]


async def test_deleting_a_connection_with_its_users_keeps_the_caller(
    directory: Directory, run_jobs
):
    await directory.user()
    await directory.user(address=directory.admin.email)
    await directory.group("Sales")
    http = directory.admin.browser
    path = f"{CONFIGURATIONS}/{directory.id}"
    assert (await http.request("DELETE", path, json={"deleteAll": True})).status_code == 204
    await run_jobs()
    [left] = (await directory.members()).values()
    assert (left["email"], left["managedBy"]) == (directory.admin.email, "frontegg")
    assert (await http.get("/identity/resources/groups/v1")).json() == {"groups": []}


async def test_there_is_an_end_to_how_many(directory: Directory):
    for _ in range(MOST - 1):
        await connect_again(directory)
    answer = await directory.admin.browser.post(CONFIGURATIONS, json={"source": "okta"})
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "provisioning.too_many")


async def connect_again(directory: Directory) -> None:
    answer = await directory.admin.browser.post(CONFIGURATIONS, json={"source": "other"})
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "body", [{}, {"source": "ldap"}, {"source": "okta", "connectionName": "a\nb"}]
)
async def test_what_cannot_be_is_refused(world: World, body: dict[str, str]):
    admin = await world.person("Admin")
    answer = await admin.browser.post(CONFIGURATIONS, json=body)
    assert answer.status_code == 400
    assert (await admin.browser.get(CONFIGURATIONS)).json() == []


async def test_another_account_has_no_part_in_it(directory: Directory, world: World):
    stranger = await world.person("Admin")
    path = f"{CONFIGURATIONS}/{directory.id}"
    for method, address in (
        ("GET", path), ("PATCH", path), ("DELETE", path), ("POST", f"{path}/token"),
        ("GET", f"/directory/resources/scim/temp/{directory.id}/Users/count"),
    ):  # fmt: skip
        answer = await stranger.browser.request(method, address, json={})
        assert answer.status_code == 404, address
    assert (await directory.http.get("/Users")).status_code == 200


async def test_a_person_s_token_opens_no_connection(directory: Directory):
    directory.http.headers["authorization"] = directory.admin.browser.headers["authorization"]
    answer = await directory.http.get("/Users")
    assert (answer.status_code, answer.json()["schemas"]) == (
        401, ["urn:ietf:params:scim:api:messages:2.0:Error"],
    )  # fmt: skip
    assert answer.headers["www-authenticate"] == "Bearer"
    del directory.http.headers["authorization"]
    without = await directory.http.get("/Users")
    assert (without.status_code, without.headers["www-authenticate"]) == (401, "Bearer")


async def test_connections_are_found_by_what_they_are(directory: Directory):
    http = directory.admin.browser
    [shown] = (await http.get(CONFIGURATIONS)).json()
    for name in ("id", "tenantId", "source", "connectionName"):
        assert (await http.get(CONFIGURATIONS, params={name: shown[name]})).json() == [shown]
    for other in ({"id": shown["tenantId"]}, {"tenantId": shown["id"]}, {"connectionName": "X"}):
        assert (await http.get(CONFIGURATIONS, params=other)).json() == []
    assert (await http.get(CONFIGURATIONS, params={"id": "x"})).status_code == 400
