"""The requests that Okta and Microsoft Entra ID document, in their order and their words."""

from uuid import uuid4

from tests.scim.directory import ENTERPRISE, GROUP, PATCH, USER, Directory

LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
BULK = "urn:ietf:params:scim:api:messages:2.0:BulkRequest"


async def test_okta_provisions_changes_and_deactivates(directory: Directory):
    http, login = directory.http, f"{uuid4().hex}@example.test"
    filter_ = {"filter": f'userName eq "{login}"', "startIndex": 1, "count": 100}
    none = (await http.get("/Users", params=filter_)).json()
    assert none == {
        "schemas": [LIST], "totalResults": 0, "startIndex": 1, "itemsPerPage": 0, "Resources": [],
    }  # fmt: skip
    sent = {
        "schemas": [USER],
        "userName": login,
        "name": {"givenName": "Test", "familyName": "User"},
        "emails": [{"primary": True, "value": login, "type": "work"}],
        "displayName": "Test User",
        "locale": "en-US",
        "externalId": "00ujl29u0le5T6Aj10h7",
        "groups": [],
        "password": "1mz050nq",
        "active": True,
    }
    created = await http.post("/Users", json=sent)
    assert created.status_code == 201
    made = created.json()
    assert "password" not in made
    [found] = (await http.get("/Users", params=filter_)).json()["Resources"]
    assert found == made == (await http.get(f"/Users/{made['id']}")).json()
    again = await http.post("/Users", json=sent)
    assert (again.status_code, again.json()["scimType"]) == (409, "uniqueness")

    whole = {
        **made,
        "name": {"givenName": "Another", "familyName": "User"},
        "displayName": "Another User",
    }
    put = await http.put(f"/Users/{made['id']}", json=whole)
    assert (put.status_code, put.json()["name"]["givenName"]) == (200, "Another")
    off = {"schemas": [PATCH], "Operations": [{"op": "replace", "value": {"active": False}}]}
    patched = await http.patch(f"/Users/{made['id']}", json=off)
    assert (patched.status_code, patched.json()["active"]) == (200, False)

    group = (
        await http.post(
            "/Groups", json={"schemas": [GROUP], "displayName": "Test SCIMv2", "members": []}
        )
    ).json()
    renamed = {
        "schemas": [PATCH],
        "Operations": [
            {"op": "replace", "value": {"id": group["id"], "displayName": "Test SCIMv0"}}
        ],
    }
    assert (await http.patch(f"/Groups/{group['id']}", json=renamed)).is_success
    members = {
        "schemas": [PATCH],
        "Operations": [
            {"op": "add", "path": "members", "value": [{"value": made["id"], "display": login}]}
        ],
    }
    assert (await http.patch(f"/Groups/{group['id']}", json=members)).is_success
    leaving = f'members[value eq "{made["id"]}"]'
    out = {"schemas": [PATCH], "Operations": [{"op": "remove", "path": leaving}]}
    assert (await http.patch(f"/Groups/{group['id']}", json=out)).is_success
    assert "members" not in (await http.get(f"/Groups/{group['id']}")).json()
    assert (await http.delete(f"/Groups/{group['id']}")).status_code == 204


async def test_entra_tests_provisions_changes_and_deletes(directory: Directory):
    http = directory.http
    test = await http.get("/Users", params={"filter": f'userName eq "{uuid4()}"'})
    assert (test.status_code, test.json()["totalResults"]) == (200, 0)
    login = f"Test_User_{uuid4()}@Example.Test"
    sent = {
        "schemas": [USER, ENTERPRISE],
        "externalId": "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        "userName": login,
        "active": True,
        "displayName": "lennay",
        "emails": [{"primary": True, "type": "work", "value": f"Anna_{login}"}],
        "meta": {"resourceType": "User"},
        "name": {"formatted": "givenName familyName", "familyName": "familyName", "givenName": "givenName"},
        "roles": [],
        ENTERPRISE: {"department": "bob"},
    }  # fmt: skip
    made = (await http.post("/Users", json=sent)).json()
    assert set(made["schemas"]) == {USER, ENTERPRISE}
    for filter_ in (
        f'userName eq "{login.lower()}"',
        'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
        f'emails[type eq "work"].value eq "anna_{login}"',
    ):
        assert [one["id"] for one in await directory.found("Users", filter_)] == [made["id"]], (
            filter_
        )
    many = {
        "schemas": [PATCH],
        "Operations": [
            {"op": "Replace", "path": 'emails[type eq "work"].value', "value": f"updated-{login}"},
            {"op": "Replace", "path": "name.familyName", "value": "updatedFamilyName"},
            {"op": "Add", "path": 'addresses[type eq "work"].streetAddress', "value": "1 Main"},
            {"op": "Add", "path": 'phoneNumbers[type eq "mobile"].value', "value": "+1 555"},
            {"op": "Add", "path": f"{ENTERPRISE}:manager", "value": made["id"]},
            {"op": "Replace", "path": f"{ENTERPRISE}:department", "value": "Sales"},
        ],
    }
    answer = await http.patch(f"/Users/{made['id']}", json=many)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["emails"] == [{"value": f"updated-{login}", "type": "work", "primary": True}]
    assert body["addresses"] == [{"streetAddress": "1 Main", "type": "work"}]
    assert body[ENTERPRISE] == {"department": "Sales", "manager": {"value": made["id"]}}
    off = {
        "schemas": [PATCH],
        "Operations": [{"op": "Replace", "path": "active", "value": "False"}],
    }
    assert (await http.patch(f"/Users/{made['id']}", json=off)).json()["active"] is False

    group = (await http.post("/Groups", json={
        "schemas": [GROUP, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
        "externalId": "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
        "displayName": "displayName",
        "meta": {"resourceType": "Group"},
    })).json()  # fmt: skip
    path = f"/Groups/{group['id']}"
    short = await http.get(path, params={"excludedAttributes": "members"})
    assert short.json()["displayName"] == "displayName"
    by_name = {"excludedAttributes": "members", "filter": 'displayName eq "displayName"'}
    assert (await http.get("/Groups", params=by_name)).json()["totalResults"] == 1
    for op in ("Add", "Remove"):
        change = {"op": op, "path": "members", "value": [{"$ref": None, "value": made["id"]}]}
        answer = await http.patch(path, json={"schemas": [PATCH], "Operations": [change]})
        assert (answer.status_code, answer.content) == (204, b"")
    assert (await http.delete(path)).status_code == 204
    assert (await http.delete(f"/Users/{made['id']}")).status_code == 204
    assert (await http.get(f"/Users/{made['id']}")).status_code == 404


async def test_bulk_makes_what_names_each_other(directory: Directory):
    login = f"{uuid4().hex}@example.test"
    group = {"schemas": [GROUP], "displayName": "Sales", "members": [{"value": "bulkId:grace"}]}
    body = {
        "schemas": [BULK],
        "Operations": [
            {"method": "POST", "path": "/Groups", "bulkId": "sales", "data": group},
            {"method": "POST", "path": "/Users", "bulkId": "grace", "data": {"userName": login}},
            {"method": "PATCH", "path": "/Groups/bulkId:sales", "data": {"Operations": [
                {"op": "replace", "path": "displayName", "value": "Selling"}]}},
            {"method": "POST", "path": "/Users", "bulkId": "twin", "data": {"userName": login.upper()}},
            {"method": "DELETE", "path": "/Users/nobody"},
            {"method": "PUT", "path": "/Users/bulkId:twin", "data": {"userName": "x"}},
        ],
    }  # fmt: skip
    results = (await directory.http.post("/Bulk", json=body)).json()["Operations"]
    assert {one.get("bulkId", one["method"]): one["status"] for one in results} == {
        "sales": "201", "grace": "201", "PATCH": "200", "twin": "409", "DELETE": "404", "PUT": "400",
    }  # fmt: skip
    [made] = await directory.found("Groups", 'displayName eq "selling"')
    [grace] = await directory.found("Users", f'userName eq "{login}"')
    assert [one["value"] for one in made["members"]] == [grace["id"]]


async def test_bulk_stops_after_the_errors_that_it_was_given(directory: Directory):
    gone = {"method": "DELETE", "path": "/Users/nobody"}
    body = {"schemas": [BULK], "failOnErrors": 2, "Operations": [gone] * 5}
    results = (await directory.http.post("/Bulk", json=body)).json()["Operations"]
    assert [one["response"]["status"] for one in results] == ["404", "404"]
    for wrong, status in (
        ({"schemas": 5}, 400), ({"schemas": [BULK]}, 400), ({**body, "failOnErrors": 0}, 400),
        ({**body, "Operations": [{"method": "GET", "path": "/Users"}]}, 400),
        ({**body, "Operations": [{"method": "POST", "path": "/Users"}]}, 400),
        ({**body, "Operations": [gone] * 501}, 413),
    ):  # fmt: skip
        answer = await directory.http.post("/Bulk", json=wrong)
        assert answer.status_code == status, answer.text


async def test_found_among_people_and_groups_at_once(directory: Directory):
    made, group = await directory.user(displayName="Sales"), await directory.group("Sales")
    search = "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
    body = {"schemas": [search], "filter": 'displayName eq "sales"', "attributes": ["displayName"]}
    for more, expected in (
        ({}, [made, group]),
        ({"startIndex": 2}, [group]),
        ({"count": 1}, [made]),
    ):
        answer = (await directory.http.post("/.search", json={**body, **more})).json()
        assert answer["totalResults"] == 2
        assert [one["id"] for one in answer["Resources"]] == [one["id"] for one in expected], more
    only = {**body, "filter": "userName pr"}
    assert (await directory.http.post("/.search", json=only)).json()["totalResults"] == 1
    nothing = {**body, "filter": "shoes pr"}
    assert (await directory.http.post("/.search", json=nothing)).status_code == 400
