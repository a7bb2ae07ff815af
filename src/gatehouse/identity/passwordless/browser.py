"""The cookie that ties what was sent to the browser that asked for it."""

from collections.abc import Mapping

from starlette.responses import Response

from gatehouse.identity.passwordless.magic_links import LASTS
from gatehouse.identity.passwordless.models import Kind
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


def keep(response: Response, resources: Resources, kind: Kind, token: str) -> None:
    seconds = int(LASTS.total_seconds())
    set_cookie(response, resources, _name(resources, kind), token, seconds)


def kept(cookies: Mapping[str, str], resources: Resources, kind: Kind) -> str | None:
    return cookies.get(_name(resources, kind)) or None


def forget(response: Response, resources: Resources, kind: Kind) -> None:
    set_cookie(response, resources, _name(resources, kind), "", 0)


def _name(resources: Resources, kind: Kind) -> str:
    """Over HTTPS with the prefix that keeps other hosts of the domain from setting it."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_{kind}_{configuration_of(resources).default.cookie_suffix}"
