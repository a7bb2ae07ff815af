"""Routes by id; they are few enough to be read whole."""

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

import asyncpg
from pydantic import TypeAdapter, ValidationError

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.entitlements.api_routes import queries
from gatehouse.entitlements.api_routes.match import decide_access, route_priority
from gatehouse.entitlements.api_routes.schemas import (
    ApiRouteIn,
    OpenApiImported,
    RouteCheck,
    RouteDecision,
    RoutePath,
    RouteRulesIn,
    rules_of,
)
from gatehouse.entitlements.errors import ApiRouteExists, ApiRouteNotFound, TooManyApiRoutes
from gatehouse.entitlements.events import ApiRouteChanged, ApiRouteModeChanged, ApiRoutesImported
from gatehouse.entitlements.models import ApiRoute, Method, Mode, RouteConfiguration
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, random_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.events import Event
from gatehouse.kit.schemas import Text

MOST = 2000


async def get_api_route(db: Db, route_id: UUID) -> ApiRoute:
    """Raises `ApiRouteNotFound`."""
    return _require_found(await queries.ROUTE.first(db, route_id))


async def create_api_route(db: Db, caller: VendorPrincipal, data: ApiRouteIn) -> ApiRoute:
    """Raises `ApiRouteExists`, `TooManyApiRoutes`."""
    await take_lock(db, Lock.API_ROUTES)
    if await queries.COUNT.one(db) >= MOST:
        raise TooManyApiRoutes(f"There can be at most {MOST} routes")
    made = await queries.ADD.first(
        db, new_id(), data.method, data.path, route_priority(data.method, data.path), data.description,
        data.policy_type, clock.now(),
    )  # fmt: skip
    if made is None:
        raise ApiRouteExists("A route with this method and path already exists")
    await _announce_route_change(db, caller, _change_event(made, "Created"))
    return made


async def change_api_route(
    db: Db, caller: VendorPrincipal, route_id: UUID, data: ApiRouteIn
) -> ApiRoute:
    """Raises `ApiRouteNotFound`, `ApiRouteExists`."""
    try:
        after = await queries.CHANGE.first(
            db, route_id, data.method, data.path, route_priority(data.method, data.path),
            data.description, data.policy_type,
        )  # fmt: skip
    except asyncpg.UniqueViolationError:
        raise ApiRouteExists("A route with this method and path already exists") from None
    changed = _require_found(after)
    await _announce_route_change(db, caller, _change_event(changed, "Changed"))
    return changed


async def set_rules(
    db: Db, caller: VendorPrincipal, route_id: UUID, data: RouteRulesIn
) -> ApiRoute:
    """Raises `ApiRouteNotFound`."""
    rules = [{"id": str(random_id()), **one.model_dump()} for one in data.rules]
    changed = _require_found(await queries.SET_RULES.first(db, route_id, rules))
    await _announce_route_change(db, caller, _change_event(changed, "Changed the rules of"))
    return changed


async def delete_api_route(db: Db, caller: VendorPrincipal, route_id: UUID) -> None:
    """Raises `ApiRouteNotFound`."""
    gone = _require_found(await queries.DELETE.first(db, route_id))
    await _announce_route_change(db, caller, _change_event(gone, "Deleted"))


async def import_open_api(
    db: Db, caller: VendorPrincipal, paths: dict[str, Any]
) -> OpenApiImported:
    """Raises `TooManyApiRoutes`; then nothing is imported."""
    found, skipped = read_open_api_document(paths)
    await take_lock(db, Lock.API_ROUTES)
    new = await queries.IMPORT.run(
        db, [one.method for one in found], [one.path for one in found],
        [route_priority(one.method, one.path) for one in found], [one.description for one in found],
        clock.now(),
    )  # fmt: skip
    if await queries.COUNT.one(db) > MOST:
        raise TooManyApiRoutes(f"There can be at most {MOST} routes")
    if new:
        await _announce_route_change(db, caller, ApiRoutesImported(None, new))
    return OpenApiImported(imported=new, existing=len(found) - new, skipped=skipped)


async def read_configuration(db: Db, vendor_id: UUID) -> RouteConfiguration:
    return await queries.CONFIGURED.first(db) or RouteConfiguration(vendor_id, "monitor")


async def save_configuration(db: Db, caller: VendorPrincipal, mode: Mode) -> RouteConfiguration:
    after = await queries.CONFIGURE.one(db, new_id(), mode, clock.now())
    await _announce_route_change(db, caller, ApiRouteModeChanged(None, mode))
    return after


async def check_api_route(db: Db, vendor_id: UUID, asked: RouteCheck) -> RouteDecision:
    mode = (await read_configuration(db, vendor_id)).access_control_mode
    decision = decide_access(
        await queries.ROUTES.all(db), asked.method, asked.path, asked.permissions, asked.features
    )
    missing = {rule["id"] for rule in decision.missing}
    return RouteDecision(
        allowed=decision.allowed or mode == "monitor",
        refused=not decision.allowed,
        access_control_mode=mode,
        route_id=decision.route.id if decision.route else None,
        missing=[one for one in rules_of(decision.route) if str(one.id) in missing]
        if decision.route
        else [],
    )


def _require_found(route: ApiRoute | None) -> ApiRoute:
    if route is None:
        raise ApiRouteNotFound("The route was not found")
    return route


def _change_event(route: ApiRoute, what: str) -> ApiRouteChanged:
    return ApiRouteChanged(None, f"{route.method} {route.path}", what)


async def _announce_route_change(db: Db, caller: VendorPrincipal, event: Event) -> None:
    await announce_event(db, event, by=caller.actor)


METHODS = ("get", "post", "put", "patch", "delete")
_PATH: TypeAdapter[str] = TypeAdapter(RoutePath)
_TEXT: TypeAdapter[str] = TypeAdapter(Text)


@dataclass(frozen=True, slots=True)
class DescribedRoute:
    method: Method
    path: str
    description: str


def read_open_api_document(paths: dict[str, Any]) -> tuple[list[DescribedRoute], int]:
    """Each operation, and how many have a path that no route can have."""
    found: list[DescribedRoute] = []
    skipped = 0
    for path, item in paths.items():
        operations = item if isinstance(item, dict) else {}
        named = [method for method in METHODS if isinstance(operations.get(method), dict)]
        if not _is_path(path):
            skipped += len(named)
            continue
        for method in named:
            text = _describe_operation(operations[method])
            found.append(DescribedRoute(cast("Method", method.upper()), path, text))
    return found, skipped


def _is_path(path: str) -> bool:
    try:
        _PATH.validate_python(path)
    except ValidationError:
        return False
    return True


def _describe_operation(operation: dict[str, Any]) -> str:
    for name in ("summary", "description", "operationId"):
        text = operation.get(name)
        if isinstance(text, str):
            try:
                return _TEXT.validate_python(text[:2000])
            except ValidationError:
                continue
    return ""
