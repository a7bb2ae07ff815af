"""People are sent here by applications, and back."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import QueryParams

from gatehouse.access.client import Client, client_of
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import authorize, direct, pushed, respond
from gatehouse.identity.oauth.body import FORM, is_form
from gatehouse.identity.oauth.consents.service import consent_lacks
from gatehouse.identity.oauth.errors import InvalidRequest, Refused
from gatehouse.identity.oauth.hint import with_hint
from gatehouse.identity.oauth.models import BrowserSession, Wanted
from gatehouse.identity.oauth.request import (
    CONSENTED_AFTER,
    SIGNED_IN_AFTER,
    client_and_address,
    read_request,
)
from gatehouse.identity.oauth.respond import NO_STORE
from gatehouse.identity.sessions.cookies import refresh_cookies
from gatehouse.identity.sessions.errors import BeganOtherwise
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import Router
from gatehouse.vendor.current import configuration_of

hot = Router(tags=["OpenID Connect"], route_class=PlainRoute)
router = Router(tags=["OpenID Connect"])

LOGIN, SIGN_UP = "/oauth/account/login", "/oauth/account/sign-up"
CONSENT, STEP_UP = "/oauth/account/consent", "/oauth/account/step-up"
MOST_FIELDS = 50


@hot.get("/oauth/authorize", response_class=RedirectResponse, status_code=302)
async def authorize_application(request: Request) -> Response:
    """Back to the application with a code (RFC 6749 §4.1, PKCE S256 only); first to sign in, to a second
    factor, or to sign up. 400 when the client or its address is not known: then nobody is sent anywhere."""
    resources: Resources = request.app.state.resources
    # Opens only for whoever needs more than the two statements of most.
    async with resources[Database].transaction(Scope.system()) as db:
        return await _sent_on(request, db, resources, client_of(request))


async def _sent_on(request: Request, db: Db, resources: Resources, caller: Client) -> Response:
    query, pushed_by = await pushed.whole_request(db, request.query_params)
    client, address = client_and_address(resources, query)
    if pushed_by not in (None, client.id):
        raise InvalidRequest("request_uri: is another application's")
    issuer = resources[AccessTokens].issuer
    try:
        wanted = read_request(client, address, query)
        wanted = await with_hint(db, resources, wanted, query.get("id_token_hint"))
        if client.require_pushed_authorization_requests and pushed_by is None:
            raise Refused("invalid_request", "request_uri: the request must be pushed first")
        cookies = refresh_cookies(request.cookies, configuration_of(resources).default)
        session = await authorize.find_session(db, resources, cookies, wanted)
        step = authorize.missing(wanted, session, clock.now())
        if step and "none" in wanted.prompts:
            raise Refused("login_required", "Nobody is signed in, or not strongly enough")
        if session is None:
            return _to_sign_in(request, resources, query, wanted)
        if step:
            return _to_page(request, query, wanted, step)
        if await consent_lacks(db, wanted, session.user_id):
            return _to_page(request, query, wanted, "consent")
        code = await _code(db, resources, wanted, session, caller)
        if code is None:
            return _to_page(request, query, wanted, "login")
        await pushed.use_up(db, request.query_params)
        told = authorize.told_of_code(issuer, wanted, code)
    except Refused as refused:
        told = authorize.told_of_error(issuer, query.get("state"), refused)
    return respond.answer(query.get("response_mode"), address, told)


async def _code(
    db: Db, resources: Resources, wanted: Wanted, session: BrowserSession, caller: Client
) -> str | None:
    """None: the tenant that was asked for wants a sign-in of its own first."""
    try:
        return await authorize.give_code(db, resources, wanted, session, caller)
    except BeganOtherwise as refused:
        if "none" in wanted.prompts:
            raise Refused("login_required", refused.message) from None
    return None


@router.post(
    "/oauth/authorize",
    response_class=RedirectResponse,
    status_code=303,
    openapi_extra={"requestBody": {"content": {FORM: {"schema": {"type": "object"}}}}},
)
async def post_authorization_request(request: Request) -> Response:
    """The same request as a form (OpenID Connect Core §3.1.2.1). The browser is sent on with it, so that its
    cookies come along, which browsers keep back from forms of other sites."""
    if not is_form(request):
        raise InvalidRequest("The request must be a form")
    try:
        given = parse_qsl((await request.body()).decode(), max_num_fields=MOST_FIELDS)
    except ValueError:
        raise InvalidRequest("The form cannot be read") from None
    return RedirectResponse(f"/oauth/authorize?{urlencode(given)}", 303, headers=NO_STORE)


def _to_sign_in(
    request: Request, resources: Resources, query: QueryParams, wanted: Wanted
) -> Response:
    """Of whoever is nobody here yet: by the one way whose button they pressed, or to our page."""
    action = query.get(direct.NAME)
    way = direct.way_to_provider(
        resources, action, _again(request, wanted, "login"), query.get("login_hint")
    )
    if way:
        return RedirectResponse(way, 302, headers=NO_STORE)
    if direct.asked_directly(action)[0] == direct.SIGN_UP:
        wanted = replace(wanted, prompts=wanted.prompts | {"create"})
    return _to_page(request, query, wanted, "login")


def _again(request: Request, wanted: Wanted, step: str) -> str:
    """The same request, for who comes back to it."""
    again = [
        (name, value)
        for name, value in request.query_params.multi_items()
        if name not in ("prompt", direct.NAME)
    ]
    now = str(int(clock.now().timestamp()))
    is_asked = bool(wanted.prompts & authorize.ASKS_FOR_SIGN_IN)
    is_timed = wanted.max_age is not None and step != "consent"
    is_of_one = wanted.subject is not None and step == "login"
    if (is_asked or is_timed or is_of_one) and wanted.signed_in_after is None:
        again.append((SIGNED_IN_AFTER, now))
    if "consent" in wanted.prompts and wanted.consented_after is None:
        again.append((CONSENTED_AFTER, now))
    return f"/oauth/authorize?{urlencode(again)}"


def _to_page(request: Request, query: QueryParams, wanted: Wanted, step: str) -> Response:
    """To a page of ours, which comes back to this request. `query` is the whole of it."""
    page = {"redirectUrl": _again(request, wanted, step)}
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
    elif step == "login" and path == LOGIN:
        page["prompt"] = "login"
    return RedirectResponse(f"{path}?{urlencode(page)}", 302, headers=NO_STORE)
