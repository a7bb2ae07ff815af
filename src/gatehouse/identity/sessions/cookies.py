"""The refresh cookie (wire reference §4)."""

from collections.abc import Iterable, Mapping

from starlette.responses import Response

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.kit import clock
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications.models import Application
from gatehouse.vendor.current import configuration_of

PREFIX = "fe_refresh_"


def set_refresh_cookie(response: Response, resources: Resources, signed_in: SignedIn) -> None:
    """HttpOnly, for the whole site, until the session would end."""
    left = (signed_in.session_expires_at - clock.now()).total_seconds()
    name = PREFIX + configuration_of(resources).default.cookie_suffix
    set_cookie(response, resources, name, signed_in.refresh_token, max(0, int(left)))


def clear_refresh_cookie(response: Response, resources: Resources) -> None:
    """Under every spelling, so that none brings the person back."""
    for suffix in configuration_of(resources).default.cookie_suffixes:
        set_cookie(response, resources, PREFIX + suffix, "", 0)


def refresh_cookie(cookies: Mapping[str, str], application: Application) -> str | None:
    """The refresh token of a request, under any spelling of the client id that clients use."""
    return next(iter(refresh_cookies(cookies, application)), None)


def refresh_cookies(cookies: Mapping[str, str], application: Application) -> list[str]:
    """Every refresh token of a request; ours first."""
    tokens = (cookies.get(PREFIX + suffix) for suffix in application.cookie_suffixes)
    return [token for token in tokens if token]


def refresh_cookies_of_any(
    cookies: Mapping[str, str], applications: Iterable[Application]
) -> list[str]:
    """The same, under the client id of whichever application: apps name the cookie after the one that they
    are."""
    found = (token for one in applications for token in refresh_cookies(cookies, one))
    return list(dict.fromkeys(found))


def set_cookie(
    response: Response, resources: Resources, name: str, value: str, max_age: int
) -> None:
    """HttpOnly, for the whole site, `max_age` in seconds; sent along as the vendor's rule allows."""
    same_site = configuration_of(resources).vendor.cookie_same_site.capitalize()
    # Browsers keep a cookie with SameSite=None only when it is Secure as well.
    secure = resources[Deployment].is_https or same_site == "None"
    cookie = (
        f"{name}={value}; Max-Age={max_age}; Path=/; HttpOnly;"
        f" SameSite={same_site}{'; Secure' if secure else ''}"
    )
    # The response's own headers are a view of these that takes longer to make than the cookie.
    response.raw_headers.append((b"set-cookie", cookie.encode("latin-1")))
