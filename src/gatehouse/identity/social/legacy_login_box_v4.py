"""Sign-in box of version 4.42: it builds the provider's address itself, with a state that is equal for all
users, and does not verify the state on return, so an attacker could inject a code into the browser. Its codes
are therefore ignored: the browser is sent to the provider again by this server, which binds the sign-in to
the browser."""

import re
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.headers import first_header
from gatehouse.kit.request_middleware import PREFIX
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

LASTS_SECONDS = 15 * 60  # equal to the lifetime of the sign-in that begins
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,200}")


def get_api_address(request: Request, resources: Resources) -> str:
    """The address at which the box calls the API and the browser has the cookies: this server, or the
    product's own address, which forwards the calls."""
    if first_header(request.scope, b"sec-fetch-site") == "same-origin":
        return first_header(request.scope, b"origin") + PREFIX
    return resources[Deployment].public_url


def build_redirect_response(resources: Resources, address: str, invitation: str | None) -> Response:
    """A redirect without a location, whose text is where the box sends the browser (wire reference §3). A
    cookie keeps the invitation, because the box does not send it again."""
    response = PlainTextResponse(address, 302, headers={"cache-control": "no-store"})
    kept = invitation if invitation and TOKEN.fullmatch(invitation) else ""
    set_cookie(response, resources, _cookie_name(resources), kept, LASTS_SECONDS if kept else 0)
    return response


def read_invitation_cookie(cookies: Mapping[str, str], resources: Resources) -> str | None:
    return cookies.get(_cookie_name(resources)) or None


def _cookie_name(resources: Resources) -> str:
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_invitation_{configuration_of(resources).default.cookie_suffix}"
