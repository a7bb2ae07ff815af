from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.oauth import backchannel as _backchannel  # noqa: F401  registers its job
from gatehouse.identity.oauth import logout
from gatehouse.identity.oauth.clients import find_client
from gatehouse.identity.oauth.errors import InvalidRequest
from gatehouse.identity.sessions.cookies import clear_refresh_cookie, read_refresh_cookies
from gatehouse.identity.sign_in.public_call import PublicCall, SystemCall
from gatehouse.identity.sign_out import onward_logout
from gatehouse.identity.sso.logout.sp_initiated import deliver_logout_message
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.origins import build_origin_check
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of

router = Router(tags=["OpenID Connect"])

LOGOUT = "/oauth/account/logout"
# Fetch Metadata values of a request that no script of an allowed origin made: a link, a form, an image.
NOT_ASKED_BY_A_PAGE = ("navigate", "no-cors")


@router.get("/oauth/logout", response_class=RedirectResponse, status_code=200, response_model=None)
async def sign_out_of_all(
    call: PublicCall,
    id_token_hint: Annotated[str, Query(max_length=16_384)] = "",
    post_logout_redirect_uri: Annotated[str, Query(max_length=2000)] = "",
    client_id: Annotated[str, Query(max_length=200)] = "",
    state: Annotated[str, Query(max_length=2000)] = "",
    page: Annotated[str, Query()] = "",
) -> Response:
    """End the browser's session and those of the applications that it gave (OpenID Connect RP-Initiated
    Logout 1.0). Without an id token of the user who is signed in, a request that comes from a link or from a
    page of another origin must be confirmed first. A script that names the `page` to continue to receives
    `{"redirectUrl": "…"}` where a company's provider is notified of sign-outs: the browser goes there, and on
    to `page`."""
    target = post_logout_redirect_uri
    return await _handle_sign_out(call, id_token_hint, target, client_id, state, page)


@router.post("/oauth/logout", response_class=RedirectResponse, status_code=200, response_model=None)
async def post_sign_out_of_all(
    call: PublicCall,
    id_token_hint: Annotated[str, Form(max_length=16_384)] = "",
    post_logout_redirect_uri: Annotated[str, Form(max_length=2000)] = "",
    client_id: Annotated[str, Form(max_length=200)] = "",
    state: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Sign out by a form, as by a query (§2)."""
    target = post_logout_redirect_uri
    return await _handle_sign_out(call, id_token_hint, target, client_id, state)


async def _handle_sign_out(
    call: SystemCall,
    id_token_hint: str,
    target_uri: str,
    client_id: str,
    state: str,
    page: str = "",
) -> Response:
    request, db, resources = call.request, call.db, call.resources
    hint = await logout.read_logout_hint(resources, id_token_hint)
    application = _get_requesting_application(resources, hint, client_id)
    target = logout.build_post_logout_address(resources, application, target_uri, state)
    cookies = read_refresh_cookies(request, [configuration_of(resources).default])
    if not _is_deliberate_request(request, resources) and await logout.needs_sign_out_confirmation(
        db, resources, cookies, hint
    ):
        return RedirectResponse(_build_confirmation_page(client_id, target_uri, state), 303)
    sessions = await logout.list_ending_sessions(db, resources, cookies, hint)
    is_page = _is_navigation(request)
    who = await onward_logout.find_onward_logout(db, sessions) if is_page or page else None
    await logout.sign_out_browser(db, resources, cookies, hint, call.client)
    if who and not is_page:
        there = await onward_logout.build_logout_address(db, resources, who, page)
        response: Response = JSONResponse({"redirectUrl": there})
    else:
        await db.pause()
        told = (
            await onward_logout.build_logout_delivery(
                resources, who, target or build_mail_link(resources, LOGOUT)
            )
            if who
            else None
        )
        response = deliver_logout_message(told) if told else _build_logout_response(request, target)
    clear_refresh_cookie(response, resources)
    return response


def _build_confirmation_page(client_id: str, post_logout_redirect_uri: str, state: str) -> str:
    """Build the address of the confirmation page, which returns here after sign-out to continue to the
    application."""
    if not post_logout_redirect_uri:
        return LOGOUT
    given = {
        "client_id": client_id,
        "post_logout_redirect_uri": post_logout_redirect_uri,
        "state": state,
    }
    again = urlencode({name: value for name, value in given.items() if value})
    return f"{LOGOUT}?{urlencode({'redirectUrl': f'/oauth/logout?{again}'})}"


def _build_logout_response(request: Request, target: str | None) -> Response:
    """Answer a navigation with a page, and a background request with an empty body."""
    if target:
        return RedirectResponse(target, 303)
    return RedirectResponse(LOGOUT, 303) if _is_navigation(request) else Response(status_code=200)


def _is_navigation(request: Request) -> bool:
    return request.headers.get("sec-fetch-mode") == "navigate"


def _get_requesting_application(
    resources: Resources, hint: dict[str, Any] | None, client_id: str
) -> Any:
    """The application that requests the sign-out: of the hint, otherwise the named one, otherwise the
    default."""
    named = hint["aud"] if hint else client_id
    if client_id and hint and find_client(resources, client_id) != find_client(resources, named):
        raise InvalidRequest("client_id does not match the ID token")
    if not named:
        return configuration_of(resources).default
    application = find_client(resources, named)
    if application is None:
        raise InvalidRequest("client_id does not belong to an active application")
    return application


def _is_deliberate_request(request: Request, resources: Resources) -> bool:
    """Whether the request is deliberate: a background request from an allowed origin, or one without these
    headers, as of a caller that is not a browser."""
    if request.headers.get("sec-fetch-mode") in NOT_ASKED_BY_A_PAGE:
        return False
    origin = request.headers.get("origin")
    deployment, configured = resources[Deployment], configuration_of(resources).origins
    local = deployment.env != "production"  # the origins that CORS allows
    allowed = build_origin_check(deployment.origins, local=local, also=lambda: configured)
    return origin is None or allowed(origin)


@router.post("/oauth/logout/token")
async def sign_out_by_cookie(call: PublicCall) -> dict[str, str]:
    """Sign out as the hosted platform's mobile clients do: the refresh token comes as a cookie that is named
    after the application. A token of an application also ends the session that gave it, with all other
    sessions that it gave."""
    applications = configuration_of(call.resources).applications
    cookies = read_refresh_cookies(call.request, applications)
    await logout.sign_out_by_application_cookies(call.db, call.resources, cookies, call.client)
    return {}
