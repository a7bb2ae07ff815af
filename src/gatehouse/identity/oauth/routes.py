from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CallerClaims, CurrentPrincipal, SystemTransaction
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import authorize, logout, token
from gatehouse.identity.oauth.body import read_token_request
from gatehouse.identity.oauth.client_secret import check_secret, token_of_application
from gatehouse.identity.oauth.clients import find_client
from gatehouse.identity.oauth.discovery import provider_metadata
from gatehouse.identity.oauth.errors import (
    AccessDenied,
    InvalidRequest,
    NoSession,
    Refused,
    UnsupportedGrant,
)
from gatehouse.identity.oauth.models import Tokens, Wanted
from gatehouse.identity.oauth.request import (
    SIGNED_IN_AFTER,
    client_and_address,
    read_request,
)
from gatehouse.identity.oauth.schemas import OAuthTokens, SilentRequest, UserInfo
from gatehouse.identity.sessions.cookies import clear_refresh_cookie, refresh_cookies
from gatehouse.kit import clock
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.policies.admission.service import admit
from gatehouse.vendor.current import configuration_of

router = APIRouter(tags=["OpenID Connect"])

LOGIN, SIGN_UP = "/oauth/account/login", "/oauth/account/sign-up"
STEP_UP, LOGOUT = "/oauth/account/step-up", "/oauth/account/logout"
NO_STORE = {"cache-control": "no-store", "pragma": "no-cache"}


@router.get("/.well-known/openid-configuration", response_model=dict[str, Any])
async def get_provider_metadata(resources: AllResources) -> Response:
    """OpenID Connect Discovery 1.0."""
    metadata = provider_metadata(resources[AccessTokens].issuer)
    return JSONResponse(metadata, headers={"cache-control": "public, max-age=300"})


@router.get("/oauth/authorize", response_class=RedirectResponse, status_code=302)
async def authorize_application(
    request: Request, db: SystemTransaction, resources: AllResources, caller: CurrentClient
) -> Response:
    """Back to the application with a code (RFC 6749 §4.1, PKCE S256 only); first to sign in, to a second
    factor, or to sign up. 400 when the client or its address is not known: then nobody is sent anywhere."""
    query = request.query_params
    client, address = client_and_address(resources, query)
    issuer = resources[AccessTokens].issuer
    try:
        wanted = read_request(client, address, query)
        cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
        session = await authorize.find_session(db, resources, cookies, wanted)
        step = authorize.missing(wanted, session, clock.now())
        if step and "none" in wanted.prompts:
            raise Refused("login_required", "Nobody is signed in, or not strongly enough")
        if step or session is None:
            return _to_page(request, wanted, step or "login")
        code = await authorize.give_code(db, resources, wanted, session, caller)
        target = authorize.address_with_code(issuer, wanted, code)
    except Refused as refused:
        target = authorize.address_with_error(issuer, address, query.get("state"), refused)
    return RedirectResponse(target, 302, headers=NO_STORE)


def _to_page(request: Request, wanted: Wanted, step: str) -> Response:
    """To a page of ours, which comes back to this request."""
    again = [
        (name, value) for name, value in request.query_params.multi_items() if name != "prompt"
    ]
    if "login" in wanted.prompts and wanted.signed_in_after is None:
        again.append((SIGNED_IN_AFTER, str(int(clock.now().timestamp()))))
    page = {"redirectUrl": f"/oauth/authorize?{urlencode(again)}"}
    if wanted.tenant_id:
        page["tenantId"] = str(wanted.tenant_id)
    for name in ("login_hint", "organization"):
        if request.query_params.get(name):
            page[name] = request.query_params[name]
    path = SIGN_UP if "create" in wanted.prompts else LOGIN
    if step == "step_up":
        path = STEP_UP
        if wanted.max_age is not None:
            page["maxAge"] = str(wanted.max_age)
    elif step == "login" and path == LOGIN:
        page["prompt"] = "login"
    return RedirectResponse(f"{path}?{urlencode(page)}", 302, headers=NO_STORE)


@router.post("/oauth/authorize/silent", response_model=OAuthTokens)
async def authorize_silently(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: SilentRequest | None = None,
) -> Response:
    """Tokens for a page whose browser is signed in; 401 `login_required` when it is not. Wire reference
    §6."""
    configuration = configuration_of(resources)
    application = configuration.for_people(client.application)
    wanted = _silent(application, data)
    cookies = refresh_cookies(request.cookies, configuration.default)
    session = await authorize.find_session(db, resources, cookies, wanted)
    if session is None:
        raise NoSession("Session not found")
    if not session.admitted:
        raise AccessDenied("They do not have access to this application")
    await admit(db, resources, session.tenant_id, email=session.email, address=client.ip)
    return _answer(await token.tokens_of_browser(db, resources, application, session, client))


def _silent(application: Any, data: SilentRequest | None) -> Wanted:
    return Wanted(
        client=application,
        redirect_uri="",
        code_challenge="",
        state=None,
        nonce=None,
        prompts=frozenset({"none"}),
        max_age=None,
        acr_values=frozenset(),
        tenant_id=data.tenant_id if data else None,
        alias=None,
        signed_in_after=None,
    )


@router.post(
    "/oauth/token",
    response_model=OAuthTokens,
    openapi_extra={
        "requestBody": {
            "content": {
                "application/x-www-form-urlencoded": {"schema": {"type": "object"}},
                "application/json": {"schema": {"type": "object"}},
            }
        }
    },
)
async def exchange(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> Response:
    """`authorization_code`, `refresh_token`, or for an application that has a secret `client_credentials`,
    without an id token and a refresh token; as a form or JSON (RFC 6749 §4.1.3, §4.4 and §6). 401
    `invalid_client` for a wrong secret."""
    asked = await read_token_request(request)
    if asked.grant_type != "client_credentials":
        await check_secret(db, resources, asked, client)
    match asked.grant_type:
        case "authorization_code":
            return _answer(await token.exchange_code(db, resources, asked, client))
        case "refresh_token":
            return _answer(await token.refresh_tokens(resources, asked, client))
        case "client_credentials":
            made, seconds = await token_of_application(db, resources, asked, client)
            told = {"access_token": made, "expires_in": seconds, "token_type": "Bearer"}
            return JSONResponse(told, headers=NO_STORE)
        case "":
            raise InvalidRequest("grant_type: is needed")
        case _:
            raise UnsupportedGrant(
                "grant_type: authorization_code, refresh_token or client_credentials"
            )


def _answer(tokens: Tokens) -> Response:
    body = {
        "access_token": tokens.access_token,
        "id_token": tokens.id_token,
        "refresh_token": tokens.refresh_token,
        "expires_in": tokens.expires_in,
        "token_type": "Bearer",
        "scope": "openid email profile",
    }
    return JSONResponse(body, headers=NO_STORE)


@router.post("/oauth/revoke")
async def revoke_token(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    data: Annotated[str, Form(alias="token", max_length=4000)],
    client_id: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """RFC 7009: always an empty 200."""
    await logout.revoke(db, resources, data, client_id, client)
    return Response(status_code=200)


@router.get("/oauth/userinfo", response_model_exclude_none=True)
@router.post("/oauth/userinfo", name="post_user_info", response_model_exclude_none=True)
async def get_user_info(claims: CallerClaims, caller: CurrentPrincipal) -> UserInfo:
    """OpenID Connect Core §5.3."""
    return UserInfo(
        sub=str(caller.user_id),
        email=caller.email,
        email_verified=claims.get("email_verified", False),
        name=caller.name,
        picture=claims.get("profilePictureUrl"),
        tenantId=caller.tenant_id,
    )


@router.get("/oauth/logout", response_model=None)
async def sign_out_of_all(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    id_token_hint: Annotated[str, Query(max_length=16_384)] = "",
    post_logout_redirect_uri: Annotated[str, Query(max_length=2000)] = "",
    client_id: Annotated[str, Query(max_length=200)] = "",
    state: Annotated[str, Query(max_length=2000)] = "",
) -> Response:
    """End the browser's session and those of the applications that it let in (OpenID Connect RP-Initiated
    Logout 1.0). A link on a stranger's page only leads to a page that asks."""
    hint = await logout.claims_of_hint(resources, id_token_hint)
    application = _application(resources, hint, client_id)
    target = logout.address_after(resources, application, post_logout_redirect_uri, state)
    if hint is None and _comes_by_a_link(request):
        page = {"redirectUrl": target} if target else {}
        return RedirectResponse(f"{LOGOUT}?{urlencode(page)}" if page else LOGOUT, 302)
    cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
    await logout.sign_out(db, resources, cookies, hint, client)
    response = RedirectResponse(target, 302) if target else Response(status_code=200)
    clear_refresh_cookie(response, resources)
    return response


def _application(resources: Resources, hint: dict[str, Any] | None, client_id: str) -> Any:
    """The one that asks: of the hint, else as named, else the vendor's own."""
    named = hint["aud"] if hint else client_id
    if client_id and hint and find_client(resources, client_id) != find_client(resources, named):
        raise InvalidRequest("client_id: is not that of the id token")
    if not named:
        return configuration_of(resources).default
    application = find_client(resources, named)
    if application is None:
        raise InvalidRequest("client_id: no application in use has this id")
    return application


def _comes_by_a_link(request: Request) -> bool:
    """A page of an allowed origin asks in the background; who follows a link navigates. Browsers say which
    (Fetch Metadata); a caller that says nothing is none."""
    return request.headers.get("sec-fetch-mode") == "navigate"


@router.post("/oauth/logout/token")
async def sign_out_by_cookie(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> dict[str, str]:
    """As the hosted platform's mobile clients sign out: the refresh token comes as a cookie."""
    cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
    await logout.sign_out(db, resources, cookies, None, client)
    return {}
