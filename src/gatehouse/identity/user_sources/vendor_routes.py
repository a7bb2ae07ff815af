"""User sources, managed by the vendor's backends."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.identity.user_sources import queries, service
from gatehouse.identity.user_sources.models import ShownSource
from gatehouse.identity.user_sources.schemas import (
    CountedSource,
    SourceAssignment,
    SourceLinks,
    SourceOut,
    SourceUser,
    SourceUsers,
    SourceUsersTotal,
)

Limit = Annotated[int, Query(alias="_limit", ge=1, le=200)]
Offset = Annotated[int, Query(alias="_offset", ge=0, le=10_000_000)]

PATH = "/identity/resources/user-sources/v1"

router = Router(prefix=PATH, tags=["Vendor"], route_class=VendorRoute)


@router.get("", permission=VendorPermission.READ_CONFIGURATION, response_model=list[CountedSource])
async def list_user_sources(db: VendorTransaction) -> list[ShownSource]:
    """List the user sources, in the order in which they are asked."""
    return await queries.LIST.all(db)


@router.post("/assign", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def assign_user_source(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: SourceAssignment
) -> Response:
    """Assign a source: sign-ins of these applications ask it from now on."""
    by = by_vendor(caller, client)
    await service.assign_applications(db, data.user_source_id, data.app_ids, is_asked=True, by=by)
    return Response(status_code=201)


@router.post("/unassign", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def unassign_user_source(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: SourceAssignment
) -> Response:
    """Unassign a source: sign-ins of these applications no longer ask it."""
    by = by_vendor(caller, client)
    await service.assign_applications(db, data.user_source_id, data.app_ids, is_asked=False, by=by)
    return Response(status_code=201)


@router.get(
    "/{source_id}", permission=VendorPermission.READ_CONFIGURATION, response_model=SourceOut
)
async def get_user_source(db: VendorTransaction, source_id: UUID) -> ShownSource:
    return await service.show_user_source(db, source_id)


@router.delete("/{source_id}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_user_source(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, source_id: UUID
) -> Response:
    """Delete a source. Its users stay; a user whose password is still in the source sets a new one by
    mail."""
    await service.delete_user_source(db, source_id, by=by_vendor(caller, client))
    return Response()


@router.get("/{source_id}/users", permission=VendorPermission.READ_USERS)
async def list_users_of_source(
    db: VendorTransaction, source_id: UUID, limit: Limit = 20, offset: Offset = 0
) -> SourceUsers:
    """List the users who came from a source, and their last sign-in; totals are counted up to 10,000."""
    found, total = await service.users_of(db, source_id, limit, offset)
    base = f"{PATH}/{source_id}/users?_limit={limit}&_offset="
    last = max(0, total - 1) // limit * limit
    return SourceUsers(
        items=[SourceUser.model_validate(one) for one in found],
        links=SourceLinks(
            next=f"{base}{offset + limit}" if offset + limit < total else "",
            prev=f"{base}{max(0, offset - limit)}" if offset else "",
            first=f"{base}0",
            last=f"{base}{last}",
        ),
        metadata=SourceUsersTotal(total_items=total, total_pages=-(-total // limit)),
    )
