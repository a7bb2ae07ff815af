"""The table finds the route that the framework's own order gives, for every route of the application."""

import re
from collections.abc import Iterator

import pytest
from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute, Match, Mount, Route

from gatehouse.app import build_app
from gatehouse.kit.resources import Resources
from gatehouse.kit.route_table import RouteTable
from tests.small_app import browse

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")
VALUES = ("x", "11111111-1111-4111-8111-111111111111", "a.b", "v1", "me", "%", "")
Found = tuple[BaseRoute, object, bool] | None


def by_the_framework(routes: list[BaseRoute], method: str, path: str) -> Found:
    """As Starlette's router does: the first that matches fully, else the first for another method."""
    partial: Found = None
    for route in routes:
        match, added = route.matches(
            {"type": "http", "method": method, "path": path, "headers": []}
        )
        if match is Match.FULL:
            return route, added.get("path_params"), True
        if match is Match.PARTIAL and partial is None:
            partial = route, added.get("path_params"), False
    return partial


def by_the_table(table: RouteTable, method: str, path: str) -> Found:
    found = table.find({"type": "http", "method": method, "path": path, "headers": []})
    if found is None:
        return None
    route, added = found
    methods = getattr(route, "methods", None)
    return route, added.get("path_params"), not methods or method in methods


def addresses(routes: list[BaseRoute]) -> Iterator[str]:
    """Of each route, with several values of its parameters, and some addresses beside it."""
    for route in routes:
        for value in VALUES:
            path = re.sub(r"\{[^}]*\}", value, getattr(route, "path", ""))
            yield path or "/"
            yield f"{path}/x"
            yield path.rpartition("/")[0] or "/"
            yield path.upper()
            yield f"{path}/x/y/{value}"


@pytest.fixture
def app(settings) -> FastAPI:
    return build_app(settings, Resources(), is_loaded=True)


def test_every_address_of_the_application_finds_the_same_route_both_ways(app):
    table = RouteTable(app.routes)
    paths = set(addresses(app.routes))
    assert len(paths) * len(METHODS) > 10_000
    for path in paths:
        routes = fitting(app.routes, path)
        for method in METHODS:
            assert by_the_table(table, method, path) == by_the_framework(routes, method, path)


def fitting(routes: list[BaseRoute], path: str) -> list[BaseRoute]:
    """Those that match the path by whichever method: the others need not be asked for each."""
    scope = {"type": "http", "method": "BREW", "path": path, "headers": []}
    return [route for route in routes if route.matches(scope)[0] is not Match.NONE]


async def nothing() -> None:
    """An endpoint."""


def table_of(
    *paths: str, methods: tuple[str, ...] = ("GET",)
) -> tuple[list[BaseRoute], RouteTable]:
    routes: list[BaseRoute] = [Route(path, nothing, methods=list(methods)) for path in paths]
    return routes, RouteTable(routes)


@pytest.mark.parametrize(
    "paths",
    [
        ("/a/{x}", "/a/b"),
        ("/a/b", "/a/{x}"),
        ("/{x}/b", "/a/{y}", "/a/b"),
        ("/{rest:path}", "/a/b"),
        ("/a/{rest:path}", "/a/{x}/b", "/a/b/b"),
        ("/a/{x}/b", "/a/{rest:path}", "/a/b"),
        ("/a/{x}.pdf", "/a/{x}", "/a/b.pdf"),
        ("/a/{n:int}", "/a/{x}", "/a/1"),
        ("/a/before-{rest:path}", "/a/{x}", "/{y}/{rest:path}"),
    ],
)
def test_what_was_declared_first_wins(paths):
    routes, table = table_of(*paths)
    for path in (
        "/a/b",
        "/a/c",
        "/a/1",
        "/a/b.pdf",
        "/a/before-x/y",
        "/a/b/b",
        "/a/c/b",
        "/a",
        "/",
        "/q/b",
    ):
        assert by_the_table(table, "GET", path) == by_the_framework(routes, "GET", path), path


def test_methods_of_one_path_are_told_apart_in_the_same_order():
    routes: list[BaseRoute] = [
        Route("/a/{x}", nothing, methods=["PUT"]),
        Route("/a/b", nothing, methods=["POST"]),
        Mount("/a", FastAPI()),
        Route("/a/b", nothing, methods=["DELETE"]),
    ]
    for number in range(len(routes) + 1):
        some = routes[:number]
        table = RouteTable(some)
        for method in METHODS:
            for path in ("/a/b", "/a/c", "/a/b/c"):
                assert by_the_table(table, method, path) == by_the_framework(some, method, path)


router = APIRouter()


@router.get("/things/last")
async def get_last() -> str:
    return "last"


@router.get("/things/{name}")
@router.put("/things/{name}")
async def get_thing(name: str) -> str:
    return name


async def test_a_refused_method_names_those_that_are_taken(settings, client):
    async with browse(router, settings) as http:
        answer = await http.request("BREW", "/things/last")
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
        assert (await http.put("/things/last")).json() == "last"
        assert (await http.get("/things/last")).json() == "last"
        assert (await http.get("/things/any")).json() == "any"
    answer = await client.put("/identity/resources/roles/v1")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")
    answer = await client.request("BREW", "/healthz")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert (await client.post("/no/such/page")).status_code == 404


def test_no_more_routes_are_asked_when_there_are_more(app, monkeypatch):
    """The cost of a request does not grow with the routes beside it."""
    asked = 0
    matches = Route.matches

    def counted(route, scope):
        nonlocal asked
        asked += 1
        return matches(route, scope)

    def cost(table: RouteTable, path: str) -> int:
        nonlocal asked
        asked = 0
        assert table.find({"type": "http", "method": "GET", "path": path}) is not None
        return asked

    more: list[BaseRoute] = [
        Route(f"/more/{number}/{{x}}/y{number}", nothing) for number in range(500)
    ]
    few, many = RouteTable(app.routes), RouteTable([*more, *app.routes])
    monkeypatch.setattr(Route, "matches", counted)
    parameter = "/identity/resources/users/v1/11111111-1111-4111-8111-111111111111"
    for path, most in (("/legal", 0), ("/api/v1/organization", 0), (parameter, 4)):
        assert cost(few, path) == cost(many, path) <= most
