"""Routes by id; they are few enough to be read whole."""

from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

import asyncpg
from pydantic import TypeAdapter, ValidationError

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.entitlements.api_routes import queries, schemas
from gatehouse.entitlements.api_routes.match import compute_route_priority, decide_access
from gatehouse.entitlements.errors import ApiRouteExists, ApiRouteNotFound, TooManyApiRoutes
from gatehouse.entitlements.events import ApiRouteChanged, ApiRouteModeChanged, ApiRoutesImported
from gatehouse.entitlements.models import ApiRoute, Method, Mode
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, random_id
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.schemas import Text

MOST = 2000


async def get_api_route(db: Db, route_id: UUID) -> ApiRoute:
    """Raises `ApiRouteNotFound`."""
    return _require_route(await queries.ROUTE.first(db, route_id))


async def create_api_route(db: Db, caller: VendorPrincipal, data: schemas.ApiRouteIn) -> ApiRoute:
    """Raises `ApiRouteExists`, `TooManyApiRoutes`."""
    await take_lock(db, Lock.API_ROUTES)
    if await queries.COUNT.one(db) >= MOST:
        raise TooManyApiRoutes(f"There can be at most {MOST} routes")
    priority = compute_route_priority(data.method, data.path)
    made = await queries.ADD.first(
        db, new_id(), data.method, data.path, priority, data.description, data.policy_type, clock.now(),
    )  # fmt: skip
    if made is None:
        raise ApiRouteExists("A route with this method and path already exists")
    await _announce_route_change(db, caller, made, "Created")
    return made


async def change_api_route(
    db: Db, caller: VendorPrincipal, route_id: UUID, data: schemas.ApiRouteIn
) -> ApiRoute:
    """Raises `ApiRouteNotFound`, `ApiRouteExists`."""
    try:
        after = await queries.CHANGE.first(
            db, route_id, data.method, data.path, compute_route_priority(data.method, data.path),
            data.description, data.policy_type,
        )  # fmt: skip
    except asyncpg.UniqueViolationError:
        raise ApiRouteExists("A route with this method and path already exists") from None
    changed = _require_route(after)
    await _announce_route_change(db, caller, changed, "Changed")
    return changed


async def replace_route_rules(
    db: Db, caller: VendorPrincipal, route_id: UUID, data: schemas.RouteRulesIn
) -> ApiRoute:
    """Raises `ApiRouteNotFound`."""
    rules = [{"id": str(random_id()), **one.model_dump()} for one in data.rules]
    changed = _require_route(await queries.SET_RULES.first(db, route_id, rules))
    await _announce_route_change(db, caller, changed, "Changed the rules of")
    return changed


async def delete_api_route(db: Db, caller: VendorPrincipal, route_id: UUID) -> None:
    """Raises `ApiRouteNotFound`."""
    gone = _require_route(await queries.DELETE.first(db, route_id))
    await _announce_route_change(db, caller, gone, "Deleted")


async def import_open_api(
    db: Db, caller: VendorPrincipal, paths: dict[str, Any]
) -> schemas.OpenApiImported:
    """Raises `TooManyApiRoutes`; then nothing is imported."""
    found, skipped = read_open_api_document(paths)
    await take_lock(db, Lock.API_ROUTES)
    new = await queries.IMPORT.run(
        db, [one.method for one in found], [one.path for one in found],
        [compute_route_priority(one.method, one.path) for one in found], [one.description for one in found],
        clock.now(),
    )  # fmt: skip
    if await queries.COUNT.one(db) > MOST:
        raise TooManyApiRoutes(f"There can be at most {MOST} routes")
    if new:
        await announce_event(db, ApiRoutesImported(None, new), by=caller.actor)
    return schemas.OpenApiImported(imported=new, existing=len(found) - new, skipped=skipped)


async def get_route_mode(db: Db, vendor_id: UUID) -> schemas.RouteModeOut:
    return await queries.CONFIGURED.first(db, vendor_id) or schemas.RouteModeOut(
        id=vendor_id, vendor_id=vendor_id, access_control_mode="monitor"
    )


async def set_route_mode(
    db: Db, caller: VendorPrincipal, vendor_id: UUID, mode: Mode
) -> schemas.RouteModeOut:
    after = await queries.CONFIGURE.one(db, vendor_id, new_id(), mode, clock.now())
    await announce_event(db, ApiRouteModeChanged(None, mode), by=caller.actor)
    return after


async def check_api_route(
    db: Db, vendor_id: UUID, asked: schemas.RouteCheck
) -> schemas.RouteDecision:
    mode = (await get_route_mode(db, vendor_id)).access_control_mode
    decision = decide_access(
        await queries.ROUTES.all(db), asked.method, asked.path, asked.permissions, asked.features
    )
    missing = {rule["id"] for rule in decision.missing}
    return schemas.RouteDecision(
        allowed=decision.allowed or mode == "monitor",
        refused=not decision.allowed,
        access_control_mode=mode,
        route_id=decision.route.id if decision.route else None,
        missing=[one for one in schemas.list_route_rules(decision.route) if str(one.id) in missing]
        if decision.route
        else [],
    )


def _require_route(route: ApiRoute | None) -> ApiRoute:
    if route is None:
        raise ApiRouteNotFound("The route was not found")
    return route


async def _announce_route_change(
    db: Db, caller: VendorPrincipal, route: ApiRoute, what: str
) -> None:
    event = ApiRouteChanged(None, f"{route.method} {route.path}", what)
    await announce_event(db, event, by=caller.actor)


METHODS = ("get", "post", "put", "patch", "delete")
_PATH: TypeAdapter[str] = TypeAdapter(schemas.RoutePath)
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
        if not _is_route_path(path):
            skipped += len(named)
            continue
        for method in named:
            text = _describe_operation(operations[method])
            found.append(DescribedRoute(cast("Method", method.upper()), path, text))
    return found, skipped


def _is_route_path(path: str) -> bool:
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
