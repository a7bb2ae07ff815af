"""The login boxes of the hosted platform's earlier React packages (portals 4.42 and 5.79).

After a redirect from a provider they expect that a cookie has already signed the user in. They find out with
the token refresh that follows, which also tells them that MFA is required. So the token of a pending sign-in
is kept in a cookie until then.
"""

from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

from gatehouse.identity.sessions.cookies import compose_cookie_name, set_cookie, set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.errors import SignInOver
from gatehouse.identity.sign_in.flow import rebuild_challenge
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.sign_in.response import build_answer_body, build_sign_in_response
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.headers import first_headers
from gatehouse.kit.plain_route import Json
from gatehouse.kit.request_middleware import BELOW_PREFIX
from gatehouse.kit.resources import Resources

SDK, SOURCE = b"x-frontegg-sdk", b"x-frontegg-source"
COOKIE = "asked"
ON_THE_WAY_SECONDS = 120  # until the returning page has asked


def is_legacy_login_box(request: Request) -> bool:
    """Whether an earlier package calls: later packages, and Gatehouse's, send their name; other callers do
    not use the prefix."""
    return BELOW_PREFIX in request.scope and SDK not in first_headers(request.scope)


def is_v4_login_box(request: Request) -> bool:
    """Whether portal 4.42 calls: only that version sends this header."""
    return is_legacy_login_box(request) and SOURCE in first_headers(request.scope)


def set_outcome_cookie(
    response: Response, resources: Resources, outcome: SignedIn | SignInChallenge
) -> None:
    """Set the cookie that tells the login box how the sign-in ended."""
    if isinstance(outcome, SignedIn):
        set_refresh_cookie(response, resources, outcome)
    elif outcome.token:
        set_cookie(
            response,
            resources,
            compose_cookie_name(resources, COOKIE),
            outcome.token,
            ON_THE_WAY_SECONDS,
        )


def build_provider_sign_in_response(
    request: Request, resources: Resources, outcome: SignedIn | SignInChallenge, **more: Any
) -> Response:
    """Build the login answer after a redirect from a provider; earlier login boxes ignore its challenge, so
    they also get the cookie."""
    response = build_sign_in_response(resources, outcome, **more)
    if isinstance(outcome, SignInChallenge) and is_legacy_login_box(request):
        set_outcome_cookie(response, resources, outcome)
    return response


async def answer_pending_challenge(request: Request, resources: Resources) -> Response | None:
    """Answer a token refresh, once, with the challenge of the pending sign-in of the cookie; None without
    one."""
    token = (
        request.cookies.get(compose_cookie_name(resources, COOKIE))
        if is_legacy_login_box(request)
        else None
    )
    if not token:
        return None
    try:
        async with resources[Database].transaction(Scope.system()) as db:
            challenge = await rebuild_challenge(db, resources, token)
    except SignInOver:
        return None
    response = Json(orjson.dumps(build_answer_body(challenge)), 201)
    set_cookie(response, resources, compose_cookie_name(resources, COOKIE), "", 0)
    return response
