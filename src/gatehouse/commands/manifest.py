"""Builds the manifest: what every area declares, and in which module."""

import sys
from collections.abc import Iterable

import orjson
from fastapi import APIRouter
from starlette.routing import Route

from gatehouse.areas import AREAS
from gatehouse.commands import process as process  # imports what a server does
from gatehouse.kit.error_formats import ERROR_FORMATS, ErrorFormat
from gatehouse.kit.events import (
    Event,
    registered_kinds,
    registered_subscribers,
    registered_wants,
)
from gatehouse.kit.jobs import registered_jobs, registered_schedules
from gatehouse.kit.lazy_routes import declare_route
from gatehouse.kit.manifest import (
    DeclaredJob,
    DeclaredRouter,
    DeclaredSchedule,
    DeclaredSubscriber,
    Manifest,
    Registry,
)
from gatehouse.kit.plain_route import PlainRoute


def render_manifest() -> bytes:
    return orjson.dumps(build_manifest(), option=orjson.OPT_INDENT_2) + b"\n"


def build_manifest() -> Manifest:
    """All areas are imported by now. Modules of the demo are left out: it imports its own."""
    return Manifest(
        routers=[
            _declare_router(router, error_format)
            for error_format, routers in AREAS
            for router in routers
        ],
        jobs={
            name: DeclaredJob(module=job.module, max_attempts=job.max_attempts)
            for name, job in sorted(registered_jobs.items())
            if _is_lasting(job.module)
        },
        schedules={
            name: DeclaredSchedule(module=schedule.module, cron=schedule.cron)
            for name, schedule in sorted(registered_schedules.items())
            if _is_lasting(schedule.module)
        },
        subscribers={
            name: DeclaredSubscriber(
                events=_list_names(wanted), is_selective=name in registered_wants
            )
            for name, wanted in sorted(registered_subscribers.items())
        },
        events={name: kind.__module__ for name, kind in sorted(registered_kinds.items())},
        registries={
            name: sorted(filter(_is_lasting, registry.modules))
            for name, registry in sorted(Registry.all_registries.items())
        },
    )


def _is_lasting(module: str) -> bool:
    return module.startswith("gatehouse.") and not module.startswith("gatehouse.demo.")


def _list_names(wanted: type[Event]) -> list[str] | None:
    if wanted is Event:
        return None
    return sorted(name for name, kind in registered_kinds.items() if issubclass(kind, wanted))


def _declare_router(router: APIRouter, error_format: ErrorFormat) -> DeclaredRouter:
    [format_name] = (name for name, one in ERROR_FORMATS.items() if one is error_format)
    return DeclaredRouter(
        router=_find_global_name(router),
        error_format=format_name,
        is_plain=all(isinstance(route, PlainRoute) for route in router.routes),
        routes=[declare_route(route) for route in router.routes if isinstance(route, Route)],
    )


def _find_global_name(router: APIRouter) -> str:
    """Where the router is, as `module:name`."""
    endpoint_modules = [route.endpoint.__module__ for route in router.routes]  # type: ignore[attr-defined]
    modules: Iterable[str] = dict.fromkeys([*endpoint_modules, *sys.modules])
    for module in modules:
        for name, value in vars(sys.modules[module]).items():
            if value is router:
                return f"{module}:{name}"
    raise LookupError("A router of an area is no global of a module")
