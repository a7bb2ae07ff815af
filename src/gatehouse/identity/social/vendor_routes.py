from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.identity.social import service
from gatehouse.identity.social.schemas import CustomProviderChange, CustomProviderCreate
from gatehouse.kit.resources import AllResources

router = Router(
    prefix="/identity/resources/sso/custom/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.post("", permission=VendorPermission.WRITE_CONFIGURATION)
async def create_custom_social_provider(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: CustomProviderCreate,
) -> Response:
    """Create an OAuth 2 provider of the vendor's own; its secret is stored encrypted. 409 for a `type` that
    is taken. Its addresses count only where its userinfo says `email_verified`."""
    await service.create_custom_provider(db, resources, caller, client, data)
    return Response(status_code=200)


@router.patch("/{provider_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_custom_social_provider(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    provider_id: str,
    data: CustomProviderChange,
) -> Response:
    """Change the given fields; in force everywhere within a second."""
    await service.update_custom_provider(db, resources, caller, client, provider_id, data)
    return Response(status_code=200)


@router.delete("/{provider_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_custom_social_provider(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    provider_id: str,
) -> Response:
    """Delete a provider; users can no longer sign in through it."""
    await service.delete_custom_provider(db, resources, caller, client, provider_id)
    return Response(status_code=200)
