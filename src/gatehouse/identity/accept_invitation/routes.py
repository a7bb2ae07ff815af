from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Router
from gatehouse.directory.users.service import mask_email
from gatehouse.identity.accept_invitation import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.accept_invitation import service
from gatehouse.identity.accept_invitation.schemas import (
    Acceptance,
    CodeAcceptance,
    InvitationToken,
    Inviting,
)
from gatehouse.identity.activation import service as activation
from gatehouse.identity.activation.schemas import ResendRequest
from gatehouse.kit.resources import AllResources

router = Router(prefix="/identity/resources", tags=["Invitations"])


@router.post("/users/v1/invitation/accept", summary="Accept an invitation by its mailed link")
async def accept_invitation(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: Acceptance
) -> Response:
    """Empty 200. 404 for a link that was used, is too old, or whose invitation was withdrawn."""
    await service.accept_invitation(db, resources, client, user_id=data.user_id, token=data.token)
    return Response(status_code=200)


@router.post("/users/v1/invitation/accept/code", summary="Accept an invitation by a code")
async def accept_invitation_by_code(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: CodeAcceptance
) -> Response:
    """Empty 200. 400 `ER-01011` for a wrong code or token, `ER-01017` for an old code; 404 for an
    invitation that was withdrawn."""
    await service.accept_by_code(
        db, resources, client, user_id=data.user_id, token=data.token, code=data.code
    )
    return Response(status_code=200)


@router.post("/users/v1/invitation/reset", summary="Ask for the newest invitation again")
async def resend_invitation_mail(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: ResendRequest
) -> Response:
    """Empty 200, whether the address is known, invited, or neither."""
    await activation.request_mail(db, resources, client, data.email, "activation.resend")
    return Response(status_code=200)


@router.post(
    "/users/v1/invitation/reset/all",
    permission=Permission.WRITE_RESEND_ACTIVATION_EMAIL,
    summary="Send a person's waiting invitations again, of every tenant",
)
async def resend_all_invitation_mails(
    db: Transaction, resources: AllResources, client: CurrentClient, data: ResendRequest
) -> Response:
    """Empty 200, whether the address is known, invited, or neither: the caller learns nothing about
    other tenants, and the mail goes to its owner."""
    await activation.request_mail(db, resources, client, data.email, "activation.resend_all")
    return Response(status_code=200)


@router.post("/tenants/invites/v1/verify", summary="Who invites", response_model_exclude_none=True)
async def verify_invitation(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: InvitationToken
) -> Inviting:
    """The tenant's name to show beside "Join", and the inviter, for the link of a mail or an invite link.
    404 for one that was used, is too old, or was withdrawn. The link stays usable. Wire reference §16.7;
    the inviter is ours, as is the masked address that is invited."""
    found = await service.find_invitation(db, resources, client, data.token)
    return Inviting(
        name=found.tenant_name,
        tenant_id=found.tenant_id,
        email=mask_email(found.email) if found.email else None,
        inviter_name=found.inviter_name,
        inviter_email=found.inviter_email,
    )
