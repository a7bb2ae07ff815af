"""The cookie that binds a sign-in to the browser in which it began."""

import re
from collections.abc import Mapping
from datetime import timedelta

from starlette.responses import Response

from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.kit.crypto import new_token
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

LASTS = timedelta(hours=1)  # the longest lifetime of anything that is bound to the cookie
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def browser_of(cookies: Mapping[str, str], resources: Resources) -> str:
    """The browser's token; empty if it has none."""
    return cookies.get(_cookie_name(resources), "")


def known_or_new(cookies: Mapping[str, str], resources: Resources) -> str:
    """The browser's existing token, so that several tabs can sign in at the same time, or a new one."""
    held = browser_of(cookies, resources)
    return held if TOKEN.fullmatch(held) else new_token()


def set_browser_cookie(response: Response, resources: Resources, token: str) -> None:
    set_cookie(response, resources, _cookie_name(resources), token, int(LASTS.total_seconds()))


def _cookie_name(resources: Resources) -> str:
    """Over HTTPS with the `__Host-` prefix, which keeps other hosts of the domain from setting the cookie."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_external_{configuration_of(resources).default.cookie_suffix}"
