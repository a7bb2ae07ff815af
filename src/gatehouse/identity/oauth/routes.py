from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.datastructures import QueryParams

from gatehouse.access import session_caller
from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction, claims_of_any
from gatehouse.access.proof import THIRD_PARTY
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.identity.oauth import authorize, pushed, token
from gatehouse.identity.oauth.body import ANY_BODY, read_token_request
from gatehouse.identity.oauth.client_secret import check_secret, token_of_application
from gatehouse.identity.oauth.consents.service import consent_lacks
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
    CONSENTED_AFTER,
    SCOPES,
    SIGNED_IN_AFTER,
    client_and_address,
    read_request,
)
from gatehouse.identity.oauth.schemas import OAuthTokens, SilentRequest, UserInfo
from gatehouse.identity.sessions.cookies import refresh_cookies
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.resources import AllResources
from gatehouse.policies.admission.service import admit
from gatehouse.vendor.current import configuration_of

router = APIRouter(tags=["OpenID Connect"])

LOGIN, SIGN_UP = "/oauth/account/login", "/oauth/account/sign-up"
CONSENT = "/oauth/account/consent"
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
    query, pushed_by = await pushed.whole_request(db, request.query_params)
    client, address = client_and_address(resources, query)
    if pushed_by not in (None, client.id):
        raise InvalidRequest("request_uri: is another application's")
    issuer = resources[AccessTokens].issuer
    try:
        wanted = read_request(client, address, query)
        if client.require_pushed_authorization_requests and pushed_by is None:
            raise Refused("invalid_request", "request_uri: the request must be pushed first")
        cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
        session = await authorize.find_session(db, resources, cookies, wanted)
        step = authorize.missing(wanted, session, clock.now())
        if step and "none" in wanted.prompts:
            raise Refused("login_required", "Nobody is signed in, or not strongly enough")
        if step or session is None:
            return _to_page(request, query, wanted, step or "login")
        if await consent_lacks(db, wanted, session.user_id):
            return _to_page(request, query, wanted, "consent")
        await pushed.use_up(db, request.query_params)
        code = await authorize.give_code(db, resources, wanted, session, caller)
        target = authorize.address_with_code(issuer, wanted, code)
    except Refused as refused:
        target = authorize.address_with_error(issuer, address, query.get("state"), refused)
    return RedirectResponse(target, 302, headers=NO_STORE)


def _to_page(request: Request, query: QueryParams, wanted: Wanted, step: str) -> Response:
    """To a page of ours, which comes back to this request. `query` is the whole of it."""
    again = [
        (name, value) for name, value in request.query_params.multi_items() if name != "prompt"
    ]
    now = str(int(clock.now().timestamp()))
    if "login" in wanted.prompts and wanted.signed_in_after is None:
        again.append((SIGNED_IN_AFTER, now))
    if "consent" in wanted.prompts and wanted.consented_after is None:
        again.append((CONSENTED_AFTER, now))
    page = {"redirectUrl": f"/oauth/authorize?{urlencode(again)}"}
    if wanted.tenant_id:
        page["tenantId"] = str(wanted.tenant_id)
    for name in ("login_hint", "organization"):
        if query.get(name):
            page[name] = query[name]
    path = SIGN_UP if "create" in wanted.prompts else LOGIN
    if step == "step_up":
        path = STEP_UP
        if wanted.max_age is not None:
            page["maxAge"] = str(wanted.max_age)
    elif step == "consent":
        path = CONSENT
        page |= {"clientId": wanted.client.audience, "scope": " ".join(wanted.scopes or ())}
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
    if application.dpop_bound_access_tokens:
        raise AccessDenied("Tokens of this application are bound to a key")
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


@router.post("/oauth/token", response_model=OAuthTokens, openapi_extra=ANY_BODY)
async def exchange(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> Response:
    """`authorization_code`, `refresh_token`, or for an application that has a secret `client_credentials`,
    without an id token and a refresh token; as a form or JSON (RFC 6749 §4.1.3, §4.4 and §6). With the header
    `DPoP` the tokens are bound to its key (RFC 9449). 401 `invalid_client` for a wrong secret."""
    asked = await read_token_request(request, resources[AccessTokens].issuer)
    if asked.grant_type == "client_credentials":
        made, seconds, is_bound = await token_of_application(db, resources, asked, client)
        told = {"access_token": made, "expires_in": seconds, "token_type": _type(is_bound)}
        return JSONResponse(told, headers=NO_STORE)
    proved = await check_secret(db, resources, asked.credentials, client)
    match asked.grant_type:
        case "authorization_code":
            return _answer(await token.exchange_code(db, resources, asked, client))
        case "refresh_token":
            return _answer(await token.refresh_tokens(db, resources, asked, client, proved))
        case "":
            raise InvalidRequest("grant_type: is needed")
        case _:
            raise UnsupportedGrant(
                "grant_type: authorization_code, refresh_token or client_credentials"
            )


def _type(is_bound: bool) -> str:
    return "DPoP" if is_bound else "Bearer"


def _answer(tokens: Tokens) -> Response:
    body = {
        "access_token": tokens.access_token,
        "id_token": tokens.id_token,
        "refresh_token": tokens.refresh_token,
        "expires_in": tokens.expires_in,
        "token_type": _type(tokens.is_bound),
        "scope": " ".join(tokens.scopes or SCOPES),
    }
    return JSONResponse(body, headers=NO_STORE)


@router.get("/oauth/userinfo", response_model_exclude_none=True)
@router.post("/oauth/userinfo", name="post_user_info", response_model_exclude_none=True)
async def get_user_info(
    claims: Annotated[Claims, Depends(claims_of_any)], resources: AllResources
) -> UserInfo:
    """OpenID Connect Core §5.3; another company's application is told what its scopes say."""
    async with resources[Database].one_statement() as db:
        caller = await session_caller.load(db, claims)
    scopes = claims["scope"].split() if claims.get("type") == THIRD_PARTY else SCOPES
    info = UserInfo(sub=str(caller.user_id), tenantId=caller.tenant_id)
    if "email" in scopes:
        info.email, info.email_verified = caller.email, claims.get("email_verified", False)
    if "profile" in scopes:
        info.name, info.picture = caller.name, claims.get("profilePictureUrl")
    return info
