"""Routes of the authorization endpoint."""

from urllib.parse import parse_qsl, urlencode

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from gatehouse.access.client import client_of
from gatehouse.identity.oauth import respond
from gatehouse.identity.oauth.body import FORM, is_form
from gatehouse.identity.oauth.destination import find_destination
from gatehouse.identity.oauth.errors import InvalidRequest
from gatehouse.identity.oauth.respond import NO_STORE
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import Router

hot = Router(tags=["OpenID Connect"], route_class=PlainRoute)
router = Router(tags=["OpenID Connect"])

MOST_FIELDS = 50


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
        given = parse_qsl((await request.body()).decode(), max_num_fields=MOST_FIELDS)
    except ValueError:
        raise InvalidRequest("The form cannot be read") from None
    return RedirectResponse(f"/oauth/authorize?{urlencode(given)}", 303, headers=NO_STORE)
