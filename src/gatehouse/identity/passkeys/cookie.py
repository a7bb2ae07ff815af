"""The cookie that ties a passkey challenge to the requesting browser (wire reference §4)."""

from starlette.requests import Request
from starlette.responses import Response

from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.identity.webauthn.challenges import LASTS
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

PREFIX = "fe_webauthn_"


def challenge_of(request: Request) -> str:
    """The token that names the challenge; empty without one."""
    return request.cookies.get(_cookie_name(request.app.state.resources), "")


def keep_challenge(response: Response, resources: Resources, token: str) -> None:
    set_cookie(response, resources, _cookie_name(resources), token, int(LASTS.total_seconds()))


def drop_challenge(response: Response, resources: Resources) -> None:
    set_cookie(response, resources, _cookie_name(resources), "", 0)


def _cookie_name(resources: Resources) -> str:
    return PREFIX + configuration_of(resources).default.cookie_suffix
