"""Routes that applications call directly, without a browser."""

import orjson
from fastapi import Request
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import QueryParams

from gatehouse.access.client import CurrentClient, client_of
from gatehouse.access.guard import SystemTransaction
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import errors, introspection, logout, pushed
from gatehouse.identity.oauth.binding import verify_dpop_binding
from gatehouse.identity.oauth.body import (
    ANY_BODY,
    FORM,
    LONGEST,
    MAX_LENGTH,
    read_body_values,
    read_credentials,
    read_optional_dpop_proof,
)
from gatehouse.identity.oauth.client_secret import authenticate_client, require_authenticated_client
from gatehouse.identity.oauth.clients import find_client
from gatehouse.identity.oauth.models import Credentials
from gatehouse.identity.oauth.request import (
    OURS,
    read_authorization_request,
    read_client_and_redirect_uri,
)
from gatehouse.identity.oauth.respond import NEVER_KEPT, NO_STORE
from gatehouse.identity.oauth.schemas import PushedAuthorization, TokenIntrospection
from gatehouse.identity.sign_in.ip_location import get_ip_network
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.router import Router

hot = Router(tags=["OpenID Connect"], route_class=PlainRoute)
router = Router(tags=["OpenID Connect"])

# Public clients may push requests too, and each is stored for minutes, so their number is limited.
PUSHED_PER_PLACE = RateLimit("oauth.par.ip", 300, 5)
MOST_PUSHED = 24_000

TOKEN_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            FORM: {
                "schema": {
                    "type": "object",
                    "required": ["token"],
                    "properties": {
                        "token": {"type": "string", "minLength": 1, "maxLength": LONGEST["token"]},
                        "client_id": {"type": "string", "maxLength": MAX_LENGTH},
                        "client_secret": {"type": "string", "maxLength": MAX_LENGTH},
                    },
                }
            }
        },
    }
}


@router.post(
    "/oauth/par", status_code=201, response_model=PushedAuthorization, openapi_extra=ANY_BODY
)
async def push_authorization_request(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> Response:
    """Send an authorization request ahead, as a form or JSON; the browser then names only `client_id` and
    `request_uri` (RFC 9126). Refused as `/oauth/authorize` refuses it; 429 after too many without a
    secret."""
    given = await read_body_values(request)
    credentials = read_credentials(
        request, given.pop("client_id", ""), given.pop("client_secret", "")
    )
    if find_client(resources, credentials.client_id) is None:
        raise errors.InvalidClient("client_id does not belong to an active application")
    if await authenticate_client(resources, credentials, client) is None:
        await resources[RateLimiter].hit(PUSHED_PER_PLACE, get_ip_network(client.ip))
    if sum(map(len, given.values())) > MOST_PUSHED:
        raise errors.InvalidRequest(f"The request is longer than {MOST_PUSHED} characters")
    asked = {name: value for name, value in given.items() if name not in OURS}
    query = QueryParams([("client_id", credentials.client_id), *asked.items()])
    application, address = read_client_and_redirect_uri(resources, query)
    try:
        wanted = read_authorization_request(resources, application, address, query)
    except errors.AuthorizationRefused as refused:
        raise errors.PushedRequestRefused(refused) from None
    proof = read_optional_dpop_proof(request, resources[AccessTokens].issuer)
    if proof:
        await verify_dpop_binding(db, resources, application, proof, wanted.dpop_key)
        asked["dpop_jkt"] = proof.thumbprint
    uri, seconds = await pushed.save_pushed_request(db, application.id, asked)
    return JSONResponse({"request_uri": uri, "expires_in": seconds}, 201, headers=NO_STORE)


@hot.post("/oauth/introspect", response_model=TokenIntrospection, openapi_extra=TOKEN_BODY)
async def introspect_token(request: Request) -> Response:
    """Check whether a token of the calling application is active (RFC 7662). The application authenticates
    with its secret, by HTTP Basic or in the body; tokens of other applications are reported as not active.
    401 `invalid_client`."""
    resources: Resources = request.app.state.resources
    token, credentials = await _read_token_request(request)
    application = await require_authenticated_client(resources, credentials, client_of(request))
    told = await introspection.introspect_token(resources, application, token)
    return Json(orjson.dumps(told), more=NEVER_KEPT)


@router.post("/oauth/revoke", openapi_extra=TOKEN_BODY)
async def revoke_token(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> Response:
    """Revoke a token (RFC 7009): an empty 200, whether there was anything to revoke or not; 401
    `invalid_client` for a wrong secret."""
    token, credentials = await _read_token_request(request)
    await authenticate_client(resources, credentials, client)
    await logout.revoke_token(db, resources, token, credentials.client_id)
    return Response(status_code=200)


async def _read_token_request(request: Request) -> tuple[str, Credentials]:
    """Read the token and the client credentials, without verifying them. Raises `InvalidRequest` when the
    token is missing, and `InvalidClient` when header and body name different clients."""
    given = await read_body_values(request)
    if "token" not in given:
        raise errors.InvalidRequest("token is required")
    client_id, secret = given.get("client_id", ""), given.get("client_secret", "")
    return given["token"], read_credentials(request, client_id, secret)
