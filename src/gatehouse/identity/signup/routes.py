from fastapi import Response

from gatehouse.identity.sessions.cookies import set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.public_call import PublicCall, SystemCall
from gatehouse.identity.sign_in.response import build_answer_body
from gatehouse.identity.signup import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.signup import schemas, service, signup_choices
from gatehouse.kit.router import Router, without_nulls

router = Router(prefix="/identity/resources", tags=["Sign-up"])
MADE = {"status_code": 201, **without_nulls(schemas.SignUpAnswer)}


@router.post("/users/v1/signUp", summary="Sign up a person and their company", **MADE)
async def sign_up(
    call: PublicCall, response: Response, data: schemas.SignUpRequest
) -> schemas.SignUpAnswer:
    """The user becomes the company's administrator and gets a mail with the activation link. With the
    `invitationToken` of an invite link they join its company instead, also where sign-ups are closed,
    once they have verified the address.

    A known address gets an equal answer, with ids that are not real; its owner gets a mail. 400 for a bad
    address or password, `ER-01061` for a dead invite link; 403 when sign-ups are closed, and
    `admission.domain_refused` when the inviting company does not allow such addresses. Where the vendor
    allows sign-in before the address is verified, the answer holds the login answer and the refresh
    cookie comes with it. A password, if one is given, is kept in a cookie and counts when the link is
    opened in this browser. Where the vendor activates by code, the mail has one besides, and the answer
    an `activationToken`.
    """
    return await _sign_up(call, response, data)


@router.post("/users/v1/signUp/phoneNumber", summary="Sign up with a phone number", **MADE)
async def sign_up_by_phone_number(
    call: PublicCall, response: Response, data: schemas.PhoneSignUpRequest
) -> schemas.SignUpAnswer:
    """Sign up as `signUp` does; besides the mail, a code goes to the number by text message. It is sent
    to `activate/code` with `activationToken`. Then the mailed link makes the number the account's, in the
    browser that confirmed the code; in any other browser the number is discarded. 403
    `sign_up.way_not_offered` where the vendor has not switched this on; 400 for text that is no number
    with its country."""
    return await _sign_up(call, response, data)


@router.post("/users/v1/signUp/username", summary="Sign up with a user name", **MADE)
async def sign_up_by_username(
    call: PublicCall, response: Response, data: schemas.UsernameSignUpRequest
) -> schemas.SignUpAnswer:
    """Sign up as `signUp` does; the user name is kept in the browser as the password is, and becomes the
    account's where the mailed link is opened in it. Whether another user has the name is not revealed
    here: then the account begins without one. 403 `sign_up.way_not_offered`, 400 `usernames.invalid`."""
    return await _sign_up(call, response, data)


async def _sign_up(
    call: SystemCall, response: Response, data: schemas.SignUpRequest
) -> schemas.SignUpAnswer:
    earlier = signup_choices.read_signup_choices(call.request.cookies, call.resources)
    made = await service.sign_up(call, data.to_sign_up(), earlier)
    if made.chosen:
        signup_choices.set_signup_choices(response, call.resources, made.chosen)
    if isinstance(made.outcome, SignedIn):
        set_refresh_cookie(response, call.resources, made.outcome)
    return schemas.SignUpAnswer(
        should_activate=made.outcome is None,
        user_id=made.user_id,
        tenant_id=made.tenant_id,
        auth_response=(
            LoginResponse.model_validate(build_answer_body(made.outcome)) if made.outcome else None
        ),
        activation_token=made.activation_token,
    )
