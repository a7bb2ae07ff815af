"""`migrations/v1/auth0`, for the vendor's backends."""

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
    must_be_fresh,
    vendor_may,
)
from gatehouse.imports.auth0 import service
from gatehouse.imports.auth0.schemas import Auth0MigrationAsked
from gatehouse.kit.resources import AllResources

STATUS = "/identity/resources/migrations/v1/local/bulk/status"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.post(
    "/identity/resources/migrations/v1/auth0",
    # It reaches whatever account the other system names: an owner's, of the staff.
    permission=vendor_may(VendorPermission.WRITE_USERS, of_staff=VendorPermission.WRITE_STAFF),
    status_code=201,
)
async def migrate_users_from_auth0(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: Auth0MigrationAsked,
) -> Response:
    """Fetch all users from an Auth0 tenant, soon. The application there needs the grant type "Client
    Credentials" and `read:users` of the Management API. The header `location` is where its status is: which
    users were imported, and which were not, and why. Addresses that are verified there are verified here, so
    403 `access.step_up_needed` without recent MFA. Auth0 hands out no hashes this way: add a user source, so
    that users keep their passwords."""
    must_be_fresh(caller)
    migration_id = await service.begin_auth0_import(db, resources, caller, client, data)
    return Response(status_code=201, headers={"location": f"{STATUS}/{migration_id}"})
