from typing import Annotated
from uuid import UUID

from fastapi import Query as Parameter
from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    SharedRoute,
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.applications import service
from gatehouse.applications.schemas import ApplicationChange, ApplicationCreate, ApplicationOut
from gatehouse.directory.applications.ids import ids_of
from gatehouse.directory.applications.schemas import ApplicationsQuery

PATH = "/applications/resources/applications/v1"

shared = Router(prefix=PATH, tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


@shared.get("", permission=VendorPermission.READ_APPLICATIONS, response_model_exclude_none=True)
async def list_applications(
    db: VendorTransaction, query: Annotated[ApplicationsQuery, Parameter()]
) -> list[ApplicationOut]:
    """All applications, or those of these ids (with commas between)."""
    found = await service.list_applications(db, ids_of("ids", query.ids))
    return [one for one in found if query.wants(one)]


@router.post(
    "",
    permission=VendorPermission.WRITE_APPLICATIONS,
    status_code=201,
    response_model_exclude_none=True,
)
async def create_application(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: ApplicationCreate
) -> ApplicationOut:
    """Create an application with a client id of its own."""
    return await service.create_application(db, caller, client, data)


@router.get(
    "/default", permission=VendorPermission.READ_APPLICATIONS, response_model_exclude_none=True
)
async def get_default_application(db: VendorTransaction) -> ApplicationOut:
    """The default application, used when a call names none."""
    return await service.get_application(db)


@router.get(
    "/agents", permission=VendorPermission.READ_APPLICATIONS, response_model_exclude_none=True
)
async def list_agents(db: VendorTransaction) -> list[ApplicationOut]:
    """The applications whose platform is `agent`."""
    found = await service.list_applications(db)
    return [one for one in found if one.platform == "agent"]


@router.get(
    "/{application_id}",
    permission=VendorPermission.READ_APPLICATIONS,
    response_model_exclude_none=True,
)
async def get_application(db: VendorTransaction, application_id: UUID) -> ApplicationOut:
    return await service.get_application(db, application_id)


@router.patch(
    "/{application_id}",
    permission=VendorPermission.WRITE_APPLICATIONS,
    status_code=201,
    response_model_exclude_none=True,
)
async def change_application(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    application_id: UUID,
    data: ApplicationChange,
) -> ApplicationOut:
    """Change what is given; in force everywhere within a second."""
    return await service.change_application(db, caller, client, application_id, data)


@router.delete(
    "/{application_id}", permission=VendorPermission.WRITE_APPLICATIONS, response_class=Response
)
async def delete_application(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, application_id: UUID
) -> None:
    """Its tokens are refused from now on. The default one cannot go."""
    await service.delete_application(db, caller, client, application_id)
