from typing import Annotated
from uuid import UUID

from fastapi import Query, Request, Response
from fastapi.responses import JSONResponse

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.activation import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.activation import service
from gatehouse.identity.activation.schemas import (
    Activation,
    ActivationStrategy,
    CodeActivation,
    ResendRequest,
)
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.signup import signup_choices
from gatehouse.kit.resources import AllResources, Resources

router = Router(tags=["Activation"])


@router.get(
    "/identity/resources/users/v1/activate/strategy",
    summary="Whether an activation link still works and asks for a password",
)
async def activation_strategy(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    user_id: Annotated[str, Query(alias="userId", max_length=200)] = "",
    token: Annotated[str, Query(max_length=200)] = "",
) -> ActivationStrategy:
    """False where a password was chosen at sign-up, in the browser that chose it. 404 `Activation link
    expired` for a wrong, used or old link. Changes nothing: mail scanners open links too."""
    needed = await service.should_set_password(
        db,
        resources,
        client,
        user_id=user_id,
        token=token,
        chosen=signup_choices.read_signup_choices(request.cookies, resources),
    )
    return ActivationStrategy(should_set_password=needed)


@router.post(
    "/identity/resources/users/v1/activate",
    response_model=LoginResponse,
    summary="Activate an account by its mailed link",
)
async def activate_account(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Activation,
) -> Response:
    """Signs in: the login answer, and the refresh cookie; without them for a user who already has a
    password and signs in as usual. 404 for a dead link; 400 when a password is needed or refused, which
    leaves the link usable."""
    waiting = signup_choices.read_signup_choices(request.cookies, resources)
    outcome = await service.activate_account(
        db,
        resources,
        client,
        user_id=data.user_id,
        token=data.token,
        password=data.password or None,
        chosen=waiting,
    )
    return _told(resources, outcome, waiting, data.user_id)


@router.post(
    "/identity/resources/users/v1/activate/code",
    response_model=LoginResponse,
    summary="Activate an account by a code",
)
async def activate_account_by_code(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: CodeActivation,
) -> Response:
    """Activate with the code from the mail. The code that a sign-up by phone number sent verifies the
    number: then the answer is without tokens, and the mail is still to be opened in this browser. 400
    `ER-01011` for a wrong code or token, `ER-01017` for an old code; 409 `phone_numbers.taken`."""
    waiting = signup_choices.read_signup_choices(request.cookies, resources)
    outcome = await service.activate_by_code(
        db,
        resources,
        client,
        user_id=data.user_id,
        token=data.token,
        code=data.code,
        password=data.password or None,
        chosen=waiting,
    )
    if isinstance(outcome, signup_choices.SignupChoices):
        response = _told(resources, None, None, data.user_id)
        signup_choices.set_signup_choices(response, resources, outcome)
        return response
    return _told(resources, outcome, waiting, data.user_id)


def _told(
    resources: Resources,
    outcome: SignedIn | SignInChallenge | None,
    waiting: signup_choices.SignupChoices | None,
    user_id: UUID,
) -> Response:
    if outcome is None:
        return JSONResponse({"tokenType": "bearer", "mfaRequired": False, "userId": str(user_id)})
    response = build_sign_in_response(resources, outcome)
    if waiting and waiting.email == outcome.email:
        signup_choices.clear_signup_choices(response, resources)
    return response


@router.post(
    "/identity/resources/users/v1/activate/reset",
    status_code=201,
    summary="Ask for the activation mail again",
)
async def resend_activation_mail(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: ResendRequest
) -> Response:
    """Empty 201, whether the address is known, pending, or neither."""
    await service.request_mail(db, resources, client, data.email, "activation.resend")
    return Response(status_code=201)


@router.post(
    "/team/resources/members/v1/{user_id}/resendActivationEmail",
    permission=Permission.WRITE_RESEND_ACTIVATION_EMAIL,
    summary="Mail a member's activation link again",
)
async def resend_member_activation(
    db: Transaction,
    resources: AllResources,
    caller: Caller,
    client: CurrentClient,
    user_id: UUID,
) -> Response:
    """Empty 200. 404 for a user who is not in the caller's tenant, 409 when there is nothing left to
    activate."""
    await service.resend_to_member(db, resources, caller, client, user_id)
    return Response(status_code=200)
