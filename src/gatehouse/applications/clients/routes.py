"""`/applications/application-clients`."""

from typing import Annotated
from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.applications.clients import service
from gatehouse.applications.clients.schemas import (
    ApplicationClientChange,
    ApplicationClientCreate,
    ApplicationClientOut,
)
from gatehouse.kit.router import Router

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_APPLICATIONS)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_APPLICATIONS)]

router = Router(
    prefix="/applications/application-clients", tags=["Vendor"], route_class=VendorRoute
)


@router.post("", status_code=201)
async def create_application_client(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: ApplicationClientCreate
) -> ApplicationClientOut:
    """An agent that signs users in by OAuth with its `id` and `clientSecret`, and asks them what it may know.
    It belongs to the application of the header `frontegg-requested-application-id`, else to the default one,
    and is deleted with it. 409 `applications.too_many_clients` above a hundred."""
    return await service.create_client(db, caller, client, data)


@router.get("/app/{app_id}")
async def list_application_clients(
    db: VendorTransaction, caller: CanRead, app_id: UUID
) -> list[ApplicationClientOut]:
    """Those of an application, oldest first; also those that registered themselves."""
    return await service.list_clients(db, app_id)


@router.get("/{client_id}")
async def get_application_client(
    db: VendorTransaction, caller: CanRead, client_id: UUID
) -> ApplicationClientOut:
    return await service.get_client(db, client_id)


@router.patch("/{client_id}")
async def change_application_client(
    db: VendorTransaction,
    caller: CanWrite,
    client: CurrentClient,
    client_id: UUID,
    data: ApplicationClientChange,
) -> ApplicationClientOut:
    """Change what is given; in force everywhere within a second."""
    return await service.change_client(db, caller, client, client_id, data)


@router.delete("/{client_id}", status_code=204, response_class=Response)
async def delete_application_client(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, client_id: UUID
) -> None:
    """Its tokens are refused from now on."""
    await service.delete_client(db, caller, client, client_id)
