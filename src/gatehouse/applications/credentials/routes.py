"""`/applications/resources/applications/v1/credentials`."""

from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.applications.credentials import service
from gatehouse.applications.credentials.schemas import (
    ApplicationCredentials,
    ApplicationCredentialsOf,
    MadeClientSecret,
    MadeSharedSecret,
)

router = Router(
    prefix="/applications/resources/applications/v1/credentials",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.post("/regenerate", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def make_application_secret(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    data: ApplicationCredentialsOf,
) -> MadeClientSecret:
    """A new secret, which is shown here and nowhere else; the previous one is refused within a second."""
    secret = await service.make_secret(db, caller, client, data.app_id)
    return MadeClientSecret(client_secret=secret)


@router.post("/shared/regenerate", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def make_application_shared_secret(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    data: ApplicationCredentialsOf,
) -> MadeSharedSecret:
    """A new shared secret, which is shown here and nowhere else. The application's backend sends it in
    `x-frontegg-headers-verifier`, and its `x-frontegg-forwarded-for` is then accepted as the user's address;
    the previous secret stops working within a second."""
    secret = await service.make_shared_secret(db, caller, client, data.app_id)
    return MadeSharedSecret(shared_secret=secret)


@router.get("/{app_id}", permission=VendorPermission.READ_APPLICATIONS)
async def get_application_credentials(
    db: VendorTransaction, app_id: UUID
) -> ApplicationCredentials:
    """The last letters of its secret, and of the one that its backend shares with this server."""
    own, shared = await service.hints_of(db, app_id)
    return ApplicationCredentials(client_secret=own, shared_secret=shared)
