"""Sign-in through a tenant's own identity provider (wire-api §5)."""

from typing import Annotated, Any

import orjson
from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from gatehouse.access.client import CurrentClient, client_of
from gatehouse.identity.external.browser import browser_of, known_or_new, set_browser_cookie
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.context import PARAMETERS, door_of
from gatehouse.identity.sign_in.legacy_login_box_v5 import answer_from_elsewhere
from gatehouse.identity.sso.connections.service import redirect_uri
from gatehouse.identity.sso.sign_in import oidc, prelogin
from gatehouse.identity.sso.sign_in.box import FIRST_CALL, BoxPages
from gatehouse.identity.sso.sign_in.schemas import (
    Code,
    OidcPostlogin,
    OidcPostloginV2,
    Said,
    Sender,
    SsoAddress,
    SsoPrelogin,
    State,
)
from gatehouse.identity.sso.test_login.answers import take_oidc
from gatehouse.identity.sso.test_login.errors import test_login_over
from gatehouse.kit.addresses import with_query
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router

CALLBACK = "/auth/oidc/callback"
USER = "/identity/resources/auth"
router = Router(tags=["Login"])

SIGN_IN: dict[str, Any] = {
    "response_model": LoginResponse,
    "responses": {
        401: {"description": "sso.failed: over, another browser's, or the provider did not vouch"},
        409: {"description": "sso.tested: it was a test login, and signs nobody in"},
        403: {"description": "sso.refused, login.no_access, and the tenant's restrictions"},
    },
    "openapi_extra": {"parameters": PARAMETERS},
}


@router.post(f"{USER}/v2/user/sso/prelogin", response_model=SsoAddress)
@router.post(FIRST_CALL, response_model=SsoAddress, name="find_sso_v1")
async def find_sso(
    request: Request, resources: AllResources, client: CurrentClient, data: SsoPrelogin
) -> Response:
    """Find where users of this address, or this account, sign in; the response is equal for known and unknown
    users. 404 `sso.domain_not_found` when they sign in here; 503 `sso.provider_silent`. Sets the cookie of
    the browser that may come back."""
    started = await prelogin.start_sign_in_by_email(
        resources,
        client,
        known_or_new(request.cookies, resources),
        email=data.email or data.username,
        tenant=data.tenant_id,
        box=BoxPages.asking(request, resources),
    )
    found = SsoAddress.model_validate({"address": started.address, "idp_type": started.idp_type})
    response = Json(orjson.dumps(found.model_dump(by_alias=True)))
    set_browser_cookie(response, resources, started.browser)
    return response


@router.post(f"{USER}/v1/user/oidc/postlogin", **SIGN_IN)
async def finish_oidc(request: Request, data: OidcPostlogin) -> Response:
    """Sign in with the response of the provider; sets the refresh cookie, or asks for MFA. It is valid once,
    in the browser that started the sign-in. With `iss`, where the provider names itself (RFC 9207), no other
    provider's response is accepted."""
    return await _finish_response(request, data.code, data.state, data.iss)


@router.post(f"{USER}/v2/user/oidc/postlogin", name="finish_oidc_v2", **SIGN_IN)
async def finish_oidc_v2(request: Request, data: OidcPostloginV2) -> Response:
    """Sign in with the response of the provider, as in the first version, with the state in `RelayState`."""
    return await _finish_response(request, data.code, data.RelayState, data.iss)


@router.post(CALLBACK, response_class=RedirectResponse, status_code=303)
async def take_oidc_answer(
    resources: AllResources,
    state: Annotated[State, Form()],
    code: Annotated[Code | None, Form()] = None,
    error: Annotated[Said | None, Form()] = None,
    error_description: Annotated[Said | None, Form()] = None,
    iss: Annotated[Sender | None, Form()] = None,
) -> Response:
    """Receive the response that a provider has the browser post (`response_mode=form_post`). Redirects to the
    page that fetches the session, or shows that the provider refused. Starts no session."""
    told = {
        "code": code, "error": error, "error_description": error_description, "state": state,
        "iss": iss,
    }  # fmt: skip
    values = {name: value for name, value in told.items() if value}
    target = with_query(redirect_uri(resources), values)
    return RedirectResponse(target, 303, headers={"cache-control": "no-store"})


async def _finish_response(request: Request, code: str, state: str, sender: str | None) -> Response:
    resources: Resources = request.app.state.resources
    browser = browser_of(request.cookies, resources)
    client = client_of(request)
    if await take_oidc(
        resources, code=code, state=state, sender=sender, browser=browser, client=client
    ):
        raise test_login_over()
    outcome = await oidc.finish_oidc_sign_in(
        resources,
        code=code,
        state=state,
        sender=sender,
        browser=browser,
        client=client,
        door=door_of(request),
    )
    return answer_from_elsewhere(request, resources, outcome)
