"""Invite links, for the vendor's backends (wire-api §16.7)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.people.invite_links import service
from gatehouse.directory.people.invite_links.schemas import InviteLink, VendorInviteLinkWish
from gatehouse.kit.resources import AllResources

router = Router(
    prefix="/identity/resources/tenants/invites/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.post("", permission=VendorPermission.WRITE_USERS, status_code=201)
async def create_tenant_invite(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, data: VendorInviteLinkWish
) -> InviteLink:
    """Create a link of this member of the account; it replaces their previous one. Its recipients can join
    as long as the member may invite and give its roles. 400 `invites.maker_needed`; 404
    `tenants.not_found`, `members.not_found`, `roles.not_found`."""
    return await service.create_invite_link_for_member(db, resources, caller, data)


@router.get("/all", permission=VendorPermission.READ_USERS)
async def list_tenant_invites(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    limit: Annotated[int, Query(alias="_limit", ge=1, le=200)] = 200,
    offset: Annotated[int, Query(alias="_offset", ge=0, le=10_000)] = 0,
) -> list[InviteLink]:
    """The links of all accounts that have not expired; `_offset` counts rows. `token` and `url` are empty
    for a caller with read permission only, because they let any holder join."""
    may_use = caller.may(VendorPermission.WRITE_USERS)
    return await service.list_invite_links(db, resources, limit, offset, may_use=may_use)


@router.delete("/token/{link_id}", permission=VendorPermission.WRITE_USERS)
async def delete_tenant_invite(
    db: VendorTransaction, caller: VendorCaller, link_id: UUID
) -> Response:
    """Delete a link; it no longer admits users. 404 `invites.not_found`."""
    await service.delete_invite_link_by_id(db, caller, link_id)
    return Response()
