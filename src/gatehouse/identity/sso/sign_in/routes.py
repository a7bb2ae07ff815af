"""Sign-in through a tenant's own identity provider (wire-api §5)."""

from typing import Annotated, Any

import orjson
from fastapi import Form, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from gatehouse.access.client import Client, CurrentClient, client_of
from gatehouse.identity.external import sign_ins
from gatehouse.identity.external.sign_ins import (
    read_browser_token,
    read_or_create_browser_token,
    set_browser_cookie,
)
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.context import PARAMETERS, build_sign_in_context
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.identity.sign_in.legacy_login_box_v5 import (
    build_provider_sign_in_response,
    set_outcome_cookie,
)
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.sso.connections.queries import ANY_IN_USE
from gatehouse.identity.sso.connections.service import get_oidc_redirect_uri
from gatehouse.identity.sso.errors import build_test_login_over
from gatehouse.identity.sso.sign_in import oidc, prelogin, saml, schemas
from gatehouse.identity.sso.sign_in.box import (
    FINISH_PATH,
    FIRST_CALL,
    BoxPages,
    build_failed_address,
    build_finish_address,
    build_redirect_page,
)
from gatehouse.identity.sso.test_login.answers import finish_oidc_test, finish_saml_test
from gatehouse.kit.addresses import with_query
from gatehouse.kit.db import Database
from gatehouse.kit.errors import DomainError
from gatehouse.kit.plain_route import Json
from gatehouse.kit.posted_form import posted_form
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.client.saml import ACS_PATH, REQUEST_PATH

CALLBACK = "/auth/oidc/callback"
USER = "/identity/resources/auth"
router = Router(tags=["Login"])

SIGN_IN: dict[str, Any] = {
    "response_model": LoginResponse,
    "responses": {
        401: {"description": "sso.failed: over, another browser's, or the provider did not vouch"},
        409: {"description": "sso.tested: it was a test login, which starts no session"},
        403: {"description": "sso.refused, login.no_access, and the tenant's restrictions"},
    },
    "openapi_extra": {"parameters": PARAMETERS},
}
public = Router(tags=["Public configuration"])


@router.post(f"{USER}/v2/user/sso/prelogin", response_model=schemas.SsoAddress)
@router.post(FIRST_CALL, response_model=schemas.SsoAddress, name="find_sso_v1")
async def find_sso(
    request: Request, resources: AllResources, client: CurrentClient, data: schemas.SsoPrelogin
) -> Response:
    """Find where users of this address, or this account, sign in; the response is equal for known and unknown
    users. 404 `sso.domain_not_found` when they sign in here; 503 `sso.provider_silent`. Sets the cookie of
    the browser that may come back."""
    browser = read_or_create_browser_token(request.cookies, resources)
    found = await prelogin.start_sign_in_by_email(
        resources,
        client,
        browser,
        email=data.email or data.username,
        tenant=data.tenant_id,
        box=BoxPages.for_request(request, resources),
    )
    response = Json(orjson.dumps(found.model_dump(by_alias=True)))
    set_browser_cookie(response, resources, browser)
    return response


@router.post(f"{USER}/v1/user/oidc/postlogin", **SIGN_IN)
async def finish_oidc(request: Request, data: schemas.OidcPostlogin) -> Response:
    """Sign in with the response of the provider; sets the refresh cookie, or asks for MFA. It is valid once,
    in the browser that started the sign-in. With `iss`, where the provider names itself (RFC 9207), no other
    provider's response is accepted."""
    return await _finish_oidc_response(request, data.code, data.state, data.iss)


@router.post(f"{USER}/v2/user/oidc/postlogin", name="finish_oidc_v2", **SIGN_IN)
async def finish_oidc_v2(request: Request, data: schemas.OidcPostloginV2) -> Response:
    """Sign in with the response of the provider, as in the first version, with the state in `RelayState`."""
    return await _finish_oidc_response(request, data.code, data.RelayState, data.iss)


@router.post(CALLBACK, response_class=RedirectResponse, status_code=303)
async def take_oidc_answer(
    resources: AllResources,
    state: Annotated[schemas.State, Form()],
    code: Annotated[schemas.Code | None, Form()] = None,
    error: Annotated[schemas.Said | None, Form()] = None,
    error_description: Annotated[schemas.Said | None, Form()] = None,
    iss: Annotated[schemas.Sender | None, Form()] = None,
) -> Response:
    """Receive the response that a provider has the browser post (`response_mode=form_post`). Redirects to the
    page that fetches the session, or shows that the provider refused. Starts no session."""
    told = {
        "code": code, "error": error, "error_description": error_description, "state": state,
        "iss": iss,
    }  # fmt: skip
    values = {name: value for name, value in told.items() if value}
    target = with_query(get_oidc_redirect_uri(resources), values)
    return RedirectResponse(target, 303, headers={"cache-control": "no-store"})


async def _finish_oidc_response(
    request: Request, code: str, state: str, sender: str | None
) -> Response:
    resources: Resources = request.app.state.resources
    browser = read_browser_token(request.cookies, resources)
    came = oidc.OidcReturn(code, state, sender, browser, client_of(request))
    if await finish_oidc_test(resources, came):
        raise build_test_login_over()
    outcome = await oidc.finish_oidc_sign_in(resources, came, build_sign_in_context(request))
    return build_provider_sign_in_response(request, resources, outcome)


@router.post(ACS_PATH, response_class=RedirectResponse, status_code=303)
async def take_saml_answer(
    resources: AllResources,
    client: CurrentClient,
    SAMLResponse: Annotated[schemas.SamlMessage, Form()],  # noqa: N803  its name in SAML
    RelayState: Annotated[schemas.SamlState, Form()] = "",  # noqa: N803
) -> Response:
    """The assertion consumer service: where providers have the browser post their responses, from their own
    pages. Redirects to the page that fetches the session, with a code in place of the response. Starts no
    session."""
    if await finish_saml_test(resources, message=SAMLResponse, state=RelayState, client=client):
        target = build_mail_link(resources, saml.PAGE, SAMLResponse=saml.TESTED)
    else:
        target = await saml.accept_posted_response(
            resources, message=SAMLResponse, state=RelayState, client=client
        )
    return _redirect_to(target)


@router.get(REQUEST_PATH, response_class=HTMLResponse, include_in_schema=False)
async def send_saml_request(
    resources: AllResources,
    client: CurrentClient,
    state: Annotated[schemas.SamlState, Query()] = "",
) -> Response:
    """A page that posts the request of a pending sign-in or test login to an identity provider that accepts
    requests by HTTP-POST only. If none is pending for this state, redirects to the page that shows the
    failure."""
    await resources[RateLimiter].hit(saml.RETURNS, get_ip_network(client.ip))
    form = await saml.build_request_form(resources, state)
    if form is None:
        return _redirect_to(saml.build_callback_address(resources, saml.REFUSED, state))
    return posted_form(*form)


@router.post("/identity/resources/auth/v1/user/saml/postlogin", **SIGN_IN)
async def finish_saml(request: Request, data: schemas.SamlPostlogin) -> Response:
    """Sign in with the values that the page received; sets the refresh cookie, or asks for MFA. They are
    valid once; the response to a sign-in that began here, only in the browser where it began."""
    resources: Resources = request.app.state.resources
    message, state = data.SAMLResponse, data.RelayState
    if message == saml.TESTED or await _is_test_response(
        resources, message, state, client_of(request)
    ):
        raise build_test_login_over()
    outcome = await saml.finish_saml_sign_in(
        resources,
        message=message,
        state=state,
        browser=read_browser_token(request.cookies, resources),
        client=client_of(request),
        door=build_sign_in_context(request),
    )
    return build_sign_in_response(resources, outcome)


@router.get(FINISH_PATH, response_class=RedirectResponse, status_code=303)
async def finish_saml_for_box(
    request: Request,
    resources: AllResources,
    client: CurrentClient,
    SAMLResponse: Annotated[str, Query(max_length=100)] = "",  # noqa: N803
    RelayState: Annotated[schemas.SamlState, Query()] = "",  # noqa: N803
    again: bool = False,
) -> Response:
    """Sign in for a login box that expects a session when the browser returns from the provider. Redirects to
    its page with the refresh cookie, or with the error; MFA is required when the box refreshes the session.
    The response is valid once, and only in the browser where the sign-in began."""
    browser = read_browser_token(request.cookies, resources)
    if not browser and not again:
        told = {"SAMLResponse": SAMLResponse, "RelayState": RelayState, "again": "true"}
        return build_redirect_page(build_finish_address(resources, told))
    async with resources[Database].one_statement() as db:
        back = await sign_ins.find_return_page(db, "saml", RelayState, browser)
    if back is None:
        return _redirect_to(build_failed_address(build_mail_link(resources, saml.PAGE), saml.OVER))
    try:
        outcome = await saml.finish_saml_sign_in(
            resources,
            message=SAMLResponse if saml.is_response_code(SAMLResponse) else saml.REFUSED,
            state=RelayState,
            browser=browser,
            client=client,
            door=build_sign_in_context(request),
        )
    except DomainError as refusal:
        return _redirect_to(build_failed_address(back.page_state, refusal.message))
    response = _redirect_to(back.page)
    set_outcome_cookie(response, resources, outcome)
    return response


def _redirect_to(target: str) -> Response:
    return RedirectResponse(target, 303, headers={"cache-control": "no-store"})


async def _is_test_response(resources: Resources, message: str, state: str, client: Client) -> bool:
    """Whether the message is the provider's own response to a test login, received by the product's
    server."""
    is_own = message != saml.REFUSED and not saml.is_response_code(message)
    return is_own and await finish_saml_test(resources, message=message, state=state, client=client)


class SsoState(Wire):
    is_active: bool


@public.get("/team/resources/sso/v2/configurations/public")
async def get_public_sso_state(resources: AllResources) -> SsoState:
    """Whether single sign-on is in use at any tenant; then the pages ask for the address first."""
    async with resources[Database].one_statement() as db:
        return SsoState(is_active=await ANY_IN_USE.one(db))
