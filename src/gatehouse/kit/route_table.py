"""Finds the route of a request without trying every route.

Starlette tries one route after the other, so each new route makes every request slower. Here a path without
parameters is one look-up in a dictionary, and any other walks a tree of path segments to the few routes that
can match. These are tried in Starlette's order, so the result is the same. The module of a route may not be
imported yet (`lazy_routes.py`); the table then gets the router's routes when one of them is found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi.routing import APIRouter
from starlette.convertors import PathConvertor
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from gatehouse.kit.lazy_routes import LazyRouter, UnloadedRoute

Found = tuple[BaseRoute, dict[str, Any]]
# Key in the scope of a request for what `HotPaths` has found in the table.
FOUND = "gatehouse.found"


@dataclass(slots=True)
class Node:
    """One segment of the paths. Numbers are positions in the order of the routes."""

    literal: dict[str, "Node"] = field(default_factory=dict)
    parameter: "Node | None" = None
    here: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)  # routes that match any rest of the path

    def collect_routes(self, segments: Sequence[str], depth: int, found: list[int]) -> None:
        if depth == len(segments):
            found += self.here
            return
        found += self.below
        if (child := self.literal.get(segments[depth])) is not None:
            child.collect_routes(segments, depth + 1, found)
        if self.parameter is not None:
            self.parameter.collect_routes(segments, depth + 1, found)


class RouteTable:
    """`routes` is the list itself: it gets the routes of a router that is loaded."""

    def __init__(self, routes: list[BaseRoute]) -> None:
        self.routes = routes
        self._root = Node()
        for number, route in enumerate(self.routes):
            self._add_route(number, route)
        self._exact = {
            (method, route.path): route
            for route in self.routes
            if isinstance(route, Route) and not route.param_convertors
            for method in route.methods or ()
            if self._find_first(method, route.path) is route
        }

    def find_exact(self, method: str, path: str) -> Route | None:
        """The route of a path without parameters."""
        return self._exact.get((method, path))

    def find(self, scope: Scope) -> Found | None:
        """The route and what it adds to the scope. Else a route of the same path for another method."""
        route = self.find_exact(scope["method"], scope["path"])
        if route is not None:
            return route, {"endpoint": route.endpoint, "path_params": {}, "route": route}
        for_another_method: Found | None = None
        for candidate in self._list_candidates(scope["path"]):
            match, added = candidate.matches(scope)
            if match is Match.FULL:
                return candidate, {"route": candidate, **added}
            if match is Match.PARTIAL and for_another_method is None:
                for_another_method = candidate, {"route": candidate, **added}
        return for_another_method

    async def find_loaded(self, scope: Scope) -> Found | None:
        """As `find`; imports the module of the route if that has not been done."""
        found = self.find(scope)
        while found is not None and isinstance(found[0], UnloadedRoute):
            await self.load_router(found[0].router)
            found = self.find(scope)
        return found

    def list_unloaded_routers(self) -> list[LazyRouter]:
        unloaded = (route for route in self.routes if isinstance(route, UnloadedRoute))
        return list(dict.fromkeys(route.router for route in unloaded))

    async def load_router(self, router: LazyRouter) -> None:
        """Put the routes of the router in the places of those that stood for them."""
        loaded = dict(zip(map(id, router.routes), await router.load_routes(), strict=True))
        self.routes[:] = (loaded.get(id(route), route) for route in self.routes)
        self._exact = {key: loaded.get(id(route), route) for key, route in self._exact.items()}

    def find_methods(self, scope: Scope) -> set[str]:
        """The methods of all routes at this path. Routes that match any rest of a path do not count."""
        return {
            method
            for route in self._list_candidates(scope["path"])
            if isinstance(route, Route) and not _is_open_ended(route)
            if route.matches(scope)[0] is not Match.NONE
            for method in route.methods or ()
        }

    def _list_candidates(self, path: str) -> Iterator[BaseRoute]:
        found: list[int] = []
        self._root.collect_routes(path.split("/")[1:], 0, found)
        found.sort()
        return (self.routes[number] for number in found)

    def _find_first(self, method: str, path: str) -> BaseRoute | None:
        scope = {"type": "http", "method": method, "path": path}
        candidates = list(self._list_candidates(path))
        if any(getattr(one, "reads_headers", False) for one in candidates):
            return None  # the path alone does not tell
        matching = (one for one in candidates if one.matches(scope)[0] is Match.FULL)
        return next(matching, None)

    def _add_route(self, number: int, route: BaseRoute) -> None:
        node = self._root
        for segment in getattr(route, "path", "/{path:path}").split("/")[1:]:
            if "{" not in segment:
                node = node.literal.setdefault(segment, Node())
            elif ":path}" in segment:
                break
            else:
                node.parameter = node.parameter or Node()
                node = node.parameter
        (node.below if _is_open_ended(route) else node.here).append(number)


def _is_open_ended(route: BaseRoute) -> bool:
    """Whether the route matches paths of any length."""
    if not isinstance(route, Route):
        return True
    return any(isinstance(one, PathConvertor) for one in route.param_convertors.values())


class Dispatch:
    """Replaces Starlette's own search for a route."""

    def __init__(self, router: APIRouter) -> None:
        self._router = router
        self.table = RouteTable(router.routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._router.app(scope, receive, send)
            return
        found = scope.pop(FOUND) if FOUND in scope else await self.table.find_loaded(scope)
        if found is None:
            await self._router.default(scope, receive, send)
            return
        route, added = found
        scope["router"] = self._router
        scope.update(added)
        await route.handle(scope, receive, send)
