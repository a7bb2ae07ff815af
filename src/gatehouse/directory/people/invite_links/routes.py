"""Invite links (wire-api §16.7; admin portal, section users)."""

from fastapi import Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import refuse_impersonated
from gatehouse.access.router import Caller, Router
from gatehouse.directory.people.invite_links import service
from gatehouse.directory.people.invite_links.schemas import (
    InviteConfiguration,
    InviteLink,
    InviteLinkChange,
    InviteLinkWish,
)
from gatehouse.kit.resources import AllResources

router = Router(prefix="/identity/resources/tenants/invites", tags=["Users"])


@router.get("/v1/configuration", permission=Permission.READ_USERS)
async def get_invite_configuration() -> InviteConfiguration:
    """Whether invite links may be created, and whether their creators are notified by email."""
    return InviteConfiguration(tenant_invitations_allowed=True, emails_enabled=True)


@router.get(
    "/v1/user",
    permission=require(Permission.READ_USERS, signed_in=True, or_backend=True),
    responses={404: {"description": "There is no link"}},
)
async def get_invite_link(db: Transaction, resources: AllResources, caller: Caller) -> InviteLink:
    """The caller's own link. 404 `invites.not_found`: the client treats it as "none". 403
    `access.impersonated`: the link could be used after the impersonation ends."""
    refuse_impersonated(caller.impersonator_id)
    return await service.read_invite_link(db, resources, caller)


@router.post(
    "/v1/user",
    permission=require(Permission.WRITE_TENANT_INVITES, signed_in=True, or_backend=True),
    status_code=201,
)
@router.post(
    "/v2/user",
    permission=require(Permission.WRITE_TENANT_INVITES, signed_in=True, or_backend=True),
    status_code=201,
    name="create_invite_link_v2",
)
async def create_invite_link(
    db: Transaction, resources: AllResources, caller: Caller, data: InviteLinkWish
) -> InviteLink:
    """Create a link whose recipients join this account with these roles; it replaces the caller's previous
    link. 403 `roles.beyond_own` for a role that exceeds the caller's own permissions or rank; 404
    `roles.not_found`."""
    return await service.replace_own_invite_link(db, resources, caller, data)


@router.patch(
    "/v1/user", permission=require(Permission.WRITE_TENANT_INVITES, signed_in=True, or_backend=True)
)
async def change_invite_link(
    db: Transaction, resources: AllResources, caller: Caller, data: InviteLinkChange
) -> InviteLink:
    """Change the caller's link. 404 `invites.not_found`; for roles the errors of creating a link."""
    return await service.change_invite_link(db, resources, caller, data)


@router.delete(
    "/v1/user",
    permission=require(Permission.DELETE_TENANT_INVITES, signed_in=True, or_backend=True),
)
async def delete_invite_link(db: Transaction, caller: Caller) -> Response:
    """Delete the caller's link; it no longer admits users. 404 `invites.not_found`."""
    await service.delete_invite_link(db, caller)
    return Response()
