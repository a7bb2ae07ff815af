"""Inviting users (wire-api §16.6; admin portal, section users)."""

from fastapi.responses import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.people.invite import service
from gatehouse.directory.people.invite.schemas import Invitation
from gatehouse.directory.people.read import service as members
from gatehouse.directory.people.read.schemas import UserOut
from gatehouse.kit.resources import AllResources

router = Router(tags=["Users"])


@router.post(
    "/identity/resources/users/v2",
    permission=Permission.WRITE_USERS,
    response_model=UserOut,
    response_model_exclude_none=True,
    status_code=201,
)
async def invite_user(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: Invitation,
) -> Response:
    """Invite a user, or resend the invitation: the client resends with `{email, provider}` alone.

    403 `admission.domain_refused` for an address that the account does not admit, `roles.beyond_own` for a
    role that exceeds the caller's own permissions or rank; 404 `roles.not_found`; 409
    `invitations.access_over` for a temporary member whose access has expired, without a new period. 403
    `prehooks.blocked` with the message of the vendor's own service, 503 `prehooks.unanswered`.
    """
    user_id = await service.invite_user(db, resources, caller, client, data)
    answer = await members.describe_member(db, caller.tenant_id, user_id)
    answer.status_code = 201
    return answer
