"""The refresh cookie (wire reference §4)."""

from collections.abc import Mapping

from starlette.responses import Response

from gatehouse.identity.sessions.models import SignedIn
from gatehouse.kit import clock
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings
from gatehouse.vendor.identity import VendorIdentity

PREFIX = "fe_refresh_"


def set_refresh_cookie(response: Response, resources: Resources, signed_in: SignedIn) -> None:
    """HttpOnly, for the whole site, until the session would end."""
    left = (signed_in.session_expires_at - clock.now()).total_seconds()
    _set(response, resources, signed_in.refresh_token, max(0, int(left)))


def clear_refresh_cookie(response: Response, resources: Resources) -> None:
    """Under every spelling, so that none brings the person back."""
    for suffix in resources[VendorIdentity].cookie_suffixes:
        _set(response, resources, "", 0, suffix)


def refresh_cookie(cookies: Mapping[str, str], vendor: VendorIdentity) -> str | None:
    """The refresh token of a request, under any spelling of the client id that clients use."""
    return next(iter(refresh_cookies(cookies, vendor)), None)


def refresh_cookies(cookies: Mapping[str, str], vendor: VendorIdentity) -> list[str]:
    """Every refresh token of a request; ours first."""
    tokens = (cookies.get(PREFIX + suffix) for suffix in vendor.cookie_suffixes)
    return [token for token in tokens if token]


def _set(
    response: Response, resources: Resources, token: str, max_age: int, suffix: str | None = None
) -> None:
    vendor = resources[VendorIdentity]
    same_site = vendor.cookie_same_site.capitalize()
    # Browsers keep a cookie with SameSite=None only when it is Secure as well.
    secure = resources[Settings].public_url.startswith("https://") or same_site == "None"
    response.headers.append(
        "set-cookie",
        f"{PREFIX}{suffix or vendor.cookie_suffix}={token}; Max-Age={max_age}; Path=/; HttpOnly;"
        f" SameSite={same_site}{'; Secure' if secure else ''}",
    )
