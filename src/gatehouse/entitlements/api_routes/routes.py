"""`/entitlements/resources/routes`: what calls of the vendor's own API take (wire-api §17)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.entitlements.api_routes import queries, schemas, service
from gatehouse.vendor.current import CurrentConfiguration

READ, WRITE = VendorPermission.READ_ENTITLEMENTS, VendorPermission.WRITE_ENTITLEMENTS

router = Router(
    prefix="/entitlements/resources/routes/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=READ)
async def list_api_routes(db: VendorTransaction) -> list[schemas.ApiRouteOut]:
    """All, in the order in which they count; there are at most 2,000."""
    return [schemas.ApiRouteOut.from_row(one) for one in await queries.ROUTES.all(db)]


@router.post("", permission=WRITE)
async def create_api_route(
    db: VendorTransaction, caller: VendorCaller, data: schemas.ApiRouteIn
) -> schemas.ApiRouteOut:
    """`{id}` or `:id` is any one segment, a `*` at the end any rest. 409 `api_routes.exists`,
    `api_routes.too_many`."""
    return schemas.ApiRouteOut.from_row(await service.create_api_route(db, caller, data))


@router.get("/configuration", permission=READ)
async def get_api_route_mode(
    db: VendorTransaction, configuration: CurrentConfiguration
) -> schemas.RouteModeOut:
    """`monitor` until it is set."""
    return await service.get_route_mode(db, configuration.vendor.id)


@router.patch("/configuration", permission=WRITE)
async def change_api_route_mode(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    data: schemas.RouteModeIn,
) -> schemas.RouteModeOut:
    vendor_id = configuration.vendor.id
    return await service.set_route_mode(db, caller, vendor_id, data.access_control_mode)


@router.post("/import-open-api", permission=WRITE)
async def import_api_routes(
    db: VendorTransaction, caller: VendorCaller, data: schemas.OpenApiImport
) -> schemas.OpenApiImported:
    """Each operation becomes a route that allows all callers, until it is changed. 409 `api_routes.too_many`;
    then nothing is imported."""
    return await service.import_open_api(db, caller, data.paths)


@router.post("/check", permission=READ, response_model_exclude_none=True)
async def check_api_route(
    db: VendorTransaction, configuration: CurrentConfiguration, data: schemas.RouteCheck
) -> schemas.RouteDecision:
    """Whether a call may be made, by the first route that fits it; a call of none is refused."""
    return await service.check_api_route(db, configuration.vendor.id, data)


@router.get("/{route_id}", permission=READ)
async def get_api_route(db: VendorTransaction, route_id: UUID) -> schemas.ApiRouteOut:
    return schemas.ApiRouteOut.from_row(await service.get_api_route(db, route_id))


@router.patch("/{route_id}", permission=WRITE)
async def change_api_route(
    db: VendorTransaction, caller: VendorCaller, route_id: UUID, data: schemas.ApiRouteIn
) -> schemas.ApiRouteOut:
    """Its rules stay. 409 `api_routes.exists`."""
    return schemas.ApiRouteOut.from_row(await service.change_api_route(db, caller, route_id, data))


@router.delete("/{route_id}", permission=WRITE, response_class=Response)
async def delete_api_route(db: VendorTransaction, caller: VendorCaller, route_id: UUID) -> None:
    await service.delete_api_route(db, caller, route_id)


@router.put("/{route_id}/rules", permission=WRITE)
async def replace_api_route_rules(
    db: VendorTransaction, caller: VendorCaller, route_id: UUID, data: schemas.RouteRulesIn
) -> list[schemas.RouteRuleOut]:
    """They count while the route is `ruleBased`: all of them must hold."""
    return schemas.list_route_rules(await service.replace_route_rules(db, caller, route_id, data))
