from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import RedirectResponse, Response

from gatehouse.access.client import Client, CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.mails.service import link
from gatehouse.identity.oauth import backchannel as _backchannel  # noqa: F401  registers its job
from gatehouse.identity.oauth import logout
from gatehouse.identity.oauth.clients import find_client
from gatehouse.identity.oauth.errors import InvalidRequest
from gatehouse.identity.sessions.cookies import clear_refresh_cookie, refresh_cookies
from gatehouse.identity.sso.logout import ours
from gatehouse.identity.sso.logout.deliver import deliver
from gatehouse.identity.sso.openid_logout import ours as openid_ours
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.origins import allowed_origins
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.vendor.current import configuration_of

router = APIRouter(tags=["OpenID Connect"])

LOGOUT = "/oauth/account/logout"
# How the browser says that no page of an allowed origin asks (Fetch Metadata): a link, a form, a picture.
NOT_ASKED_BY_A_PAGE = ("navigate", "no-cors")


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
    Logout 1.0). Without an id token of whoever is signed in, who comes by a link or a stranger's page is
    asked first."""
    target = post_logout_redirect_uri
    return await _sign_out(request, db, resources, client, id_token_hint, target, client_id, state)


@router.post("/oauth/logout", response_model=None)
async def post_sign_out_of_all(
    request: Request,
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    id_token_hint: Annotated[str, Form(max_length=16_384)] = "",
    post_logout_redirect_uri: Annotated[str, Form(max_length=2000)] = "",
    client_id: Annotated[str, Form(max_length=200)] = "",
    state: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """The same as a form (§2)."""
    target = post_logout_redirect_uri
    return await _sign_out(request, db, resources, client, id_token_hint, target, client_id, state)


async def _sign_out(
    request: Request,
    db: Db,
    resources: Resources,
    client: Client,
    id_token_hint: str,
    post_logout_redirect_uri: str,
    client_id: str,
    state: str,
) -> Response:
    hint = await logout.claims_of_hint(resources, id_token_hint)
    application = _application(resources, hint, client_id)
    target = logout.address_after(resources, application, post_logout_redirect_uri, state)
    cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
    if not _is_meant(request, resources) and await logout.must_ask(db, resources, cookies, hint):
        return RedirectResponse(_page(client_id, post_logout_redirect_uri, state), 303)
    sessions = await logout.sessions_of(db, resources, cookies, hint)
    saml, openid = None, None
    if _is_on_a_page(request):
        saml = await ours.leaving(db, sessions)
        openid = None if saml else await openid_ours.leaving(db, sessions)
    await logout.sign_out(db, resources, cookies, hint, client)
    await db.pause()
    page = target or link(resources, LOGOUT)
    if saml:
        response = deliver(await ours.tell(resources, saml, page))
    elif openid:
        response = deliver(await openid_ours.tell(resources, openid, page))
    else:
        response = _after(request, target)
    clear_refresh_cookie(response, resources)
    return response


def _page(client_id: str, post_logout_redirect_uri: str, state: str) -> str:
    """Where they are asked; it comes back here once they have signed out, to go on to the application."""
    if not post_logout_redirect_uri:
        return LOGOUT
    given = {
        "client_id": client_id,
        "post_logout_redirect_uri": post_logout_redirect_uri,
        "state": state,
    }
    again = urlencode({name: value for name, value in given.items() if value})
    return f"{LOGOUT}?{urlencode({'redirectUrl': f'/oauth/logout?{again}'})}"


def _after(request: Request, target: str | None) -> Response:
    """A browser that comes by itself sees a page; clients that ask in the background read nothing."""
    if target:
        return RedirectResponse(target, 303)
    return RedirectResponse(LOGOUT, 303) if _is_on_a_page(request) else Response(status_code=200)


def _is_on_a_page(request: Request) -> bool:
    return request.headers.get("sec-fetch-mode") == "navigate"


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


def _is_meant(request: Request, resources: Resources) -> bool:
    """A page of an allowed origin asks in the background; a caller that is no browser says nothing."""
    if request.headers.get("sec-fetch-mode") in NOT_ASKED_BY_A_PAGE:
        return False
    origin = request.headers.get("origin")
    deployment, configured = resources[Deployment], configuration_of(resources).origins
    local = deployment.env != "production"  # as CORS lets them
    allowed = allowed_origins(deployment.origins, local=local, also=lambda: configured)
    return origin is None or allowed(origin)


@router.post("/oauth/logout/token")
async def sign_out_by_cookie(
    request: Request, db: SystemTransaction, resources: AllResources, client: CurrentClient
) -> dict[str, str]:
    """As the hosted platform's mobile clients sign out: the refresh token comes as a cookie."""
    cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
    await logout.sign_out(db, resources, cookies, None, client)
    return {}
