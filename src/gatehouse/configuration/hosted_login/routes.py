"""`/oauth/resources/configurations/v1`: redirect URIs of the default application."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.configuration.hosted_login import service
from gatehouse.configuration.hosted_login.schemas import (
    HostedLogin,
    RedirectUri,
    RedirectUriIn,
    RedirectUris,
)

ADDRESSES = "/redirect-uri"
router = Router(
    prefix="/oauth/resources/configurations/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=VendorPermission.READ_APPLICATIONS)
async def get_hosted_login(db: VendorTransaction) -> HostedLogin:
    """Whether the default application uses the hosted login."""
    return HostedLogin(is_active=await service.is_on(db))


@router.post("/activate", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def activate_hosted_login(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient
) -> Response:
    """They are from now on, within a second."""
    await service.switch_hosted_login(db, caller, client, on=True)
    return Response(status_code=201)


@router.post("/deactivate", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def deactivate_hosted_login(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient
) -> Response:
    """They no longer are: `/oauth/authorize` sends them back with `unauthorized_client`. Its own login box
    signs them in."""
    await service.switch_hosted_login(db, caller, client, on=False)
    return Response(status_code=201)


@router.get(ADDRESSES, permission=VendorPermission.READ_APPLICATIONS)
async def list_redirect_uris(db: VendorTransaction) -> RedirectUris:
    """Those of the default application."""
    return RedirectUris(redirect_uris=await service.list_redirect_uris(db))


@router.post(ADDRESSES, permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def add_redirect_uri(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: RedirectUriIn
) -> RedirectUri:
    """An exact address; in force everywhere within a second. 400 for one that is not `https`, but for this
    machine's; 409 `applications.redirect_uri_exists`."""
    return await service.add_redirect_uri(db, caller, client, data.redirect_uri)


@router.delete(f"{ADDRESSES}/{{address_id}}", permission=VendorPermission.WRITE_APPLICATIONS)
async def delete_redirect_uri(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, address_id: UUID
) -> Response:
    """Remove a redirect URI; users are no longer sent there. 404 `applications.redirect_uri_not_found`."""
    await service.remove_redirect_uri(db, caller, client, address_id)
    return Response()
