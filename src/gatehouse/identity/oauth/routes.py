from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from gatehouse.access.client import client_of
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import respond, token
from gatehouse.identity.oauth.body import ANY_BODY, read_token_request
from gatehouse.identity.oauth.client_secret import check_secret, token_of_application
from gatehouse.identity.oauth.discovery import provider_metadata, resource_metadata
from gatehouse.identity.oauth.errors import InvalidRequest, UnsupportedGrant
from gatehouse.identity.oauth.models import TokenRequest
from gatehouse.identity.oauth.schemas import OAuthTokens
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

hot = Router(tags=["OpenID Connect"], route_class=PlainRoute)
router = Router(tags=["OpenID Connect"])

KEPT = {"cache-control": "public, max-age=300"}


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
    metadata = provider_metadata(resources[AccessTokens].issuer, registers=registers)
    return JSONResponse(metadata, headers=KEPT)


@router.get("/.well-known/oauth-protected-resource", response_model=dict[str, Any])
async def get_protected_resource_metadata(resources: AllResources) -> Response:
    """Get the authorization server for this API (RFC 9728)."""
    return JSONResponse(resource_metadata(resources[AccessTokens].issuer), headers=KEPT)


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
    proved = await check_secret(resources, asked.credentials, client, for_code=for_code)
    async with resources[Database].transaction(Scope.system()) as db:
        match asked.grant_type:
            case "client_credentials":
                return await _of_application(db, resources, asked, proved)
            case "authorization_code":
                tokens = await token.exchange_code(db, resources, asked, client, proved)
            case "refresh_token":
                tokens = await token.refresh_tokens(db, resources, asked, client, proved)
            case "":
                raise InvalidRequest("grant_type: is needed")
            case _:
                raise UnsupportedGrant(
                    "grant_type: authorization_code, refresh_token or client_credentials"
                )
    return respond.with_tokens(tokens)


async def _of_application(
    db: Db, resources: Resources, asked: TokenRequest, proved: Application | None
) -> Response:
    made, seconds, is_bound = await token_of_application(db, resources, asked, proved)
    return respond.with_values(
        {
            "access_token": made,
            "expires_in": seconds,
            "token_type": respond.token_type(is_bound),
        }
    )
