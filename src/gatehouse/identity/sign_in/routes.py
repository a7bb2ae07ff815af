from typing import Any

from fastapi import Request, Response

from gatehouse.access.client import client_of
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.sign_in import password
from gatehouse.identity.sign_in.context import PARAMETERS, build_sign_in_context
from gatehouse.identity.sign_in.errors import EmailMissing
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.sign_in.schemas import PasswordLogin, Unlocking
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import Router

hot = Router(tags=["Login"], route_class=PlainRoute)
router = Router(tags=["Login"])

SIGN_IN: dict[str, Any] = {
    "response_model": LoginResponse,
    "responses": {
        400: {"description": "captcha.needed or captcha.failed, where the vendor asks for one"},
        401: {"description": "ER-01013: wrong password, or no user has this address"},
        403: {
            "description": "ER-01034 locked out, ER-01060 not verified, login.no_access,"
            " login.account_suspended, sso.required"
        },
    },
    "openapi_extra": {"parameters": PARAMETERS},
}


@hot.post("/identity/resources/auth/v1/user", **SIGN_IN)
@hot.post("/identity/resources/auth/v2/user", name="sign_in_with_password_v2", **SIGN_IN)
async def sign_in_with_password(request: Request, data: PasswordLogin) -> Response:
    """Sign in with an email address of the account or its user name, and the password; sets the refresh
    cookie, or asks for MFA; or returns `isBreachedPassword`, and then the password must be reset before the
    sign-in. Where the tenant has passwords replaced, an expired one gives a `resetPasswordToken` instead of a
    session.

    Enters the tenant that the page names (`frontegg-scoped-tenant` or `frontegg-login-alias`) when the user
    belongs to it, else the default one. With the `invitationToken` of a valid invite link the user joins its
    tenant and enters that; an expired one changes nothing. Wire reference §5, §12.
    """
    identifier = data.email or data.username
    if not identifier:
        raise EmailMissing("email: is required")
    resources: Resources = request.app.state.resources
    outcome = await password.sign_in_with_password(
        resources,
        identifier,
        data.password,
        captcha=data.recaptcha_token,
        client=client_of(request),
        context=build_sign_in_context(request, data.invitation_token),
    )
    return build_sign_in_response(resources, outcome)


@router.post("/identity/resources/users/v3/me/unlock", summary="End a lock by its mailed link")
async def unlock_me(call: PublicCall, data: Unlocking) -> Response:
    """Empty 200: earlier wrong passwords no longer count. 404 for a link that was used or is too old.
    Where the vendor's document has `unlock_by_mail`, a locked-out user gets such a link."""
    await password.unlock_account_by_link(call, data.token)
    return Response(status_code=200)
