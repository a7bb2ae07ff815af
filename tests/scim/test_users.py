"""Users that a directory manages: created, changed, deactivated, and those out of its reach."""

from uuid import uuid4

import pytest

from gatehouse.kit.db import Db
from tests.scim.directory import ENTERPRISE, Body, Directory, client_of, connect, person
from tests.world import World

ME = "/identity/resources/users/v2/me"


@pytest.fixture
async def own_domain(directory: Directory, db: Db) -> str:
    """A domain that the account has proved."""
    domain, tenant_id = f"{uuid4().hex[:10]}.test", directory.admin.tenant_id
    await db.connection.execute(
        """
        with made as (
          insert into sso_connections (id, tenant_id, type, enabled, enforced, override_active_tenant,
            sso_endpoint, idp_entity_id, audience, sign_request, metadata_source, metadata_url,
            oidc_client_id, created_at, updated_at)
          values (gen_random_uuid(), $1, 'saml', false, false, false, '', '', '', false, 'form', '', '',
            now(), now())
          returning id
        )
        insert into sso_domains (id, tenant_id, connection_id, domain, token, validated_at, created_at)
        select gen_random_uuid(), $1, id, $2, 'token', now(), now() from made
        """,
        tenant_id, domain,
    )  # fmt: skip
    return domain


async def test_a_new_user_is_created_and_shown_as_managed_by_the_directory(
    directory: Directory, world: World, run_jobs
):
    made = await directory.user(title="Admiral", externalId="00u1")
    assert made["meta"]["location"].endswith(f"/scim/v2.0/{directory.id}/Users/{made['id']}")
    assert await directory.read(made) == made
    shown = (await directory.members())[made["userName"]]
    assert (shown["managedBy"], shown["name"]) == ("scim2", "Grace Hopper")
    assert shown["sub"] != made["id"]
    count = await directory.admin.browser.get(
        f"/directory/resources/scim/temp/{directory.id}/Users/count"
    )
    assert count.json() == {"count": 1}
    await run_jobs()
    assert world.mails(made["userName"]) == []


async def test_users_of_a_verified_domain_are_active_and_others_are_invited(
    directory: Directory, own_domain: str
):
    own = await directory.user(address=f"ada@{own_domain}")
    other = await directory.user()
    members = await directory.members()
    assert members[own["userName"]]["activatedForTenant"]
    assert not members[other["userName"]].get("activatedForTenant")


async def test_an_account_elsewhere_is_neither_told_of_nor_changed(
    directory: Directory, world: World
):
    elsewhere = await world.person("Admin")
    known = await directory.user(address=elsewhere.email)
    unknown = await directory.user()
    assert known.keys() == unknown.keys()
    assert (await elsewhere.browser.get(ME)).json()["name"] == "Pat Doe"
    for operation in (
        {"op": "replace", "path": "displayName", "value": "Somebody Else"},
        {"op": "replace", "path": "active", "value": False},
    ):
        assert (await directory.patch(known, operation)).status_code == 200
    await directory.http.delete(f"/Users/{known['id']}")
    mine = await elsewhere.browser.get(ME)
    assert (mine.status_code, mine.json()["name"]) == (200, "Pat Doe")


async def test_a_member_is_taken_over_and_shown_so(directory: Directory, world: World):
    user_id, address = await world.member(directory.admin.tenant_id, "ReadOnly")
    await directory.user(address=address)
    shown = (await directory.members())[address]
    assert (shown["sub"], shown["managedBy"], shown["name"]) == (
        str(user_id), "scim2", "Grace Hopper",
    )  # fmt: skip


@pytest.mark.parametrize("how", ["patch", "put", "text", "delete", "bulk"])
async def test_a_deactivated_user_loses_access_with_that_request(
    directory: Directory, world: World, how: str
):
    who = await world.person("ReadOnly", tenant_id=directory.admin.tenant_id)
    made = await directory.user(address=who.email)
    assert (await who.browser.get(ME)).status_code == 200
    off = {"op": "Replace", "path": "active", "value": "False" if how == "text" else False}
    match how:
        case "put":
            answer = await directory.http.put(
                f"/Users/{made['id']}", json=person(who.email, active=False)
            )
        case "delete":
            answer = await directory.http.delete(f"/Users/{made['id']}")
        case "bulk":
            answer = await directory.http.post(
                "/Bulk",
                json={
                    "schemas": ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"],
                    "Operations": [{"method": "DELETE", "path": f"/Users/{made['id']}"}],
                },
            )
        case _:
            answer = await directory.patch(made, off)
    assert answer.is_success, answer.text
    assert (await who.browser.get(ME)).status_code == 401
    again = await world.sign_in(who.id, who.tenant_id, who.email)
    assert (await again.browser.get(ME)).status_code == 401


async def test_an_old_session_stays_out_when_they_come_back(directory: Directory, world: World):
    who = await world.person("ReadOnly", tenant_id=directory.admin.tenant_id)
    made = await directory.user(address=who.email)
    for active in (False, True):
        await directory.patch(made, {"op": "replace", "value": {"active": active}})
    assert (await who.browser.get(ME)).status_code == 401
    again = await world.sign_in(who.id, who.tenant_id, who.email)
    assert (await again.browser.get(ME)).status_code == 200


async def test_the_last_administrator_stays(directory: Directory):
    made = await directory.user(address=directory.admin.email)
    for answer in (
        await directory.patch(made, {"op": "replace", "path": "active", "value": False}),
        await directory.http.delete(f"/Users/{made['id']}"),
    ):
        assert answer.status_code == 409
        assert answer.json()["status"] == "409"
    assert (await directory.read(made))["active"]
    assert (await directory.admin.browser.get(ME)).status_code == 200


async def test_a_connection_reaches_only_what_it_keeps(directory: Directory, world: World):
    made, group = await directory.user(), await directory.group("Sales")
    beside = await connect(world, directory.admin)
    stranger = await connect(world)
    for other in (beside, stranger):
        assert (await other.http.get("/Users")).json()["totalResults"] == 0
        for path in (f"/Users/{made['id']}", f"/Groups/{group['id']}"):
            for method in ("GET", "DELETE"):
                answer = await other.http.request(method, path)
                assert answer.status_code == 404, path
        answer = await other.http.post(
            "/Groups", json={"displayName": "Theirs", "members": [{"value": made["id"]}]}
        )
        assert answer.json()["scimType"] == "invalidValue"
    taken = await beside.http.post("/Users", json=person(made["userName"]))
    assert (taken.status_code, taken.json()["scimType"]) == (409, "uniqueness")
    # The token of one connection does not open another.
    crossed = client_of(world, beside.id, directory.token)
    assert (await crossed.get("/Users")).status_code == 401
    user_id, _ = await world.member(directory.admin.tenant_id)
    assert (await directory.http.get(f"/Users/{user_id}")).status_code == 404


async def test_another_address_is_another_account_with_the_same_place(
    directory: Directory, world: World
):
    who = await world.person("ReadOnly", tenant_id=directory.admin.tenant_id)
    made = await directory.user(address=who.email)
    group = await directory.group("Sales", made)
    moved = person(f"new-{who.email}", externalId="x")
    answer = await directory.http.put(f"/Users/{made['id']}", json=moved)
    assert answer.status_code == 200, answer.text
    assert answer.json()["id"] == made["id"]
    assert [one["value"] for one in answer.json()["groups"]] == [group["id"]]
    assert (await who.browser.get(ME)).status_code == 401
    members = await directory.members()
    assert who.email not in members
    assert [role["key"] for role in members[f"new-{who.email}"]["tenants"][0]["roles"]] == [
        "ReadOnly"
    ]


async def test_a_user_removed_in_the_portal_is_no_longer_managed(directory: Directory):
    made = await directory.user()
    user_id = (await directory.members())[made["userName"]]["sub"]
    gone = await directory.admin.browser.delete(f"/identity/resources/users/v1/{user_id}")
    assert gone.status_code == 200
    assert (await directory.http.get(f"/Users/{made['id']}")).status_code == 404
    assert await directory.user(address=made["userName"])


@pytest.mark.parametrize(
    "body",
    [
        {"userName": None}, {"userName": "nobody", "emails": []}, {"active": "perhaps"},
        {"emails": [{"value": "no address"}]}, {"emails": "x"}, {"name": "Grace"},
        {"title": ["x"]}, {"title": "x" * 5000}, {"nickName": "a\x00b"}, {ENTERPRISE: {"manager": 5}},
    ],
)  # fmt: skip
async def test_what_cannot_be_kept_is_refused_and_changes_nothing(directory: Directory, body: Body):
    made = await directory.user()
    sent = person(**body)
    for answer in (
        await directory.http.post("/Users", json=sent),
        *(
            [await directory.http.put(f"/Users/{made['id']}", json=sent)]
            if "userName" not in body
            else []
        ),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["scimType"] == "invalidValue"
    assert await directory.read(made) == made
    assert len(await directory.members()) == 2


async def test_versions_are_compared(directory: Directory):
    made = await directory.user()
    tag = made["meta"]["version"]
    path = f"/Users/{made['id']}"
    assert (await directory.http.get(path, headers={"if-none-match": tag})).status_code == 304
    title = {"op": "add", "path": "title", "value": "Admiral"}
    changed = await directory.patch(made, title, **{"if-match": tag})
    assert changed.headers["etag"] != tag
    assert (await directory.patch(made, title, **{"if-match": tag})).status_code == 412
    # The same again is no change.
    again = await directory.patch(made, title, **{"if-match": changed.headers["etag"]})
    assert again.headers["etag"] == changed.headers["etag"]


async def test_pages_orders_and_attributes(directory: Directory):
    for name in ("c", "a", "b"):
        await directory.user(title=name)
    first = await directory.http.get(
        "/Users", params={"sortBy": "title", "count": 2, "attributes": "title"}
    )
    body = first.json()
    assert (body["totalResults"], body["itemsPerPage"], body["startIndex"]) == (3, 2, 1)
    assert [one["title"] for one in body["Resources"]] == ["a", "b"]
    assert set(body["Resources"][0]) == {"schemas", "id", "title"}
    asked: Body = {"sortBy": "title", "sortOrder": "descending", "startIndex": 3}
    last = await directory.http.get(
        "/Users", params={**asked, "excludedAttributes": "name.givenName"}
    )
    [one] = last.json()["Resources"]
    assert (one["title"], one["name"]) == ("a", {"familyName": "Hopper"})
    wrong: Body
    for wrong in (
        {"count": "x"},
        {"sortOrder": "up"},
        {"attributes": "a", "excludedAttributes": "b"},
    ):
        assert (await directory.http.get("/Users", params=wrong)).status_code == 400
    assert (await directory.http.get("/Users", params={"count": 0})).json()["Resources"] == []


async def test_a_connection_has_no_user_of_its_own(directory: Directory):
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        answer = await directory.http.request(method, "/Me")
        assert (answer.status_code, answer.json()["status"]) == (501, "501")


LONG = f"data:image/png;base64,{'A' * 30_000}"


@pytest.mark.parametrize("how", ["post", "put", "whole", "filtered", "value"])
async def test_a_photo_that_is_too_large_holds_up_nothing(directory: Directory, how: str):
    """It is left out, and the user is provisioned."""
    photo = {"type": "photo", "value": LONG}
    small = {"type": "thumbnail", "value": "https://example.test/kim.png"}
    if how == "post":
        user = await directory.user(photos=[photo, small])
    else:
        user = await directory.user(
            photos=[{**photo, "value": "https://example.test/old.png"}, small]
        )
    if how == "put":
        body = {**user, "title": "Chief", "photos": [photo, small]}
        assert (await directory.http.put(f"/Users/{user['id']}", json=body)).status_code == 200
    elif how != "post":
        changes: dict[str, dict[str, object]] = {
            "whole": {"path": "photos", "value": [photo, small]},
            "filtered": {"path": 'photos[type eq "photo"]', "value": photo},
            "value": {"path": 'photos[type eq "photo"].value', "value": LONG},
        }
        title = {"op": "replace", "path": "title", "value": "Chief"}
        answer = await directory.patch(user, {"op": "replace", **changes[how]}, title)
        assert answer.status_code == 200, answer.text
    read = await directory.read(user)
    assert read["photos"] == [small]
    assert read.get("title") == (None if how == "post" else "Chief")


async def test_a_refused_part_is_named_with_its_attribute(directory: Directory):
    long = "x" * 5000
    answers = [await directory.http.post("/Users", json=person(emails=[{"value": long}]))]
    user = await directory.user()
    path = 'emails[type eq "work"].value'
    answers.append(await directory.patch(user, {"op": "replace", "path": path, "value": long}))
    for answer in answers:
        assert answer.status_code == 400
        assert answer.json()["detail"].startswith("emails.value has at most 4,096"), answer.text
    name = await directory.patch(user, {"op": "replace", "path": "name.givenName", "value": long})
    assert name.json()["detail"].startswith("name.givenName has at most"), name.text
