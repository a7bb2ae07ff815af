"""What a call of the vendor's own API takes."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from gatehouse.entitlements.api_routes.match import (
    compute_route_priority,
    decide_access,
    matches_route,
)
from gatehouse.entitlements.api_routes.service import read_open_api_document
from gatehouse.entitlements.models import ApiRoute, Method, Policy
from gatehouse.kit.db.locks import Lock
from tests.backend import new_backend
from tests.lock_held import until_released
from tests.world import Db, World

ROUTES = "/entitlements/resources/routes/v1"


@pytest.fixture
async def backend(world: World, db: Db):
    yield (await new_backend(world, ["vendor.*.entitlements"])).http
    await db.connection.execute("delete from api_routes")
    await db.connection.execute("delete from api_route_configuration")


async def made(backend: httpx.AsyncClient, path: str, policy: str, **more: Any) -> dict[str, Any]:
    body = {"method": "GET", "path": path, "policyType": policy, "description": "", **more}
    answer = await backend.post(ROUTES, json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def check(
    backend: httpx.AsyncClient, path: str, method: str = "GET", **held: Any
) -> dict[str, Any]:
    answer = await backend.post(f"{ROUTES}/check", json={"method": method, "path": path, **held})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_head_is_decided_as_the_get_that_servers_answer_it_by(backend):
    route = await made(backend, "/reports/*", "deny")
    await made(backend, "/reports/*", "allow", method="*")
    await backend.patch(f"{ROUTES}/configuration", json={"accessControlMode": "guard"})
    head = await check(backend, "/reports/7", "HEAD")
    assert (head["allowed"], head["routeId"]) == (False, route["id"])
    assert (await check(backend, "/reports/7", "PUT"))["allowed"] is True


async def test_a_route_asks_for_what_its_rules_name(backend):
    route = await made(backend, "/reports/{id}", "ruleBased")
    rules = [
        {"type": "permission", "value": "reports.read"},
        {"type": "feature", "value": "reports"},
    ]
    answer = await backend.put(f"{ROUTES}/{route['id']}/rules", json={"rules": rules})
    assert [(one["type"], one["value"]) for one in answer.json()] == [
        ("permission", "reports.read"),
        ("feature", "reports"),
    ]
    await backend.patch(f"{ROUTES}/configuration", json={"accessControlMode": "guard"})
    some = await check(backend, "/reports/7?page=2", permissions=["reports.*"])
    assert (some["allowed"], some["routeId"]) == (False, route["id"])
    assert [one["value"] for one in some["missing"]] == ["reports"]
    both = await check(backend, "/reports/7", permissions=["reports.*"], features=["reports"])
    assert (both["allowed"], both["refused"], both["missing"]) == (True, False, [])
    # A route that is not listed is closed.
    assert (await check(backend, "/elsewhere"))["allowed"] is False


async def test_monitoring_refuses_nothing_and_says_what_would_be(backend):
    configured = (await backend.get(f"{ROUTES}/configuration")).json()
    assert configured["accessControlMode"] == "monitor"
    await made(backend, "/secret", "deny")
    told = await check(backend, "/secret")
    assert (told["allowed"], told["refused"]) == (True, True)


async def test_routes_are_read_changed_and_deleted(backend):
    route = await made(backend, "/a", "allow")
    path = f"{ROUTES}/{route['id']}"
    assert (await backend.get(path)).json() == route
    body = {"method": "POST", "path": "/a/{id}", "policyType": "deny", "description": "No"}
    changed = (await backend.patch(path, json=body)).json()
    assert {name: changed[name] for name in body} == body
    again = await backend.post(ROUTES, json=body)
    assert (again.status_code, again.json()["errorCode"]) == (409, "api_routes.exists")
    other = await made(backend, "/b", "allow")
    assert [one["id"] for one in (await backend.get(ROUTES)).json()] == [route["id"], other["id"]]
    taken = await backend.patch(f"{ROUTES}/{other['id']}", json=body)
    assert taken.status_code == 409
    assert (await backend.delete(path)).status_code == 200
    assert (await backend.get(path)).status_code == 404


async def test_an_api_description_becomes_routes_that_allow(backend):
    await made(backend, "/users/{id}", "deny")
    document = {
        "openapi": "3.1.0",
        "paths": {
            "/users": {
                "get": {"summary": "List"},
                "post": {"operationId": "add"},
                "parameters": [],
            },
            "/users/{id}": {"get": {"summary": "Read"}},
            "no slash": {"get": {}},
        },
    }
    answer = await backend.post(f"{ROUTES}/import-open-api", json=document)
    assert answer.json() == {"imported": 2, "existing": 1, "skipped": 1}
    found = {
        (one["method"], one["path"]): (one["policyType"], one["description"])
        for one in (await backend.get(ROUTES)).json()
    }
    assert found == {
        ("GET", "/users"): ("allow", "List"),
        ("POST", "/users"): ("allow", "add"),
        ("GET", "/users/{id}"): ("deny", ""),
    }


async def test_an_import_has_an_end(backend):
    paths: dict[str, Any] = {f"/p{number}": {"get": {}, "put": {}} for number in range(1001)}
    refused = await backend.post(f"{ROUTES}/import-open-api", json={"paths": paths})
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "api_routes.too_many")
    assert (await backend.get(ROUTES)).json() == []


def route(path: str, method: Method = "GET", policy: Policy = "allow") -> ApiRoute:
    return ApiRoute(uuid4(), method, path, compute_route_priority(method, path), "", policy, [])


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("/a/b", "/a/b", True),
        ("/a/b", "/a/b/", True),
        ("/a/b", "/a/B", False),
        ("/a/{id}", "/a/1", True),
        ("/a/:id", "/a/1", True),
        ("/a/{id}", "/a", False),
        ("/a/{id}", "/a/1/2", False),
        ("/a/*", "/a/1/2", True),
        ("/a/*", "/a", True),
        ("/a/*", "/b", False),
        ("/*", "/", True),
        ("/", "/", True),
        ("/", "/a", False),
    ],
)
def test_what_fits(pattern: str, path: str, expected: bool):
    assert matches_route(route(pattern), "GET", path) is expected
    assert not matches_route(route(pattern), "POST", path)
    assert matches_route(route(pattern, "*"), "POST", path) is expected


def test_what_says_more_counts_sooner():
    paths = [
        ("GET", "/a/b/c"),
        ("*", "/a/b/c"),
        ("GET", "/a/{x}/c"),
        ("GET", "/a/*"),
        ("GET", "/*"),
    ]
    ranks = [compute_route_priority(method, path) for method, path in paths]
    assert ranks == sorted(set(ranks), reverse=True)


def test_the_first_that_fits_decides():
    routes = [route("/a/b", policy="deny"), route("/a/*")]
    assert not decide_access(routes, "GET", "/a/b", [], []).allowed
    assert decide_access(routes, "GET", "/a/c", [], []).allowed
    assert not decide_access([], "GET", "/a", ["*"], []).allowed


@pytest.mark.parametrize("item", [None, 1, [], "x", {"get": None}, {"get": 3}, {"trace": {}}])
def test_anything_may_stand_in_a_description(item: Any):
    assert read_open_api_document({"/a": item}) == ([], 0)


@pytest.mark.parametrize(
    "path",
    [
        "/public/../admin", "/public/./../admin", "/public/%2e%2e/admin", "/public/.%2E/admin",
        "/public/..%2fadmin", "/public\\..\\admin", "/public/..;/admin", "/public/..",
    ],
)  # fmt: skip
def test_no_address_leads_out_of_what_is_open(path: str):
    routes = [route("/public/*")]
    assert not decide_access(routes, "GET", path, [], []).allowed
    assert decide_access(routes, "GET", "/public/a..b/.well-known/v1.2?next=/../x", [], []).allowed


@pytest.mark.parametrize(
    "path",
    [
        "/%61dmin/users", "/%41dmin/users", "/ADMIN/users", "/admin;x=1/users", "/%40me/keys",
        "/x%2f..%2fadmin", "/x%5cadmin", "/admin%3bx/users", "/%2561dmin/users", "/%zzadmin",
        "/admin%00/users", "/x\\admin", "/%25%36%31dmin/users", "/x/..%25%32%66admin", "/admin#x",
        "/admin#/users", "//host/admin/users", "/x/%c0%ae%c0%ae/admin", "/x/..%c0%afadmin",
    ],
)  # fmt: skip
def test_no_spelling_passes_a_route_that_denies(path: str):
    routes = [route("/admin/*", policy="deny"), route("/@me/*", policy="deny"), route("/*")]
    assert not decide_access(routes, "GET", path, [], []).allowed


def test_a_route_with_rules_asks_for_them_in_every_spelling():
    rule = {"type": "permission", "value": "reports.read"}
    guarded = ApiRoute(uuid4(), "*", "/reports", 1, "", "ruleBased", [rule])
    for path in ("/reports", "/%72eports", "/Reports"):
        assert not decide_access([guarded, route("/*")], "GET", path, [], []).allowed
        assert decide_access([guarded, route("/*")], "GET", path, ["reports.read"], []).allowed


@pytest.mark.parametrize("path", ["/%2561dmin", "/%25%36%31dmin", "/admin#x", "//host/admin"])
async def test_the_check_refuses_paths_that_servers_read_in_different_ways(backend, path: str):
    await made(backend, "/admin", "deny")
    await made(backend, "/*", "allow")
    assert (await check(backend, "/other"))["refused"] is False
    assert (await check(backend, path))["refused"] is True


def test_encoded_values_of_parameters_are_allowed():
    routes = [route("/files/{name}"), route("/caf%C3%A9")]
    for path in (
        "/files/a%20b",
        "/files/J%C3%BCrgen",
        "/files/100%25",
        "/files/a%23b%3Fc",
        "/files/Admin",
        "/café",
    ):
        assert decide_access(routes, "GET", path, [], []).allowed


async def test_routes_are_added_one_at_a_time(backend, database):
    asked = made(backend, "/one", "allow")
    assert (await until_released(database, Lock.API_ROUTES, "", asked))["path"] == "/one"
