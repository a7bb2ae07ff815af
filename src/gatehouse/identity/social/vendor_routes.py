"""`/identity/resources/sso/v2` and `/identity/resources/sso/custom/v1`: management of the providers by the
vendor."""

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction, may_read_secrets
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.social import schemas
from gatehouse.identity.social import vendor_service as service
from gatehouse.kit.resources import AllResources

READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION
custom = Router(
    prefix="/identity/resources/sso/custom/v1", tags=["Vendor"], route_class=VendorRoute
)
router = Router(prefix="/identity/resources/sso/v2", tags=["Vendor"], route_class=VendorRoute)


@router.post("", permission=WRITE, status_code=201)
async def save_social_provider(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.StandardProviderIn,
) -> Response:
    """Set up or change google, microsoft, github, facebook, slack or linkedin; the secret is stored
    encrypted. A new one is offered once it is activated."""
    await service.save_standard_provider(db, resources, caller, data)
    return Response(status_code=201)


@router.get("/{provider}", permission=READ)
async def get_social_provider(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, provider: str
) -> schemas.StandardProviderOut:
    """Get the settings of a provider; its secret only for a credential with `vendor.see.secrets`. 404
    `social.provider_not_found`."""
    return await service.get_standard_provider(
        db, resources, provider, with_secret=may_read_secrets(caller)
    )


@router.post("/{provider}/activate", permission=WRITE, status_code=201)
async def activate_social_provider(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, provider: str
) -> Response:
    """Offer the provider to users, within a second. 400 for Facebook and Slack until the document says that
    their addresses are trusted; 404 `social.provider_not_found`."""
    await service.set_provider_active(db, resources, caller, provider, on=True)
    return Response(status_code=201)


@router.post("/{provider}/deactivate", permission=WRITE, status_code=201)
async def deactivate_social_provider(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, provider: str
) -> Response:
    """Stop sign-ins through the provider; its settings stay. 404 `social.provider_not_found`."""
    await service.set_provider_active(db, resources, caller, provider, on=False)
    return Response(status_code=201)


@custom.post("", permission=WRITE)
async def create_custom_social_provider(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.CustomProviderCreate,
) -> Response:
    """Create an OAuth 2 provider of the vendor's own; its secret is stored encrypted. 409 for a `type` that
    is taken. Its addresses count only where its userinfo says `email_verified`."""
    await service.create_custom_provider(db, resources, caller, data)
    return Response(status_code=200)


@custom.patch("/{provider_id}", permission=WRITE)
async def change_custom_social_provider(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    provider_id: str,
    data: schemas.CustomProviderChange,
) -> Response:
    """Change the given fields; in force everywhere within a second."""
    await service.update_custom_provider(db, resources, caller, provider_id, data)
    return Response(status_code=200)


@custom.delete("/{provider_id}", permission=WRITE)
async def delete_custom_social_provider(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, provider_id: str
) -> Response:
    """Delete a provider; users can no longer sign in through it."""
    await service.delete_custom_provider(db, resources, caller, provider_id)
    return Response(status_code=200)
