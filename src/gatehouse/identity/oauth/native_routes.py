"""Token routes of the hosted platform for pages and native apps: tokens without a code."""

from dataclasses import replace
from typing import Any

from fastapi.responses import Response

from gatehouse.identity.oauth import respond, schemas
from gatehouse.identity.oauth.errors import InvalidGrant, InvalidRequest
from gatehouse.identity.oauth.models import NamedSession
from gatehouse.identity.oauth.token import Grant, issue_tokens_by_cookie, issue_tokens_for_session
from gatehouse.identity.sessions.cookies import read_refresh_cookies, set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.context import PARAMETERS
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_answer_body
from gatehouse.identity.social import service as social
from gatehouse.identity.social.apps import read_returning_app
from gatehouse.identity.social.errors import SocialFailed
from gatehouse.identity.social.models import CameBack
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of

router = Router(tags=["OpenID Connect"])

SECOND_FACTOR: dict[int | str, dict[str, Any]] = {
    403: {"model": schemas.SecondFactorNeeded, "description": "mfa_required; access_denied"}
}


@router.post("/oauth/authorize/silent", response_model=schemas.OAuthTokens)
async def authorize_silently(
    call: PublicCall, data: schemas.SilentRequest | None = None
) -> Response:
    """Issue tokens for a page or an app that sends the refresh cookie of a signed-in user; 401
    `login_required` without a session. Wire reference §6."""
    configuration = configuration_of(call.resources)
    application = configuration.get_first_party_application(call.client.application)
    cookies = read_refresh_cookies(call.request, configuration.applications)
    tenant_id = data.tenant_id if data else None
    grant = Grant(call.db, call.resources, application, call.client)
    return respond.build_token_response(await issue_tokens_by_cookie(grant, cookies, tenant_id))


@router.post(
    "/oauth/account/social/{provider}/post-login",
    response_model=schemas.OAuthTokens,
    responses=SECOND_FACTOR,
    openapi_extra={"parameters": PARAMETERS},
)
async def exchange_social_code(
    call: PublicCall, provider: str, data: schemas.SocialReturn
) -> Response:
    """Exchange the code with which a provider returned a user to an app for tokens. The app sends the `state`
    and `redirectUri` that it began with, and the verifier of its challenge, as its application; once. 400
    `invalid_grant` where any of these differs. A user who must complete MFA gets 403 `mfa_required` with the
    login answer: after that, `POST /oauth/authorize/silent` has the tokens."""
    application = configuration_of(call.resources).get_first_party_application(
        call.client.application
    )
    came = read_returning_app(
        application, page=data.redirect_uri, state=data.state, verifier=data.code_verifier
    )
    if not data.code or came is None:
        raise InvalidRequest("code and code_verifier are required")
    brought = CameBack(
        provider=provider,
        code=data.code,
        browser="",
        door=call.sign_in_context(data.invitation_token),
        metadata=data.metadata or {},
        app=came,
    )
    call = replace(call, client=replace(call.client, application=str(application.id)))
    try:
        entered = await social.finish_social_sign_in(call, brought)
    except SocialFailed as failed:
        raise InvalidGrant(failed.message) from None
    outcome = entered.outcome
    if not isinstance(outcome, SignedIn):
        return _build_mfa_required_response(build_answer_body(outcome))
    named = NamedSession(outcome.session_id, outcome.tenant_id)
    grant = Grant(call.db, call.resources, application, call.client)
    response = respond.build_token_response(await issue_tokens_for_session(grant, named))
    set_refresh_cookie(response, call.resources, outcome)
    return response


def _build_mfa_required_response(login_answer: dict[str, Any]) -> Response:
    told = {"error": "mfa_required", "error_description": "A second factor is needed"}
    return respond.build_uncached_response({**told, **login_answer}, 403)
