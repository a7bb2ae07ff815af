"""Groups that a directory keeps."""

import pytest

from tests.scim.directory import Body, Directory
from tests.world import World

ME = "/identity/resources/users/v2/me"


async def ids_in(directory: Directory, group: Body) -> set[str]:
    return {one["value"] for one in (await directory.read(group)).get("members", [])}


async def test_a_group_is_shown_as_kept_by_the_directory(directory: Directory):
    made = await directory.user()
    group = await directory.group("Sales", made)
    http = directory.admin.browser
    [shown] = (await http.get("/identity/resources/groups/v1?_groupsRelations=users")).json()[
        "groups"
    ]
    assert (shown["id"], shown["managedBy"]) == (group["id"], "scim2")
    assert [one["email"] for one in shown["users"]] == [made["userName"]]
    refused = await http.delete(f"/identity/resources/groups/v1/{group['id']}")
    assert (refused.status_code, refused.json()["errorCode"]) == (403, "groups.managed_elsewhere")
    assert [one["display"] for one in (await directory.read(made))["groups"]] == ["Sales"]


async def test_members_come_and_go_in_every_form(directory: Directory):
    one, two, three = [(await directory.user()) for _ in range(3)]
    group = await directory.group("Sales")

    async def after(*operations: Body) -> set[str]:
        answer = await directory.patch(group, *operations)
        assert answer.status_code == 204, answer.text
        return await ids_in(directory, group)

    def value(*users: Body) -> list[Body]:
        return [{"value": user["id"]} for user in users]

    assert await after({"op": "Add", "path": "members", "value": value(one)}) == {one["id"]}
    added = {"op": "add", "value": {"members": value(two, three)}}
    assert await after(added) == {one["id"], two["id"], three["id"]}
    by_filter = {"op": "remove", "path": f'members[value eq "{one["id"]}"]'}
    assert await after(by_filter) == {two["id"], three["id"]}
    by_value = {"op": "Remove", "path": "members", "value": value(two)}
    assert await after(by_value) == {three["id"]}
    assert await after({"op": "replace", "path": "members", "value": value(one)}) == {one["id"]}
    nobody = {"op": "remove", "path": "members", "value": []}
    assert await after(nobody) == {one["id"]}
    both = (
        {"op": "remove", "path": "members"},
        {"op": "add", "path": "members", "value": value(two)},
    )
    assert await after(*both) == {two["id"]}
    odd = {"op": "remove", "path": f'members[value ne "{one["id"]}" and type eq "User"]'}
    assert await after(odd) == set()


async def test_renamed_and_replaced(directory: Directory):
    made = await directory.user()
    group = await directory.group("Sales", made)
    renamed = {"op": "replace", "value": {"id": group["id"], "displayName": "Selling"}}
    assert (await directory.patch(group, renamed)).status_code == 204
    assert await ids_in(directory, group) == {made["id"]}
    answer = await directory.http.put(f"/Groups/{group['id']}", json={"displayName": "Sold"})
    assert (answer.status_code, answer.json()["displayName"]) == (200, "Sold")
    assert "members" not in answer.json()
    assert (await directory.http.delete(f"/Groups/{group['id']}")).status_code == 204
    assert (await directory.http.get(f"/Groups/{group['id']}")).status_code == 404


async def test_a_group_name_that_is_taken_is_refused(directory: Directory):
    http = directory.admin.browser
    await http.post("/identity/resources/groups/v1", json={"name": "Support"})
    sales = await directory.group("Sales")
    for answer in (
        await directory.http.post("/Groups", json={"displayName": "support"}),
        await directory.patch(sales, {"op": "replace", "path": "displayName", "value": "SUPPORT"}),
    ):
        assert (answer.status_code, answer.json()["scimType"]) == (409, "uniqueness")


@pytest.mark.parametrize("odd", ["\u202e", "\u2066", "\u2028", "\x85", "\t"])
async def test_a_name_that_turns_the_text_around_it_is_refused(directory: Directory, odd: str):
    sales = await directory.group("Sales")
    name = f"Sales{odd}selaS"
    for answer in (
        await directory.http.post("/Groups", json={"displayName": name}),
        await directory.patch(sales, {"op": "replace", "path": "displayName", "value": name}),
        await directory.http.put(f"/Groups/{sales['id']}", json={"displayName": name}),
    ):
        assert (answer.status_code, answer.json()["scimType"]) == (400, "invalidValue")
    assert (await directory.read(sales))["displayName"] == "Sales"


async def test_groups_are_found_by_name_and_by_member(directory: Directory):
    made = await directory.user()
    sales, other = await directory.group("Sales", made), await directory.group("Other")
    for filter_, expected in (
        ('displayName eq "sales"', [sales]),
        (f'members eq "{made["id"]}"', [sales]),
        (f'id eq "{sales["id"]}" and members eq "{made["id"]}"', [sales]),
        (f'members[value eq "{made["id"]}"]', [sales]),
        ("not (members pr)", [other]),
    ):
        found = await directory.found("Groups", filter_)
        assert [one["id"] for one in found] == [one["id"] for one in expected], filter_
    [short] = await directory.found("Groups", "members pr", excludedAttributes="members")
    assert "members" not in short


async def test_roles_of_a_group_end_with_the_request_that_removes_a_member(
    directory: Directory, world: World, db
):
    who = await world.person(tenant_id=directory.admin.tenant_id)
    made = await directory.user(address=who.email)
    group = await directory.group("Operators", made)
    await db.connection.execute(
        "insert into group_roles (tenant_id, group_id, role_id)"
        " select $1, $2::text::uuid, id from roles where tenant_id is null and key = 'Admin'",
        who.tenant_id, group["id"],
    )  # fmt: skip
    assert (await who.browser.get("/identity/resources/users/v3")).status_code == 200
    gone = {"op": "remove", "path": "members", "value": [{"value": made["id"]}]}
    assert (await directory.patch(group, gone)).status_code == 204
    assert (await who.browser.get("/identity/resources/users/v3")).status_code == 403


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        ({"op": "add", "path": "members", "value": [{"value": "x"}]}, "invalidValue"),
        (
            {"op": "add", "path": "members", "value": [{"value": "x", "type": "Group"}]},
            "invalidValue",
        ),
        ({"op": "remove", "path": "displayName"}, "invalidValue"),
        ({"op": "replace", "path": "displayName", "value": ""}, "invalidValue"),
        ({"op": "replace", "path": "id", "value": "x"}, "mutability"),
        ({"op": "replace", "path": "shoes", "value": "x"}, "invalidPath"),
        ({"op": "replace", "path": "members[value eq", "value": "x"}, "invalidPath"),
        ({"op": "remove"}, "noTarget"),
        ({"op": "copy", "path": "displayName"}, "invalidSyntax"),
        ({"op": "add", "value": "x"}, "invalidValue"),
    ],
)
async def test_what_cannot_be_changed_is_told(directory: Directory, operation: Body, code: str):
    group = await directory.group("Sales")
    first = {"op": "replace", "path": "externalId", "value": "not kept"}
    answer = await directory.patch(group, first, operation)
    assert (answer.status_code, answer.json()["scimType"]) == (400, code), answer.text
    assert await directory.read(group) == group


async def test_a_name_as_long_as_directories_have_it(directory: Directory):
    """256 characters, as in Active Directory."""
    group = await directory.group("x" * 256)
    assert (await directory.read(group))["displayName"] == "x" * 256
    longer = await directory.http.post("/Groups", json={"displayName": "x" * 257})
    assert (longer.status_code, longer.json()["scimType"]) == (400, "invalidValue")
    assert "256" in longer.json()["detail"]
