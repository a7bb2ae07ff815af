"""The sign-in boxes of the hosted platform's earlier React packages (portals 4.42 and 5.79).

They expect of whoever comes back from elsewhere that a cookie has signed them in already, and learn from the
renewal that follows whether it has; also that a second factor is asked for. So the token of a sign-in that
waits for one is kept in a cookie until then.
"""

from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

from gatehouse.identity.sessions.cookies import set_cookie, set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.errors import SignInOver
from gatehouse.identity.sign_in.flow import challenge_again
from gatehouse.identity.sign_in.models import SignInChallenge
from gatehouse.identity.sign_in.response import answer_body, build_sign_in_response
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.headers import first_headers
from gatehouse.kit.plain_route import Json
from gatehouse.kit.request_middleware import BELOW_PREFIX
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

SDK, SOURCE = b"x-frontegg-sdk", b"x-frontegg-source"
ON_THE_WAY_SECONDS = 120  # until the page to which they return has asked


def is_older_box(request: Request) -> bool:
    """Later packages, and ours, say their name; others do not call below the prefix."""
    return BELOW_PREFIX in request.scope and SDK not in first_headers(request.scope)


def is_oldest_box(request: Request) -> bool:
    """That of 4.42 alone says where its calls come from, in its own words."""
    return is_older_box(request) and SOURCE in first_headers(request.scope)


def take_along(
    response: Response, resources: Resources, outcome: SignedIn | SignInChallenge
) -> None:
    """The cookie by which the box learns what has come of it."""
    if isinstance(outcome, SignedIn):
        set_refresh_cookie(response, resources, outcome)
    elif outcome.token:
        set_cookie(response, resources, _cookie_name(resources), outcome.token, ON_THE_WAY_SECONDS)


def answer_from_elsewhere(
    request: Request, resources: Resources, outcome: SignedIn | SignInChallenge, **more: Any
) -> Response:
    """The login answer to who came back from elsewhere; older boxes pass over what it asks."""
    response = build_sign_in_response(resources, outcome, **more)
    if isinstance(outcome, SignInChallenge) and is_older_box(request):
        take_along(response, resources, outcome)
    return response


async def what_is_asked(request: Request, resources: Resources) -> Response | None:
    """Once, in the place of a renewal: what a sign-in that has come back from elsewhere waits for."""
    token = request.cookies.get(_cookie_name(resources)) if is_older_box(request) else None
    if not token:
        return None
    try:
        async with resources[Database].transaction(Scope.system()) as db:
            challenge = await challenge_again(db, resources, token)
    except SignInOver:
        return None
    response = Json(orjson.dumps(answer_body(challenge)), 201)
    set_cookie(response, resources, _cookie_name(resources), "", 0)
    return response


def _cookie_name(resources: Resources) -> str:
    """Over HTTPS with the prefix that keeps other hosts of the domain from setting it."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_asked_{configuration_of(resources).default.cookie_suffix}"
