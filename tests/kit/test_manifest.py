"""The manifest has what all areas declare, and what is imported late is found as if imported at once."""

import ast
import asyncio
import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from fastapi import FastAPI
from starlette.routing import BaseRoute, Route

from gatehouse.access.vendor import NAMING, TYPE
from gatehouse.app import build_app, get_route_table, wrap_in_middleware
from gatehouse.commands.manifest import build_manifest
from gatehouse.kit import manifest
from gatehouse.kit.error_formats import SCIM
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.lazy_routes import LazyRouter, UnloadedRoute, declare_route
from gatehouse.kit.manifest import read_manifest
from gatehouse.kit.resources import Resources
from gatehouse.kit.route_table import Dispatch, RouteTable
from gatehouse.settings import Settings
from tests.kit.test_route_table import METHODS, addresses

VENDOR_TOKEN = ".".join(
    base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
    for part in ({}, {"type": TYPE}, {})
)
VENDOR = (b"authorization", f"Bearer {VENDOR_TOKEN}".encode())
HEADERS: tuple[list[tuple[bytes, bytes]], ...] = (
    [],
    [VENDOR],
    [VENDOR, (NAMING[0], b"x")],
    [VENDOR, (NAMING[0], b"x"), (NAMING[1], b"x")],
    [VENDOR, (NAMING[1], b"x")],
    [(NAMING[0], b"x")],
)

# What the areas declare, in a process that has imported them all or that has imported what a start imports.
LISTS = """
import asyncio, json, sys
{loading}
from gatehouse.configuration.registry import load_sections
from gatehouse.connectivity.catalogue import list_event_entries
from gatehouse.directory.people import invite
from gatehouse.kit.events import find_event_kind, list_event_names, list_subscribers
from gatehouse.kit.jobs import list_jobs, list_schedules
from gatehouse.kit.purge import PURGES
from gatehouse.kit.sealed import SEALED_COLUMNS
from gatehouse.kit.tenant_cleanup import TENANT_TABLES
from gatehouse.probes import figures
from prometheus_client import REGISTRY
names = sorted(list_event_names())
print(json.dumps({{
    "events of the console": [str(one) for one in list_event_entries(())],
    "jobs": list_jobs(),
    "schedules": list_schedules(),
    "sections": [one.name for one in asyncio.run(load_sections())],
    "counted from the start": sorted(one.name for one in REGISTRY.collect() if one.samples),
    "conditions": sorted(one.__name__ for one in invite._CONDITIONS.load_items()),
    "purges": sorted(one.name for one in PURGES.load_items()),
    "sealed columns": sorted(one.name for one in SEALED_COLUMNS.load_items()),
    "tables of a tenant": sorted(one.table for one in TENANT_TABLES.load_items()),
    "events": names,
    "subscribers": {{name: list_subscribers(find_event_kind(name)) for name in names}},
}}, sort_keys=True))
"""


def test_the_manifest_is_that_of_all_areas():
    assert orjson.dumps(build_manifest()) == orjson.dumps(read_manifest()), "run `make openapi`"


def test_a_lazy_start_knows_what_a_full_one_knows():
    def list_all(loading: str) -> dict[str, Any]:
        program = LISTS.format(loading=loading)
        found = subprocess.check_output([sys.executable, "-c", program], text=True, timeout=180)
        lists: dict[str, Any] = json.loads(found)
        return lists

    lazy = list_all(
        "import gatehouse.commands.process; assert 'gatehouse.areas' not in sys.modules"
    )
    full = list_all("import gatehouse.areas")
    assert lazy == full
    assert all(lazy.values())
    assert len(lazy["events"]) > 200
    assert lazy["subscribers"]["tenant.created"]["entitlements.welcome"] is False


@pytest.fixture
def lazy_app(settings: Settings) -> FastAPI:
    return build_app(settings, Resources())


def test_an_unloaded_route_is_found_where_the_route_itself_would_be(settings, lazy_app):
    full_app = build_app(settings, Resources(), is_loaded=True)
    lazy, full = get_route_table(lazy_app), get_route_table(full_app)
    assert len(lazy.routes) == len(full.routes)
    assert sum(isinstance(route, UnloadedRoute) for route in lazy.routes) > 900
    paths = set(addresses(full.routes))
    for path in paths:
        for headers in HEADERS if "resources" in path else HEADERS[:1]:
            for method in METHODS:
                scope = {"type": "http", "method": method, "path": path, "headers": headers}
                assert found_by(lazy, scope) == found_by(full, scope), (method, path, headers)


def found_by(table: RouteTable, scope: dict[str, Any]) -> tuple[int, Any, set[str]] | None:
    """The position of the route, its parameters, and the methods of the path."""
    found = table.find(dict(scope))
    if found is None:
        return None
    route, added = found
    [position] = (number for number, one in enumerate(table.routes) if one is route)
    return position, added.get("path_params"), table.find_methods(scope)


async def test_every_router_of_the_manifest_can_be_loaded(lazy_app, settings):
    table = get_route_table(lazy_app)
    for router in table.list_unloaded_routers():
        await table.load_router(router)
    full = get_route_table(build_app(settings, Resources(), is_loaded=True))
    assert not table.list_unloaded_routers()
    assert list(map(shown, table.routes)) == list(map(shown, full.routes))


def shown(route: BaseRoute) -> str:
    return declare_route(route) if isinstance(route, Route) else str(getattr(route, "path", route))


@pytest.fixture
def small_module(tmp_path, monkeypatch) -> Iterator[Any]:
    """Writes the module `late_area`, and removes it."""

    def write(text: str) -> None:
        (tmp_path / "late_area.py").write_text(text)

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(manifest, "_loaded", {})
    yield write
    sys.modules.pop("late_area", None)


WORKS = """
from gatehouse.kit.router import Router
router = Router()
@router.get("/late/{number}")
async def count(number: int) -> int:
    return number + 1
"""


async def ask(settings: Settings, *paths: str) -> list[httpx.Response]:
    """All at once, of an application whose only area is not imported."""
    app = FastAPI(openapi_url=None)
    install_error_handlers(app)
    declared = manifest.DeclaredRouter(
        router="late_area:router",
        error_format="scim",
        is_plain=False,
        routes=["GET /late/{number}"],
    )
    app.router.routes += LazyRouter(declared, SCIM).routes
    app.router.middleware_stack = Dispatch(app.router)
    transport = httpx.ASGITransport(wrap_in_middleware(app, settings), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as http:
        return await asyncio.gather(*map(http.get, paths))


async def test_concurrent_first_requests_import_the_area_once(settings, small_module, monkeypatch):
    imported: list[str] = []
    load = manifest.load_module

    async def counted(name: str) -> Any:
        if name not in sys.modules:
            imported.append(name)
        return await load(name)

    monkeypatch.setattr("gatehouse.kit.lazy_routes.load_module", counted)
    small_module(WORKS)
    answers = await ask(settings, *(f"/late/{number}" for number in range(8)), "/late/x", "/other")
    assert [one.text for one in answers[:8]] == [str(number + 1) for number in range(8)]
    # In the format of the area, also where the area was imported for it.
    assert answers[8].status_code == 400
    assert answers[8].json()["schemas"] == ["urn:ietf:params:scim:api:messages:2.0:Error"]
    assert answers[9].status_code == 404
    assert imported


async def test_an_area_that_cannot_be_imported_is_an_error_of_each_of_its_requests(
    settings, small_module
):
    small_module("raise ImportError('no such library')")
    for _ in range(2):
        [answer] = await ask(settings, "/late/1")
        assert answer.status_code == 500


async def test_an_area_with_other_routes_than_the_manifest_says_is_not_used(settings, small_module):
    small_module(WORKS.replace("/late/{number}", "/late/{number}/more"))
    [answer] = await ask(settings, "/late/1")
    assert answer.status_code == 500


def test_modules_import_each_other_without_circles():
    """So each can be imported first, and two threads that import never wait for each other."""
    package = Path(find_spec("gatehouse").origin).parent  # type: ignore[union-attr, arg-type]
    files = {
        ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): file
        for file in package.rglob("*.py")
    }
    graph = {
        name: {
            one
            for one in list_imports(ast.parse(file.read_bytes()).body)
            # The folders around a module are imported before it.
            if one in files and not f"{name}.".startswith(f"{one}.")
        }
        for name, file in files.items()
    }
    assert len(graph["gatehouse.areas"]) > 100
    TopologicalSorter(graph).prepare()  # raises `CycleError`


def list_imports(body: list[ast.stmt]) -> Iterator[str]:
    """What is imported when the module is; a function imports when it is called."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING":
            yield from list_imports([*node.body, *node.orelse])
