"""The cookie that ties a code or link to the requesting browser."""

from collections.abc import Mapping

from starlette.responses import Response

from gatehouse.identity.passwordless.magic_links import LASTS
from gatehouse.identity.passwordless.models import PasswordlessKind
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


def set_browser_token(
    response: Response, resources: Resources, kind: PasswordlessKind, token: str
) -> None:
    seconds = int(LASTS.total_seconds())
    set_cookie(response, resources, _cookie_name(resources, kind), token, seconds)


def read_browser_token(
    cookies: Mapping[str, str], resources: Resources, kind: PasswordlessKind
) -> str | None:
    return cookies.get(_cookie_name(resources, kind)) or None


def clear_browser_token(response: Response, resources: Resources, kind: PasswordlessKind) -> None:
    set_cookie(response, resources, _cookie_name(resources, kind), "", 0)


def _cookie_name(resources: Resources, kind: PasswordlessKind) -> str:
    """The cookie name; over HTTPS with the prefix that prevents other hosts of the domain from setting
    it."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_{kind}_{configuration_of(resources).default.cookie_suffix}"
