"""Invite links (wire-api §16.7): people are invited by address here, so there is never a link."""

from typing import Annotated

from fastapi import APIRouter

from gatehouse.access.guard import require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.errors import NotFound
from gatehouse.kit.schemas import Wire

CanRead = Annotated[Principal, require(Permission.READ_USERS)]

router = APIRouter(prefix="/identity/resources/tenants/invites", tags=["Users"])


class InviteLinkNotFound(NotFound):
    code = "invites.not_found"


class InviteConfiguration(Wire):
    tenant_invitations_allowed: bool
    emails_enabled: bool


@router.get("/v1/configuration", response_model=InviteConfiguration)
async def get_invite_configuration(caller: CanRead) -> InviteConfiguration:
    """No invite links; invitations go by mail."""
    return InviteConfiguration(tenant_invitations_allowed=False, emails_enabled=True)


@router.get("/v1/user", responses={404: {"description": "There is no link"}})
async def get_invite_link(caller: CanRead) -> None:
    """404 `invites.not_found`: the client reads it as "none"."""
    raise InviteLinkNotFound("There is no invite link")
