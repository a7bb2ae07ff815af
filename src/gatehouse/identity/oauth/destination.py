"""Where an authorization request sends the browser: back to the application with a code, or first to a
Gatehouse page, or to the provider that the application's own button selects (`login_direct_action`, wire
reference §6)."""

import base64
import binascii
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import orjson
from starlette.datastructures import QueryParams
from starlette.requests import Request

from gatehouse.access.client import Client
from gatehouse.access.tokens import AccessTokens
from gatehouse.identity.oauth import authorize, models, pushed
from gatehouse.identity.oauth.consents.service import needs_consent
from gatehouse.identity.oauth.errors import AuthorizationRefused, InvalidRequest
from gatehouse.identity.oauth.request import (
    CONSENTED_AFTER,
    SIGNED_IN_AFTER,
    apply_id_token_hint,
    read_authorization_request,
    read_client_and_redirect_uri,
)
from gatehouse.identity.sessions.cookies import read_refresh_cookies
from gatehouse.identity.sessions.errors import BeganOtherwise
from gatehouse.identity.social import pages
from gatehouse.identity.social.providers import build_start_path, list_offered_providers
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.live import VendorConfiguration
from gatehouse.vendor.current import configuration_of

LOGIN, SIGN_UP = "/oauth/account/login", "/oauth/account/sign-up"
CONSENT, STEP_UP = "/oauth/account/consent", "/oauth/account/step-up"
DIRECT_ACTION = "login_direct_action"
SIGN_UP_ACTION = "signup"
DIRECT_ACTIONS = {
    "social-login": False,
    "custom-social-login": True,
}  # whether the provider is a custom one of the vendor


async def find_destination(
    db: Db,
    resources: Resources,
    caller: Client,
    asked: QueryParams,
    signed_in: Request | models.NamedSession,
) -> models.AuthorizationDestination:
    """Find the destination of an authorization request. `signed_in`: the browser's request, whose cookies
    identify the session, or a session that was identified otherwise. Raises `InvalidRequest` when the browser
    must not be redirected. Needs the system scope."""
    query, pushed_by = await pushed.load_whole_request(db, asked)
    client, address = read_client_and_redirect_uri(resources, query)
    if pushed_by not in (None, client.id):
        raise InvalidRequest("request_uri belongs to another application")
    issuer = resources[AccessTokens].issuer
    try:
        wanted = read_authorization_request(resources, client, address, query)
        wanted = await apply_id_token_hint(db, resources, wanted, query.get("id_token_hint"))
        if client.require_pushed_authorization_requests and pushed_by is None:
            raise AuthorizationRefused(
                "invalid_request", "The request must be pushed first (request_uri)"
            )
        session = await _find_browser_session(db, resources, signed_in, wanted)
        step = authorize.find_missing_step(wanted, session, clock.now())
        if step and "none" in wanted.prompts:
            raise AuthorizationRefused(
                "login_required", "The user is not signed in or must authenticate again"
            )
        if session is None:
            return _build_sign_in_destination(resources, asked, query, wanted)
        if step:
            return _build_page_destination(asked, query, wanted, step)
        if await needs_consent(db, wanted, session.user_id):
            return _build_page_destination(asked, query, wanted, "consent")
        code = await _issue_code_or_none(db, resources, wanted, session, caller)
        if code is None:
            return _build_page_destination(asked, query, wanted, "login")
        await pushed.consume_pushed_request(db, asked)
        told: dict[str, str | None] = {"code": code}
    except AuthorizationRefused as refused:
        # Most refusals need no statement, and the address may not be the application's any more.
        await resources[VendorConfiguration].confirm_request()
        told = {"error": refused.error, "error_description": refused.description}
    told |= {"state": query.get("state"), "iss": issuer}  # the issuer (RFC 9207)
    return models.AuthorizationDestination(
        address, client.id, told=told, mode=query.get("response_mode")
    )


async def _find_browser_session(
    db: Db,
    resources: Resources,
    signed_in: Request | models.NamedSession,
    wanted: models.AuthorizationRequest,
) -> models.BrowserSession | None:
    if isinstance(signed_in, models.NamedSession):
        return await authorize.find_named_session(
            db, signed_in.session_id, signed_in.tenant_id, wanted
        )
    cookies = read_refresh_cookies(signed_in, [configuration_of(resources).default])
    return await authorize.find_session_by_cookies(db, resources, cookies, wanted)


async def _issue_code_or_none(
    db: Db,
    resources: Resources,
    wanted: models.AuthorizationRequest,
    session: models.BrowserSession,
    caller: Client,
) -> str | None:
    """Issue a code; None when the requested tenant requires a new sign-in."""
    try:
        return await authorize.issue_code(db, resources, wanted, session, caller)
    except BeganOtherwise as refused:
        if "none" in wanted.prompts:
            raise AuthorizationRefused("login_required", refused.message) from None
    return None


def _build_sign_in_destination(
    resources: Resources,
    asked: QueryParams,
    query: QueryParams,
    wanted: models.AuthorizationRequest,
) -> models.AuthorizationDestination:
    """Send a user who is not signed in to the provider whose button they chose, or to the sign-in page."""
    action = query.get(DIRECT_ACTION)
    again = _build_return_path(asked, wanted, "login")
    way = build_provider_start_path(resources, action, again, query.get("login_hint"))
    if way:
        return models.AuthorizationDestination(way, wanted.client.id, step="login", again=again)
    if parse_direct_action(action)[0] == SIGN_UP_ACTION:
        wanted = replace(wanted, prompts=wanted.prompts | {"create"})
    return _build_page_destination(asked, query, wanted, "login")


def _build_return_path(asked: QueryParams, wanted: models.AuthorizationRequest, step: str) -> str:
    """The address of this request, for the browser to return to after `step`."""
    again = [
        (name, value)
        for name, value in asked.multi_items()
        if name not in ("prompt", DIRECT_ACTION)
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


def _build_page_destination(
    asked: QueryParams, query: QueryParams, wanted: models.AuthorizationRequest, step: str
) -> models.AuthorizationDestination:
    """Build a Gatehouse page address that returns to this request afterwards. `query` is the complete
    request."""
    again = _build_return_path(asked, wanted, step)
    page = {"redirectUrl": again}
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
    return models.AuthorizationDestination(
        f"{path}?{urlencode(page)}", wanted.client.id, step=step, again=again
    )


def parse_direct_action(text: str | None) -> tuple[str, str]:
    """Parse type and data of the action; both are empty when it is malformed, and the user then chooses on
    the page. The type `direct` may name any address, so it is never followed."""
    try:
        action = orjson.loads(base64.b64decode(_to_standard_base64(text or ""), validate=True))
    except (binascii.Error, ValueError):
        return "", ""
    found: dict[str, Any] = action if isinstance(action, dict) else {}
    kind, data = found.get("type"), found.get("data")
    return kind if isinstance(kind, str) else "", data if isinstance(data, str) else ""


def _to_standard_base64(text: str) -> str:
    """Convert base64 of either alphabet, without padding, or with pluses that a query turned into spaces."""
    plain = text.replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    return plain + "=" * (-len(plain) % 4)


def build_provider_start_path(
    resources: Resources, text: str | None, again: str, login_hint: str | None
) -> str | None:
    """Build the address that begins sign-in at the selected provider and returns to `again`; None when the
    provider is not offered."""
    kind, name = parse_direct_action(text)
    is_custom = DIRECT_ACTIONS.get(kind)
    for one in list_offered_providers(resources):
        if one.id == name and one.is_custom == is_custom:
            page = f"{resources[Deployment].public_url}{pages.HOSTED}"
            back = f"{page}?{urlencode({'redirectUrl': again})}"
            if len(back) > pages.LONGEST:
                return None
            given = {"redirectUri": back, "login_hint": login_hint}
            query = urlencode({key: value for key, value in given.items() if value})
            return f"{build_start_path(one)}?{query}"
    return None
