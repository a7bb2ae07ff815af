"""`/entitlements/resources/routes`: what calls of the vendor's own API take (wire-api §17)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.entitlements.api_routes import queries, service
from gatehouse.entitlements.api_routes.schemas import (
    ApiRouteIn,
    ApiRouteOut,
    OpenApiImport,
    OpenApiImported,
    RouteCheck,
    RouteDecision,
    RouteModeIn,
    RouteModeOut,
    RouteRuleOut,
    RouteRulesIn,
    rules_of,
)
from gatehouse.vendor.current import CurrentConfiguration

router = Router(
    prefix="/entitlements/resources/routes/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=VendorPermission.READ_ENTITLEMENTS)
async def list_api_routes(db: VendorTransaction) -> list[ApiRouteOut]:
    """All, in the order in which they count; there are at most 2,000."""
    return [ApiRouteOut.from_row(one) for one in await queries.ROUTES.all(db)]


@router.post("", permission=VendorPermission.WRITE_ENTITLEMENTS)
async def create_api_route(
    db: VendorTransaction, caller: VendorCaller, data: ApiRouteIn
) -> ApiRouteOut:
    """`{id}` or `:id` is any one segment, a `*` at the end any rest. 409 `api_routes.exists`,
    `api_routes.too_many`."""
    return ApiRouteOut.from_row(await service.create_api_route(db, caller, data))


@router.get("/configuration", permission=VendorPermission.READ_ENTITLEMENTS)
async def get_api_route_mode(
    db: VendorTransaction, configuration: CurrentConfiguration
) -> RouteModeOut:
    """`monitor` until it is set."""
    vendor_id = configuration.vendor.id
    found = await service.read_configuration(db, vendor_id)
    return RouteModeOut(
        id=found.id, vendor_id=vendor_id, access_control_mode=found.access_control_mode
    )


@router.patch("/configuration", permission=VendorPermission.WRITE_ENTITLEMENTS)
async def change_api_route_mode(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    data: RouteModeIn,
) -> RouteModeOut:
    after = await service.save_configuration(db, caller, data.access_control_mode)
    return RouteModeOut(
        id=after.id,
        vendor_id=configuration.vendor.id,
        access_control_mode=after.access_control_mode,
    )


@router.post("/import-open-api", permission=VendorPermission.WRITE_ENTITLEMENTS)
async def import_api_routes(
    db: VendorTransaction, caller: VendorCaller, data: OpenApiImport
) -> OpenApiImported:
    """Each operation becomes a route that allows all callers, until it is changed. 409 `api_routes.too_many`;
    then nothing is imported."""
    return await service.import_open_api(db, caller, data.paths)


@router.post(
    "/check", permission=VendorPermission.READ_ENTITLEMENTS, response_model_exclude_none=True
)
async def check_api_route(
    db: VendorTransaction, configuration: CurrentConfiguration, data: RouteCheck
) -> RouteDecision:
    """Whether a call may be made, by the first route that fits it; a call of none is refused."""
    return await service.check_api_route(db, configuration.vendor.id, data)


@router.get("/{route_id}", permission=VendorPermission.READ_ENTITLEMENTS)
async def get_api_route(db: VendorTransaction, route_id: UUID) -> ApiRouteOut:
    return ApiRouteOut.from_row(await service.get_api_route(db, route_id))


@router.patch("/{route_id}", permission=VendorPermission.WRITE_ENTITLEMENTS)
async def change_api_route(
    db: VendorTransaction, caller: VendorCaller, route_id: UUID, data: ApiRouteIn
) -> ApiRouteOut:
    """Its rules stay. 409 `api_routes.exists`."""
    return ApiRouteOut.from_row(await service.change_api_route(db, caller, route_id, data))


@router.delete(
    "/{route_id}", permission=VendorPermission.WRITE_ENTITLEMENTS, response_class=Response
)
async def delete_api_route(db: VendorTransaction, caller: VendorCaller, route_id: UUID) -> None:
    await service.delete_api_route(db, caller, route_id)


@router.put("/{route_id}/rules", permission=VendorPermission.WRITE_ENTITLEMENTS)
async def replace_api_route_rules(
    db: VendorTransaction, caller: VendorCaller, route_id: UUID, data: RouteRulesIn
) -> list[RouteRuleOut]:
    """They count while the route is `ruleBased`: all of them must hold."""
    return rules_of(await service.set_rules(db, caller, route_id, data))
