"""`/applications/resources/applications/v1/credentials`."""

from typing import Annotated
from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.kit.router import Router
from gatehouse.management.application_credentials import service
from gatehouse.management.application_credentials.schemas import (
    ApplicationCredentials,
    ApplicationCredentialsOf,
)

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_APPLICATIONS)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_APPLICATIONS)]

router = Router(
    prefix="/applications/resources/applications/v1/credentials",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.post("/regenerate", status_code=201)
async def make_application_secret(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: ApplicationCredentialsOf
) -> ApplicationCredentials:
    """A new secret, which is shown here and nowhere else; the one before is refused within a second."""
    secret = await service.make_secret(db, caller, client, data.app_id)
    return ApplicationCredentials(client_secret=secret)


@router.get("/{app_id}")
async def get_application_credentials(
    db: VendorTransaction, caller: CanRead, app_id: UUID
) -> ApplicationCredentials:
    """The last letters of its secret."""
    return ApplicationCredentials(client_secret=await service.hint_of(db, app_id))
