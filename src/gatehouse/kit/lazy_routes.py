"""Routes whose module is imported at the first request for one of them."""

import re
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

from starlette._utils import get_route_path
from starlette.convertors import Convertor
from starlette.routing import Match, Route, compile_path
from starlette.types import Scope

from gatehouse.kit.error_formats import ErrorFormat, set_error_format
from gatehouse.kit.manifest import DeclaredRouter, load_module


class ManifestOutdated(Exception):
    """A router does not have the routes that the manifest says."""


class LazyRouter:
    """A router of the manifest."""

    def __init__(self, declared: DeclaredRouter, error_format: ErrorFormat) -> None:
        self.name = declared["router"]
        self.is_plain = declared["is_plain"]
        self.routes = [UnloadedRoute(self, one) for one in declared["routes"]]
        self._declared = declared["routes"]
        self._error_format = error_format

    async def load_routes(self) -> Sequence[Route]:
        """Import the module; the routes are in the order of `routes`. Raises what the import raises, and
        `ManifestOutdated`."""
        module_name, _, name = self.name.partition(":")
        routes: list[Route] = getattr(await load_module(module_name), name).routes
        if [declare_route(route) for route in routes] != self._declared:
            raise ManifestOutdated(f"{self.name} has changed. Run `make openapi`.")
        for route in routes:
            set_error_format(self._error_format, route)
        return routes


def declare_route(route: Route) -> str:
    """What the manifest says of a route."""
    declared = f"{','.join(sorted(route.methods or ()))} {route.path}"
    if getattr(route, "reads_headers", False):
        declared += f" {type(route).__module__}:{type(route).__qualname__}"
    return declared


class UnloadedRoute(Route):
    """What it takes to find a route: the result of `matches` is that of the route itself. Starlette's
    constructor is not called, because it compiles the path, and a thousand take a tenth of a second."""

    def __init__(self, router: LazyRouter, declared: str) -> None:
        methods, self.path, *class_name = declared.split(" ")
        self.router = router
        self.methods = {*methods.split(",")}
        self.endpoint = None  # type: ignore[assignment]
        self.name = self.path
        self.include_in_schema = False
        self.reads_headers = bool(class_name)
        self._class_name = "".join(class_name)

    @cached_property
    def _compiled_path(self) -> tuple[re.Pattern[str], str, dict[str, Convertor[Any]]]:
        return compile_path(self.path)

    @property
    def path_regex(self) -> re.Pattern[str]:  # type: ignore[override]
        return self._compiled_path[0]

    @property
    def path_format(self) -> str:  # type: ignore[override]
        return self._compiled_path[1]

    @property
    def param_convertors(self) -> dict[str, Convertor[Any]]:  # type: ignore[override]
        return self._compiled_path[2] if "{" in self.path else {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if "{" not in self.path and get_route_path(scope) != self.path:
            return Match.NONE, {}
        match, child = super().matches(scope)
        if match is Match.FULL and self.reads_headers and not self._route_class.accepts(scope):
            return Match.NONE, {}
        return match, child

    @cached_property
    def _route_class(self) -> Any:
        module, _, name = self._class_name.partition(":")
        return getattr(import_module(module), name)
