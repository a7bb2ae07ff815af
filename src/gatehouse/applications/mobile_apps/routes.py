"""`/vendors/resources/associated-domains/v1`: which apps on devices are this domain's own."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.applications.mobile_apps import service
from gatehouse.applications.mobile_apps.schemas import (
    AndroidAppIn,
    AndroidAppOut,
    IosAppIn,
    IosAppOut,
)

router = Router(
    prefix="/vendors/resources/associated-domains/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("/ios", permission=VendorPermission.READ_CONFIGURATION)
async def list_ios_apps(db: VendorTransaction) -> list[IosAppOut]:
    """Those of `/.well-known/apple-app-site-association`, without those of the settings."""
    return [IosAppOut.of(one) for one in await service.list_of(db, "ios")]


@router.post("/ios", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def add_ios_app(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: IosAppIn
) -> IosAppOut:
    """It may use this domain's passkeys, and open mailed links and its way back from a sign-in. 409
    `mobile_apps.exists`."""
    return IosAppOut.of(await service.add_mobile_app(db, caller, client, "ios", data.app_id))


@router.delete("/ios/{app_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_ios_app(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, app_id: UUID
) -> Response:
    """404 `mobile_apps.not_found`. Devices may cache the previous association for a while."""
    await service.remove_mobile_app(db, caller, client, "ios", app_id)
    return Response()


@router.get("/android", permission=VendorPermission.READ_CONFIGURATION)
async def list_android_apps(db: VendorTransaction) -> list[AndroidAppOut]:
    """Those of `/.well-known/assetlinks.json`, without those of the settings."""
    return [AndroidAppOut.of(one) for one in await service.list_of(db, "android")]


@router.post("/android", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def add_android_app(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: AndroidAppIn
) -> AndroidAppOut:
    """It may use this domain's passkeys, and open the links that its manifest names. 409
    `mobile_apps.exists`."""
    prints = data.sha256_cert_fingerprints
    return AndroidAppOut.of(
        await service.add_mobile_app(db, caller, client, "android", data.package_name, prints)
    )


@router.delete("/android/{app_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_android_app(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, app_id: UUID
) -> Response:
    """404 `mobile_apps.not_found`. Devices may cache the previous association for a while."""
    await service.remove_mobile_app(db, caller, client, "android", app_id)
    return Response()
