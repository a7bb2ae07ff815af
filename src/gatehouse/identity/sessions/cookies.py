"""The refresh cookie (wire reference §4)."""

from collections.abc import Iterable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.kit import clock
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application
from gatehouse.vendor.current import configuration_of

PREFIX = "fe_refresh_"
MOST_TRIED = 10


def set_refresh_cookie(response: Response, resources: Resources, signed_in: SignedIn) -> None:
    """Set the refresh cookie: HttpOnly, for the whole site, until the session would expire."""
    left = (signed_in.session_expires_at - clock.now()).total_seconds()
    name = PREFIX + configuration_of(resources).default.cookie_suffix
    set_cookie(response, resources, name, signed_in.refresh_token, max(0, int(left)))


def clear_refresh_cookie(response: Response, resources: Resources) -> None:
    """Clear the refresh cookie under every spelling of its name, so that none restores the session."""
    for suffix in configuration_of(resources).default.cookie_suffixes:
        set_cookie(response, resources, PREFIX + suffix, "", 0)


def read_refresh_cookies(request: Request, applications: Iterable[Application]) -> list[str]:
    """Read all refresh tokens of a request, under any spelling of the client ids that clients use;
    Gatehouse's own first. Apps name the cookie after their application.

    A browser may send several cookies of one name, set by a neighboring host or for an earlier path, and
    servers should not rely on their order (RFC 6265 §5.4).
    """
    sent = _parse_refresh_cookies(request)
    suffixes = (suffix for one in applications for suffix in one.cookie_suffixes)
    found = (token for suffix in suffixes for token in sent.get(PREFIX + suffix, []))
    return list(dict.fromkeys(token for token in found if token))[:MOST_TRIED]


def _parse_refresh_cookies(request: Request) -> Mapping[str, list[str]]:
    """Parse all values of each cookie name; the value sent last comes first, as frameworks read them."""
    sent: dict[str, list[str]] = {}
    for header in request.headers.getlist("cookie"):
        for one in header.split(";"):
            name, _, value = one.strip().partition("=")
            if name.startswith(PREFIX):
                sent.setdefault(name, []).insert(0, value.strip().strip('"'))
    return sent


def compose_cookie_name(resources: Resources, purpose: str) -> str:
    """The name of a cookie besides the refresh cookie. Over HTTPS it has the prefix that keeps other hosts of
    the domain from setting it; without HTTPS browsers would refuse the prefix."""
    prefix = "__Host-" if resources[Deployment].is_https else ""
    return f"{prefix}fe_{purpose}_{configuration_of(resources).default.cookie_suffix}"


def set_cookie(
    response: Response, resources: Resources, name: str, value: str, max_age: int
) -> None:
    """Set a cookie: HttpOnly, for the whole site, `max_age` in seconds, with the vendor's SameSite policy."""
    same_site = configuration_of(resources).vendor.cookie_same_site.capitalize()
    # Browsers accept a cookie with SameSite=None only when it is also Secure.
    secure = resources[Deployment].is_https or same_site == "None"
    cookie = (
        f"{name}={value}; Max-Age={max_age}; Path=/; HttpOnly;"
        f" SameSite={same_site}{'; Secure' if secure else ''}"
    )
    # Written to the raw headers, because building `response.headers` takes longer than the cookie.
    response.raw_headers.append((b"set-cookie", cookie.encode("latin-1")))
