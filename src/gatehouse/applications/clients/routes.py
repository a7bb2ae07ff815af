"""`/applications/application-clients`."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.applications.clients import service
from gatehouse.applications.clients.schemas import (
    ApplicationClientChange,
    ApplicationClientCreate,
    ApplicationClientOut,
)

router = Router(
    prefix="/applications/application-clients", tags=["Vendor"], route_class=VendorRoute
)


@router.post("", permission=VendorPermission.WRITE_APPLICATIONS, status_code=201)
async def create_application_client(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    data: ApplicationClientCreate,
) -> ApplicationClientOut:
    """An agent that signs users in by OAuth with its `id` and `clientSecret`, and asks them what it may know.
    It belongs to the application of the header `frontegg-requested-application-id`, else to the default one,
    and is deleted with it. 409 `applications.too_many_clients` above a hundred."""
    return await service.create_client(db, caller, client, data)


@router.get("/app/{app_id}", permission=VendorPermission.READ_APPLICATIONS)
async def list_application_clients(
    db: VendorTransaction, app_id: UUID
) -> list[ApplicationClientOut]:
    """Those of an application, oldest first; also those that registered themselves."""
    return await service.list_clients(db, app_id)


@router.get("/{client_id}", permission=VendorPermission.READ_APPLICATIONS)
async def get_application_client(db: VendorTransaction, client_id: UUID) -> ApplicationClientOut:
    return await service.get_client(db, client_id)


@router.patch("/{client_id}", permission=VendorPermission.WRITE_APPLICATIONS)
async def change_application_client(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    client_id: UUID,
    data: ApplicationClientChange,
) -> ApplicationClientOut:
    """Change what is given; in force everywhere within a second."""
    return await service.change_client(db, caller, client, client_id, data)


@router.delete(
    "/{client_id}",
    permission=VendorPermission.WRITE_APPLICATIONS,
    status_code=204,
    response_class=Response,
)
async def delete_application_client(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, client_id: UUID
) -> None:
    """Its tokens are refused from now on."""
    await service.delete_client(db, caller, client, client_id)
