from fastapi import Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.impersonation import service
from gatehouse.identity.impersonation.schemas import (
    ActorToken,
    Impersonation,
    ImpersonationRequest,
)
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.kit.resources import AllResources

router = Router(prefix="/identity/resources/impersonation/v1", tags=["Impersonation"])


@router.post(
    "/actor-tokens",
    permission=require(Permission.IMPERSONATE_USERS, signed_in=True),
    status_code=201,
    summary="Ask to act in a member's name",
)
async def request_impersonation(
    db: Transaction, resources: AllResources, caller: Caller, data: ImpersonationRequest
) -> ActorToken:
    """A token that counts once, within two minutes. 404 for a user who is not a member of the caller's
    tenant, 403 `members.outranks_you` for a user who ranks above the caller, and
    `impersonation.forbidden` where the tenant does not allow it."""
    return await service.request_impersonation(
        db, resources, caller, data.impersonated_user_id, data.reason
    )


@router.post("", summary="Act in a person's name", response_model=LoginResponse)
async def impersonate(call: PublicCall, data: Impersonation) -> Response:
    """The login answer with a refresh cookie: a session of the user, for an hour at most, whose access
    tokens name the impersonator in `act`. 401 `impersonation.over` for a token that does not count; 403
    `access.step_up_needed` where the user signs in with MFA and the impersonator has not used it."""
    session = await service.begin_impersonation(
        call, user_id=data.impersonated_user_id, token=data.actor_token
    )
    return build_sign_in_response(call.resources, session)
