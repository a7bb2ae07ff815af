"""The vendor gives tenants applications; their administrators say who may use them."""

from uuid import UUID, uuid4

import httpx

from gatehouse.vendor.configuration.live import VendorConfiguration
from tests.applications.conftest import Console
from tests.audit_log import audit_actions, audit_entries
from tests.backend import Backend, new_backend
from tests.world import Db, Person, World

GIVEN = "/applications/resources/applications/tenant-assignments"
APPLICATIONS = "/applications/resources/applications/v1"
PEOPLE = "/identity/resources/applications/v1"


async def change(
    person: Person, console: Console, user_id: UUID, *, add: bool, tenant_id: UUID | None = None
) -> httpx.Response:
    """As the portal asks."""
    body = {
        "userId": str(user_id),
        "tenantId": str(tenant_id or person.tenant_id),
        "appIds": [str(console.id)],
    }
    method, path = ("POST", "apps-user") if add else ("DELETE", "user-apps")
    return await person.browser.request(method, f"{PEOPLE}/{path}", json=body)


async def test_a_vendor_gives_and_takes_applications(
    world: World, console: Console, backend: Backend
):
    await console.add()
    tenant_id = await world.tenant()
    path = f"{GIVEN}/v1/{console.id}"
    given = await backend.http.post(path, json={"tenantId": str(tenant_id)})
    assert given.status_code == 201
    assert given.json() == {"tenantId": str(tenant_id), "appIds": [str(console.id)]}
    assert (await backend.http.get(path)).json() == {"tenantIds": [str(tenant_id)]}
    of_tenant = {"frontegg-tenant-id": str(tenant_id)}
    told = await backend.http.get(f"{GIVEN}/v2", headers=of_tenant)
    entry = {"appId": str(console.id), "accessType": "MANAGED_ACCESS"}
    assert told.json() == [{"tenantId": str(tenant_id), "assignments": [entry]}]

    changed = await backend.http.put(f"{path}/{tenant_id}", json={"accessType": "FREE_ACCESS"})
    assert changed.status_code == 200
    only = {"accessType": "FREE_ACCESS", "appIds": str(console.id)}
    told = await backend.http.get(f"{GIVEN}/v1", params=only)
    assert told.json() == [{"tenantId": str(tenant_id), "appIds": [str(console.id)]}]
    assert (await backend.http.delete(f"{path}/{tenant_id}")).status_code == 200
    assert (await backend.http.get(path)).json() == {"tenantIds": []}
    events = await audit_entries(world, tenant_id)
    assert [entry["action"] for entry in events] == [
        "application.given",
        "application.access_changed",
        "application.taken",
    ]


async def test_what_is_not_there_is_not_found(world: World, console: Console, backend: Backend):
    await console.add()
    tenant_id = await world.tenant()
    path = f"{GIVEN}/v1/{console.id}"
    for method, address, body, code in (
        ("POST", path, {"tenantId": str(uuid4())}, "tenants.not_found"),
        ("POST", f"{GIVEN}/v1/{uuid4()}", {"tenantId": str(tenant_id)}, "applications.not_found"),
        ("GET", f"{GIVEN}/v1/{uuid4()}", None, "applications.not_found"),
        ("PUT", f"{path}/{tenant_id}", {"accessType": "FREE_ACCESS"}, "applications.not_assigned"),
        ("DELETE", f"{path}/{tenant_id}", None, "applications.not_assigned"),
    ):
        answer = await backend.http.request(method, address, json=body)
        assert (answer.status_code, answer.json()["errorCode"]) == (404, code)


async def test_the_default_application_is_for_all_users(world: World, backend: Backend):
    default = world.resources[VendorConfiguration].current.default
    body = {"tenantId": str(await world.tenant()), "accessType": "MANAGED_ACCESS"}
    answer = await backend.http.post(f"{GIVEN}/v1/{default.id}", json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, "applications.default_is_free")
    closed = await backend.http.patch(
        f"{APPLICATIONS}/{default.id}", json={"accessType": "MANAGED_ACCESS"}
    )
    assert closed.status_code == 400


async def test_the_access_of_an_application_is_the_vendors_to_change(
    world: World, console: Console, backend: Backend
):
    await console.add("FREE_ACCESS")
    path = f"{APPLICATIONS}/{console.id}"
    changed = await backend.http.patch(path, json={"accessType": "MANAGED_ACCESS"})
    assert (changed.status_code, changed.json()["accessType"]) == (201, "MANAGED_ACCESS")
    assert (await backend.http.get(path)).json()["accessType"] == "MANAGED_ACCESS"


async def test_members_see_what_their_account_has(world: World, console: Console, backend: Backend):
    await console.add()
    person = await world.person()
    default = str(world.resources[VendorConfiguration].current.default.id)

    async def seen() -> dict[str, str]:
        answer = await person.browser.get(f"{GIVEN}/v2")
        (entry,) = answer.json()
        assert entry["tenantId"] == str(person.tenant_id)
        return {one["appId"]: one["accessType"] for one in entry["assignments"]}

    assert str(console.id) not in await seen()
    assert (await seen())[default] == "FREE_ACCESS"
    await console.give(backend, person.tenant_id)
    assert (await seen())[str(console.id)] == "MANAGED_ACCESS"
    (entry,) = (await person.browser.get(f"{GIVEN}/v1")).json()
    assert {str(console.id), default} <= set(entry["appIds"])

    free = (await person.browser.get(f"{APPLICATIONS}?ids=&_includeFreeAccess=true")).json()
    assert default in {one["id"] for one in free}
    assert str(console.id) not in {one["id"] for one in free}
    named = await person.browser.get(f"{APPLICATIONS}?ids={console.id}&_includeFreeAccess=false")
    (one,) = named.json()
    assert (one["name"], one["accessType"]) == ("Console", "MANAGED_ACCESS")
    assert one["integrationFinishedAt"] == one["createdAt"]
    other = await world.person()
    assert (
        await other.browser.get(f"{APPLICATIONS}?ids={console.id}&_includeFreeAccess=false")
    ).json() == []


async def test_a_vendor_assigns_users_to_the_application_of_the_path(
    world: World, console: Console, backend: Backend
):
    await console.add()
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id)
    await console.give(backend, tenant_id)
    path = f"{PEOPLE}/{console.id}/users"
    body = {"tenantId": str(tenant_id), "userIds": [str(user_id)]}
    made = await backend.http.post(path, json=body)
    assert made.status_code == 201, made.text
    assert [one["appId"] for one in made.json()] == [str(console.id)]
    assert (await backend.http.get(path)).json() == [str(user_id)]
    unknown = await backend.http.post(f"{PEOPLE}/{uuid4()}/users", json=body)
    assert unknown.status_code == 404
    reader = await new_backend(world, ["read:users"])
    assert (await reader.http.post(path, json=body)).status_code == 403


async def test_agents_are_the_applications_on_that_platform(
    world: World, console: Console, backend: Backend
):
    await console.add()
    agents = f"{APPLICATIONS}/agents"
    assert str(console.id) not in [one["id"] for one in (await backend.http.get(agents)).json()]
    await world.configure("update applications set platform = 'agent' where id = $1", console.id)
    answer = await backend.http.get(agents)
    assert answer.status_code == 200
    assert [one["id"] for one in answer.json()] == [str(console.id)]


async def test_an_administrator_assigns_and_unassigns_people(
    world: World, console: Console, backend: Backend
):
    await console.add()
    admin = await world.person("Admin")
    user_id, _ = await world.member(admin.tenant_id)
    await console.give(backend, admin.tenant_id)
    assert (await change(admin, console, user_id, add=True)).status_code == 201
    assert (await change(admin, console, user_id, add=True)).status_code == 201
    http = admin.browser
    assert (await http.get(f"{PEOPLE}/{user_id}/apps")).json() == [str(console.id)]
    assert (await http.get(f"{PEOPLE}/{console.id}/users")).json() == [str(user_id)]
    of_users = await http.get(f"{PEOPLE}/users-apps?userIds={user_id},{admin.id}")
    assert of_users.json() == [
        {"userId": str(user_id), "appIds": [str(console.id)]},
        {"userId": str(admin.id), "appIds": []},
    ]
    of_apps = await http.get(f"{PEOPLE}/apps-users?appIds={console.id}")
    assert of_apps.json() == [{"appId": str(console.id), "userIds": [str(user_id)]}]
    assert (await change(admin, console, user_id, add=False)).status_code == 200
    assert (await http.get(f"{PEOPLE}/{user_id}/apps")).json() == []
    names = await audit_actions(world, admin.tenant_id, "application.*")
    # The second time nothing was new.
    assert names.count("application.assigned") == 1
    assert names[-1] == "application.unassigned"


async def test_several_people_at_once(world: World, console: Console, backend: Backend):
    await console.add()
    admin = await world.person("Admin")
    people = [(await world.member(admin.tenant_id))[0] for _ in range(3)]
    await console.give(backend, admin.tenant_id)
    body = {
        "appId": str(console.id),
        "tenantId": str(admin.tenant_id),
        "userIds": [str(one) for one in people],
    }
    made = await admin.browser.post(PEOPLE, json=body)
    assert made.status_code == 201
    assert {one["appId"] for one in made.json()} == {str(console.id)}
    assert len({one["userTenantId"] for one in made.json()}) == 3
    wrong = body | {"userIds": [str(people[0]), str(uuid4())]}
    assert (await admin.browser.post(PEOPLE, json=wrong)).status_code == 404
    gone = body | {"userIds": [str(people[0]), str(people[1])]}
    assert (await admin.browser.request("DELETE", PEOPLE, json=gone)).status_code == 200
    left = await backend.http.get(f"{PEOPLE}/{console.id}/users")
    assert left.json() == [str(people[2])]
    assert (await backend.http.get(f"{PEOPLE}/{people[2]}/apps")).json() == [str(console.id)]


async def test_an_administrator_assigns_within_their_account_and_permissions_only(
    world: World, console: Console, backend: Backend
):
    await console.add()
    admin, stranger = await world.person("Admin"), await world.person("Admin")
    weak = await world.person("ReadOnly", tenant_id=admin.tenant_id)
    # Not given to the account yet.
    answer = await change(admin, console, weak.id, add=True)
    assert (answer.status_code, answer.json()["errorCode"]) == (404, "applications.not_of_tenant")
    await console.give(backend, admin.tenant_id)
    await console.give(backend, stranger.tenant_id)
    assert (await change(weak, console, weak.id, add=True)).status_code == 403
    assert (await change(admin, console, stranger.id, add=True)).status_code == 404
    elsewhere = await change(admin, console, stranger.id, add=True, tenant_id=stranger.tenant_id)
    assert (elsewhere.status_code, elsewhere.json()["errorCode"]) == (404, "tenants.not_found")
    assert (await change(admin, console, weak.id, add=True)).status_code == 201
    assert (await stranger.browser.get(f"{PEOPLE}/{weak.id}/apps")).status_code == 404
    assert (await stranger.browser.get(f"{PEOPLE}/{console.id}/users")).json() == []
    bare = await world.person(tenant_id=admin.tenant_id)
    assert (await bare.browser.get(f"{PEOPLE}/{bare.id}/apps")).status_code == 200
    assert (await bare.browser.get(f"{PEOPLE}/{weak.id}/apps")).status_code == 403


async def test_a_lower_rank_cannot_unassign_an_administrator(
    world: World, console: Console, backend: Backend, db: Db
):
    await console.add()
    admin = await world.person("Admin")
    helper = await world.person(
        permissions=("fe.secure.write.appsUsers", "fe.secure.delete.appsUsers"),
        tenant_id=admin.tenant_id,
    )
    await db.connection.execute("update roles set level = 50 where tenant_id = $1", admin.tenant_id)
    await console.give(backend, admin.tenant_id)
    await console.let_in(backend, admin.tenant_id, admin.id)
    answer = await change(helper, console, admin.id, add=False)
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "members.outranks_you")


async def test_taken_away_and_given_again_an_application_is_empty(
    world: World, console: Console, backend: Backend
):
    await console.add()
    tenant_id = await world.tenant()
    user_id, _ = await world.member(tenant_id)
    await console.give(backend, tenant_id)
    await console.let_in(backend, tenant_id, user_id)
    path = f"{GIVEN}/v1/{console.id}/{tenant_id}"
    assert (await backend.http.delete(path)).status_code == 200
    await console.give(backend, tenant_id)
    assert (await backend.http.get(f"{PEOPLE}/{console.id}/users")).json() == []


async def test_unreadable_ids_are_refused(world: World, backend: Backend):
    admin = await world.person("Admin")
    many = ",".join(str(uuid4()) for _ in range(201))
    for path in (
        f"{PEOPLE}/apps-users?appIds=x",
        f"{PEOPLE}/users-apps?userIds={many}",
        f"{APPLICATIONS}?ids=x",
        f"{GIVEN}/v2?appIds=x",
    ):
        assert (await admin.browser.get(path)).status_code == 400, path
    assert (await backend.http.get(f"{GIVEN}/v1?tenantIds=x/y")).status_code == 400


async def test_lists_are_narrowed_down(world: World, console: Console, backend: Backend):
    await console.add()
    person = await world.person()
    await console.give(backend, person.tenant_id)
    ids = {"ids": str(console.id), "_includeFreeAccess": "false"}
    cases: list[tuple[dict[str, str | list[str]], bool]] = [
        ({"_accessType": "MANAGED_ACCESS"}, True),
        ({"_accessType": "FREE_ACCESS"}, False),
        ({"_isDefault": "false", "_isActive": "true"}, True),
        ({"_isDefault": "true"}, False),
        ({"_isActive": "undefined", "name": "cons"}, True),
        ({"name": "other"}, False),
        ({"type": ["web", "agent"], "frontendStack": "react"}, True),
        ({"frontendStack": "vue"}, False),
        ({"_excludeAgents": "true"}, True),
    ]
    for http in (person.browser, backend.http):
        for asked, fits in cases:
            answer = await http.get(APPLICATIONS, params={**ids, **asked})
            found = {one["id"]: one for one in answer.json()}
            assert list(found) == [str(console.id)] * fits, asked
            assert all(one["integrationFinishedAt"] for one in found.values())
        assert (await http.get(APPLICATIONS, params={"_isActive": "maybe"})).status_code == 400
