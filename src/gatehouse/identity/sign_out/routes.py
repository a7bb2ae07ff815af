from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.errors import ApiTokensDisabled, MissingScope
from gatehouse.access.guard import SystemTransaction, read_api_claims
from gatehouse.identity.sessions import service
from gatehouse.identity.sessions.cookies import clear_refresh_cookie, read_refresh_cookies
from gatehouse.identity.sessions.refresh_token import RefreshTokens
from gatehouse.identity.sign_out import onward_logout
from gatehouse.identity.sso.logout.sp_initiated import deliver_logout_message
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of

router = Router(tags=["Sessions"])


async def _find_bearer_session(request: Request) -> UUID | None:
    """The session of a valid access token, if there is one."""
    try:
        return UUID((await read_api_claims(request))["sid"])
    except (Unauthenticated, ApiTokensDisabled, MissingScope, KeyError):
        return None


@router.post("/identity/resources/auth/v1/logout", status_code=201)
async def sign_out(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    session_id: Annotated[UUID | None, Depends(_find_bearer_session)],
    page: Annotated[str, Query()] = "",
) -> Response:
    """End the sessions of the refresh cookies and of the access token, and clear the cookies.

    Always 201 with an empty body, also when there was no session. A client that names the `page` to continue
    to receives `{"redirectUrl": "…"}` where the session began at a company's provider that is notified of
    sign-outs: the browser goes there, to the provider, and on to `page`.
    """
    cookies = read_refresh_cookies(request, [configuration_of(resources).default])
    who = None
    if page:
        named = [resources[RefreshTokens].parse_token(cookie) for cookie in cookies]
        sessions = [one[0] for one in named if one] + ([session_id] if session_id else [])
        who = await onward_logout.find_onward_logout(db, sessions)
    await service.sign_out(db, resources, cookies, session_id, client)
    response = Response(status_code=201)
    if who:
        there = await onward_logout.build_logout_address(db, resources, who, page)
        response = JSONResponse({"redirectUrl": there}, 201)
    clear_refresh_cookie(response, resources)
    return response


@router.get(onward_logout.PATH, response_class=RedirectResponse, status_code=303)
async def tell_provider(
    resources: AllResources, client: CurrentClient, state: Annotated[str, Query()] = ""
) -> Response:
    """Redirect the browser of a user who has signed out to the company's provider, and back to the requested
    page. An address is valid once; after that, and when it is unknown, it leads to the sign-in page."""
    return deliver_logout_message(await onward_logout.use_logout_address(resources, state, client))
