"""Routes of the OpenID provider: metadata, authorization, tokens and userinfo (OpenID Connect Core §3,
§5.3)."""

from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from gatehouse.access import session_caller
from gatehouse.access.answer_cache import AnswerCache
from gatehouse.access.client import client_of, read_bearer_token
from gatehouse.access.guard import read_token_claims
from gatehouse.access.proof import THIRD_PARTY
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import respond
from gatehouse.identity.oauth.body import (
    ANY_BODY,
    FORM,
    is_form,
    read_body_values,
    read_token_request,
)
from gatehouse.identity.oauth.client_secret import authenticate_client, issue_application_token
from gatehouse.identity.oauth.destination import find_destination
from gatehouse.identity.oauth.discovery import build_provider_metadata, build_resource_metadata
from gatehouse.identity.oauth.errors import AccessTokenRefused, InvalidRequest, UnsupportedGrant
from gatehouse.identity.oauth.models import TokenCall
from gatehouse.identity.oauth.respond import NO_STORE, SCOPES
from gatehouse.identity.oauth.schemas import OAuthTokens, UserInfo
from gatehouse.identity.oauth.token import exchange_code, refresh_tokens
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of

hot = Router(tags=["OpenID Connect"], route_class=PlainRoute)
router = Router(tags=["OpenID Connect"])

METADATA_CACHE = {"cache-control": "public, max-age=300"}
MOST_REQUEST_FIELDS = 50
TOKEN_FORM = {"type": "object", "properties": {"access_token": {"type": "string"}}}
USERINFO_BODY = {"requestBody": {"content": {FORM: {"schema": TOKEN_FORM}}}}


@router.get("/.well-known/openid-configuration", response_model=dict[str, Any])
@router.get(
    "/oauth/.well-known/openid-configuration",
    name="get_hosted_provider_metadata",
    response_model=dict[str, Any],
)
@router.get(
    "/.well-known/oauth-authorization-server",
    name="get_authorization_server_metadata",
    response_model=dict[str, Any],
)
async def get_provider_metadata(resources: AllResources) -> Response:
    """Get the provider metadata (OpenID Connect Discovery 1.0, RFC 8414). Clients of the hosted platform ask
    under `/oauth`."""
    registers = any(
        one.allow_dcr and one.is_active for one in configuration_of(resources).applications
    )
    metadata = build_provider_metadata(resources[AccessTokens].issuer, registers=registers)
    return JSONResponse(metadata, headers=METADATA_CACHE)


@router.get("/.well-known/oauth-protected-resource", response_model=dict[str, Any])
async def get_protected_resource_metadata(resources: AllResources) -> Response:
    """Get the authorization server for this API (RFC 9728)."""
    return JSONResponse(
        build_resource_metadata(resources[AccessTokens].issuer), headers=METADATA_CACHE
    )


@hot.post("/oauth/token", response_model=OAuthTokens, openapi_extra=ANY_BODY)
async def exchange(request: Request) -> Response:
    """Exchange a grant for tokens: `authorization_code`, `refresh_token`, or for an application that has a
    secret `client_credentials`, without an id token and a refresh token; as a form or JSON (RFC 6749 §4.1.3,
    §4.4 and §6). With the header `DPoP` the tokens are bound to its key (RFC 9449). 401 `invalid_client` for
    a wrong secret."""
    resources: Resources = request.app.state.resources
    client = client_of(request)
    asked = await read_token_request(request, resources[AccessTokens].issuer)
    for_code = asked.grant_type == "authorization_code"
    authenticated = await authenticate_client(
        resources, asked.credentials, client, for_code=for_code
    )
    async with resources[Database].transaction(Scope.system()) as db:
        call = TokenCall(db, resources, asked, client, authenticated)
        match asked.grant_type:
            case "client_credentials":
                made, seconds, is_bound = await issue_application_token(call)
                kind = respond.get_token_type(is_bound)
                return respond.build_uncached_response(
                    {"access_token": made, "expires_in": seconds, "token_type": kind}
                )
            case "authorization_code":
                tokens = await exchange_code(call)
            case "refresh_token":
                tokens = await refresh_tokens(call)
            case "":
                raise InvalidRequest("grant_type is required")
            case _:
                raise UnsupportedGrant(
                    "grant_type must be authorization_code, refresh_token or client_credentials"
                )
    return respond.build_token_response(tokens)


@hot.get("/oauth/authorize", response_class=RedirectResponse, status_code=302)
async def authorize_application(request: Request) -> Response:
    """Redirect to the application with a code (RFC 6749 §4.1, PKCE S256 only), or first to sign-in, MFA or
    sign-up. 400 when the client or its redirect URI is not known; the browser is then not redirected."""
    resources: Resources = request.app.state.resources
    # Begins a transaction only when a request needs more than the usual two statements.
    async with resources[Database].transaction(Scope.system()) as db:
        where = await find_destination(
            db, resources, client_of(request), request.query_params, request
        )
    return respond.respond_to_redirect_uri(where, request)


@router.post(
    "/oauth/authorize",
    response_class=RedirectResponse,
    status_code=303,
    openapi_extra={"requestBody": {"content": {FORM: {"schema": {"type": "object"}}}}},
)
async def post_authorization_request(request: Request) -> Response:
    """Accept the authorization request as a form (OpenID Connect Core §3.1.2.1). The browser is redirected
    with the parameters, so that it sends its cookies, which browsers withhold from cross-site forms."""
    if not is_form(request):
        raise InvalidRequest("The request must be a form")
    try:
        given = parse_qsl((await request.body()).decode(), max_num_fields=MOST_REQUEST_FIELDS)
    except ValueError:
        raise InvalidRequest("The form is malformed") from None
    return RedirectResponse(f"/oauth/authorize?{urlencode(given)}", 303, headers=NO_STORE)


async def read_header_token(request: Request) -> str:
    try:
        return read_bearer_token(request)
    except Unauthenticated as error:
        raise AccessTokenRefused(error.message, headers={"www-authenticate": "Bearer"}) from None


async def read_header_or_form_token(request: Request) -> str:
    """Read the access token from the header or the form (RFC 6750 §2)."""
    given = await read_body_values(request) if is_form(request) else {}
    if "access_token" not in given:
        return await read_header_token(request)
    if "authorization" in request.headers:
        raise InvalidRequest("access_token must not be sent in both the header and the form")
    return given["access_token"]


async def _read_user_info(request: Request, token: str) -> UserInfo:
    try:
        claims = await read_token_claims(request, token)
        resources = request.app.state.resources
        async with resources[Database].one_statement(confirms=True) as db:
            caller = await session_caller.load_session_principal(
                db, resources[AnswerCache], claims, client_of(request)
            )
    except Unauthenticated as error:
        raise AccessTokenRefused(
            error.message, headers=error.headers or AccessTokenRefused.CHALLENGE
        ) from None
    scopes = claims["scope"].split() if claims.get("type") == THIRD_PARTY else SCOPES
    info = UserInfo(sub=str(caller.user_id), tenantId=caller.tenant_id)
    if "email" in scopes:
        info.email, info.email_verified = caller.email, claims.get("email_verified", False)
    if "profile" in scopes:
        info.name, info.picture = caller.name, claims.get("profilePictureUrl")
    return info


@router.get("/oauth/userinfo", response_model_exclude_none=True)
async def get_user_info(
    request: Request, token: Annotated[str, Depends(read_header_token)]
) -> UserInfo:
    """Get the user of the access token (OpenID Connect Core §5.3); a third-party application gets what its
    scopes allow. 401 `invalid_token`."""
    return await _read_user_info(request, token)


@router.post("/oauth/userinfo", response_model_exclude_none=True, openapi_extra=USERINFO_BODY)
async def post_user_info(
    request: Request, token: Annotated[str, Depends(read_header_or_form_token)]
) -> UserInfo:
    """Get the user of the access token, which may also come as `access_token` of a form."""
    return await _read_user_info(request, token)
