from typing import Annotated
from uuid import UUID

from fastapi import Query, Response
from fastapi.responses import JSONResponse

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.users.service import mask_email
from gatehouse.identity.activation import invitations, service
from gatehouse.identity.activation import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.activation.schemas import (
    Acceptance,
    Activation,
    ActivationStrategy,
    CodeAcceptance,
    CodeActivation,
    InvitationToken,
    Inviting,
    ResendRequest,
)
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.signup import signup_choices
from gatehouse.kit.resources import AllResources, Resources

router = Router(tags=["Activation"])
invitation_router = Router(prefix="/identity/resources", tags=["Invitations"])


@router.get(
    "/identity/resources/users/v1/activate/strategy",
    summary="Whether an activation link still works and asks for a password",
)
async def activation_strategy(
    call: PublicCall,
    user_id: Annotated[str, Query(alias="userId", max_length=200)] = "",
    token: Annotated[str, Query(max_length=200)] = "",
) -> ActivationStrategy:
    """False where a password was chosen at sign-up, in the browser that chose it. 404 `Activation link
    expired` for a wrong, used or old link. Changes nothing: mail scanners open links too."""
    chosen = signup_choices.read_signup_choices(call.request.cookies, call.resources)
    needed = await service.should_set_password(call, user_id=user_id, token=token, chosen=chosen)
    return ActivationStrategy(should_set_password=needed)


@router.post(
    "/identity/resources/users/v1/activate",
    response_model=LoginResponse,
    summary="Activate an account by its mailed link",
)
async def activate_account(call: PublicCall, data: Activation) -> Response:
    """Signs in: the login answer, and the refresh cookie; without them for a user who already has a
    password and signs in as usual. 404 for a dead link; 400 when a password is needed or refused, which
    leaves the link usable."""
    chosen = signup_choices.read_signup_choices(call.request.cookies, call.resources)
    outcome = await service.activate_account(call, data, chosen)
    return _build_activation_response(call.resources, outcome, chosen, data.user_id)


@router.post(
    "/identity/resources/users/v1/activate/code",
    response_model=LoginResponse,
    summary="Activate an account by a code",
)
async def activate_account_by_code(call: PublicCall, data: CodeActivation) -> Response:
    """Activate with the code from the mail. The code that a sign-up by phone number sent verifies the
    number: then the answer is without tokens, and the mail is still to be opened in this browser. 400
    `ER-01011` for a wrong code or token, `ER-01017` for an old code; 409 `phone_numbers.taken`."""
    chosen = signup_choices.read_signup_choices(call.request.cookies, call.resources)
    outcome = await service.activate_account_by_code(call, data, chosen)
    if isinstance(outcome, signup_choices.SignupChoices):
        response = _build_activation_response(call.resources, None, None, data.user_id)
        signup_choices.set_signup_choices(response, call.resources, outcome)
        return response
    return _build_activation_response(call.resources, outcome, chosen, data.user_id)


def _build_activation_response(
    resources: Resources,
    outcome: SignedIn | SignInChallenge | None,
    chosen: signup_choices.SignupChoices | None,
    user_id: UUID,
) -> Response:
    if outcome is None:
        return JSONResponse({"tokenType": "bearer", "mfaRequired": False, "userId": str(user_id)})
    response = build_sign_in_response(resources, outcome)
    if chosen and chosen.email == outcome.email:
        signup_choices.clear_signup_choices(response, resources)
    return response


@router.post(
    "/identity/resources/users/v1/activate/reset",
    status_code=201,
    summary="Ask for the activation mail again",
)
async def resend_activation_mail(call: PublicCall, data: ResendRequest) -> Response:
    """Empty 201, whether the address is known, pending, or neither."""
    await service.request_activation_mail(
        call.db, call.resources, call.client, data.email, "activation.resend"
    )
    return Response(status_code=201)


@router.post(
    "/team/resources/members/v1/{user_id}/resendActivationEmail",
    permission=Permission.WRITE_RESEND_ACTIVATION_EMAIL,
    summary="Mail a member's activation link again",
)
async def resend_member_activation(
    db: Transaction, resources: AllResources, caller: Caller, user_id: UUID
) -> Response:
    """Empty 200. 404 for a user who is not in the caller's tenant, 409 when there is nothing left to
    activate."""
    await service.resend_activation_to_member(db, resources, caller, user_id)
    return Response(status_code=200)


@invitation_router.post(
    "/users/v1/invitation/accept", summary="Accept an invitation by its mailed link"
)
async def accept_invitation(call: PublicCall, data: Acceptance) -> Response:
    """Empty 200. 404 for a link that was used, is too old, or whose invitation was withdrawn."""
    await invitations.accept_invitation(call, user_id=data.user_id, token=data.token)
    return Response(status_code=200)


@invitation_router.post(
    "/users/v1/invitation/accept/code", summary="Accept an invitation by a code"
)
async def accept_invitation_by_code(call: PublicCall, data: CodeAcceptance) -> Response:
    """Empty 200. 400 `ER-01011` for a wrong code or token, `ER-01017` for an old code; 404 for an
    invitation that was withdrawn."""
    await invitations.accept_invitation_by_code(
        call, user_id=data.user_id, token=data.token, code=data.code
    )
    return Response(status_code=200)


@invitation_router.post("/users/v1/invitation/reset", summary="Ask for the newest invitation again")
async def resend_invitation_mail(call: PublicCall, data: ResendRequest) -> Response:
    """Empty 200, whether the address is known, invited, or neither."""
    await service.request_activation_mail(
        call.db, call.resources, call.client, data.email, "activation.resend"
    )
    return Response(status_code=200)


@invitation_router.post(
    "/users/v1/invitation/reset/all",
    permission=Permission.WRITE_RESEND_ACTIVATION_EMAIL,
    summary="Send a person's waiting invitations again, of every tenant",
)
async def resend_all_invitation_mails(
    db: Transaction, resources: AllResources, client: CurrentClient, data: ResendRequest
) -> Response:
    """Empty 200, whether the address is known, invited, or neither: the caller learns nothing about
    other tenants, and the mail goes to its owner."""
    await service.request_activation_mail(
        db, resources, client, data.email, "activation.resend_all"
    )
    return Response(status_code=200)


@invitation_router.post(
    "/tenants/invites/v1/verify", summary="Who invites", response_model_exclude_none=True
)
async def verify_invitation(call: PublicCall, data: InvitationToken) -> Inviting:
    """The tenant's name to show beside "Join", and the inviter, for the link of a mail or an invite link.
    404 for one that was used, is too old, or was withdrawn. The link stays usable. Wire reference §16.7;
    the inviter is ours, as is the masked address that is invited."""
    found = await invitations.get_invitation_of_link(call, data.token)
    return Inviting(
        name=found.tenant_name,
        tenant_id=found.tenant_id,
        email=mask_email(found.email) if found.email else None,
        inviter_name=found.inviter_name,
        inviter_email=found.inviter_email,
    )
