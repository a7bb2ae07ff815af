"""`/api/v1/organization`: writing to the vendor (spec 000 §7)."""

from typing import Annotated

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentCall, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import AllResources, resource
from gatehouse.licensing.configuration.settings import PortalSettings
from gatehouse.licensing.contact import service
from gatehouse.licensing.contact.schemas import ContactMessage, ContactOut

router = Router(prefix="/api/v1/organization", tags=["Licensing"])


@router.post(
    "/prepare-contact",
    permission=Permission.LICENSING_READ_LICENSES,
    response_model=ContactOut,
    response_model_exclude_none=True,
)
async def prepare_contact(
    settings: Annotated[PortalSettings, resource(PortalSettings)],
) -> ContactOut:
    """Who is written to, and when they answer. Empty when the vendor has named no address. No body."""
    return service.contact_of(settings)


@router.post(
    "/contact",
    # The vendor replies by mail, so the caller must be a signed-in user with an address.
    permission=require(Permission.LICENSING_READ_LICENSES, signed_in=True),
    status_code=204,
)
async def contact_vendor(
    caller: Caller,
    client: CurrentClient,
    call: CurrentCall,
    resources: AllResources,
    data: ContactMessage,
) -> None:
    """Mail the vendor; an answer goes to the caller. 409 when the vendor has named no address, 429 after
    ten an hour."""
    await service.pass_on(call, resources, caller, client, data)
