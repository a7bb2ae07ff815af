"""Sign-in on the vendor's own page or in an app's web view: the request is stored for the browser until the
page sends the access token, then the browser returns to the application."""

from urllib.parse import urlencode
from uuid import UUID

from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import QueryParams

from gatehouse.access.guard import read_token_claims
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.identity.external.sign_ins import (
    read_browser_token,
    read_or_create_browser_token,
    set_browser_cookie,
)
from gatehouse.identity.oauth import errors, pending, respond
from gatehouse.identity.oauth.clients import find_client
from gatehouse.identity.oauth.destination import LOGIN, find_destination
from gatehouse.identity.oauth.models import NamedSession
from gatehouse.identity.oauth.request import read_client_and_redirect_uri
from gatehouse.identity.oauth.respond import FORM_POST, NO_STORE
from gatehouse.identity.oauth.schemas import FinishedLogin, WayBack
from gatehouse.identity.sign_in.public_call import PublicCall, SystemCall
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of

router = Router(tags=["OpenID Connect"])

REDIRECT = "/oauth/postlogin/redirect"
LONGEST_STATE = 2000
BEGINS = ("code_challenge", "request_uri")  # parameters that only a complete request has
PARAMETERS = [
    {"name": name, "in": "query", "required": False, "schema": {"type": "string"}}
    for name in ("email", "state")
]


@router.get(
    "/oauth/prelogin",
    response_class=RedirectResponse,
    status_code=302,
    openapi_extra={"parameters": PARAMETERS},
)
async def begin_login(call: PublicCall) -> Response:
    """Begin an authorization request as `/oauth/authorize` does, and store it under its `state` for this
    browser; or continue a stored one, for the user with this `email`. Redirects to the sign-in page, to a
    provider, or back to the application when the user is signed in. 400 for an unknown client or redirect
    URI, and for a `state` without a stored request."""
    await call.limit_place(pending.BEGINS)
    request, db, resources = call.request, call.db, call.resources
    given = request.query_params
    browser, state = read_or_create_browser_token(request.cookies, resources), _read_state(given)
    asked = QueryParams([pair for pair in given.multi_items() if pair[0] != "email"])
    if "client_id" not in given and state:
        asked = QueryParams((await pending.find_pending_authorization(db, browser, state)).query)
    if given.get("email"):
        kept = [pair for pair in asked.multi_items() if pair[0] != "login_hint"]
        asked = QueryParams([*kept, ("login_hint", given["email"])])
    if not any(name in asked for name in BEGINS):
        return _redirect_to_sign_in(resources, asked)
    where = await find_destination(db, resources, call.client, asked, request)
    response = respond.respond_to_redirect_uri(where, request)
    if where.step and state:
        query = where.again.partition("?")[2]
        await pending.save_pending_authorization(db, browser, state, where.application_id, query)
        set_browser_cookie(response, resources, browser)
    return response


def _redirect_to_sign_in(resources: Resources, asked: QueryParams) -> Response:
    """Redirect to the sign-in page only: without a challenge there is no authorization request. Apps use this
    to check the redirect URI."""
    if "client_id" in asked:
        read_client_and_redirect_uri(resources, asked)
    hint = {"login_hint": asked["login_hint"]} if asked.get("login_hint") else {}
    page = f"{LOGIN}?{urlencode(hint)}" if hint else LOGIN
    return RedirectResponse(page, 302, headers=NO_STORE)


@router.post("/oauth/postlogin")
async def finish_login(call: PublicCall, data: FinishedLogin) -> WayBack:
    """Return to the application whose request is stored for this browser, as the user of the token: once. 401
    `invalid_token` and `login_required`, 403 `access_denied` where the token is of another application or
    account. Where more is required, such as MFA, first to a Gatehouse page."""
    db, resources = call.db, call.resources
    browser = read_browser_token(call.request.cookies, resources)
    waiting = await pending.find_pending_authorization(db, browser, data.state)
    asked = QueryParams(waiting.query)
    who = await _read_session_of_token(call, data.token, asked)
    where = await find_destination(db, resources, call.client, asked, who)
    issuer = resources[AccessTokens].issuer
    if where.step == "login":
        raise errors.NoSession("The session has ended or is too old. Sign in again.")
    if where.step:
        return WayBack(redirect_url=issuer + where.address)
    code = (where.told or {}).get("code")
    await pending.finish_pending_authorization(db, browser, data.state, who, code)
    if where.mode == FORM_POST:  # a form post needs a page
        return WayBack(redirect_url=f"{issuer}{REDIRECT}?{urlencode({'state': data.state})}")
    return WayBack(redirect_url=respond.build_response_address(where))


async def _read_session_of_token(call: SystemCall, token: str, asked: QueryParams) -> NamedSession:
    """Identify the session by an access token of a sign-in; a token of an application is accepted for that
    application only."""
    try:
        claims: Claims = await read_token_claims(call.request, token)
    except Unauthenticated as error:
        raise errors.AccessTokenRefused(error.message) from None
    named = find_client(call.resources, asked.get("client_id", ""))
    audiences = {configuration_of(call.resources).default.audience, named.audience if named else ""}
    if claims["aud"] not in audiences:
        raise errors.AccessDenied("token: belongs to another application")
    if "sid" not in claims or "act" in claims:
        raise errors.AccessDenied("token: does not belong to a signed-in user")
    return NamedSession(UUID(claims["sid"]), UUID(claims["tenantId"]))


@router.get(REDIRECT, response_class=RedirectResponse, status_code=302)
async def return_to_application(call: PublicCall, state: str = "") -> Response:
    """Redirect to the application whose request is stored for this browser, with a code: once, and also where
    the page did not follow the address that it received. A user who is not signed in signs in first."""
    request, db, resources = call.request, call.db, call.resources
    browser = read_browser_token(request.cookies, resources)
    waiting = await pending.consume_pending_authorization(
        db, browser, _read_state(QueryParams({"state": state}))
    )
    who = waiting.finished_session or request
    where = await find_destination(db, resources, call.client, QueryParams(waiting.query), who)
    return respond.respond_to_redirect_uri(where, request)


def _read_state(given: QueryParams) -> str:
    state = given.get("state", "")
    if len(state) > LONGEST_STATE or "\x00" in state:
        raise errors.InvalidRequest(f"state: at most {LONGEST_STATE} characters")
    return state
