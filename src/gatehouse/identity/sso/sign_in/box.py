"""Where an older sign-in box goes on whose browser comes back from a company's provider: it fetches no
session there, but expects that it has been signed in on the way."""

from dataclasses import dataclass
from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from gatehouse.identity.sign_in.legacy_login_box_v5 import is_older_box
from gatehouse.identity.sso.connections.service import own_addresses
from gatehouse.kit.addresses import with_query
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.headers import first_header
from gatehouse.kit.resources import Resources
from gatehouse.vendor.client.saml import ACS_PATH

FINISH_PATH = "/auth/saml/finish"
FIRST_CALL = "/identity/resources/auth/v1/user/saml/prelogin"
LOGIN, FAILED, CALLBACK = "/account/login", "/account/oidc/callback", "/account/saml/callback"
POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
ERROR = "samlerrors"  # what the page shows, up to a `|`


@dataclass(frozen=True, slots=True)
class BoxPages:
    """On the product's own origin, or where the vendor has said that its pages are."""

    page: str = ""
    when_failed: str = ""

    @classmethod
    def asking(cls, request: Request, resources: Resources) -> "BoxPages":
        """Of the box that begins a sign-in; none where it is no such box, or one on our own pages. Its origin
        may call the API, or it would not have come so far (`kit/request_limits.py`)."""
        origin = first_header(request.scope, b"origin")
        deployment = resources[Deployment]
        is_ours = origin == deployment.public_url and not deployment.application_url
        if not origin or is_ours or not is_older_box(request):
            return cls()
        page = own_addresses(resources).page or origin + CALLBACK
        base = page.removesuffix(CALLBACK)
        if request.url.path == FIRST_CALL and base != page:
            # 4.42 has no page for SAML: one is signed in at the login page, and the page for OpenID Connect
            # says that single sign-on failed when it is given nothing.
            return cls(base + LOGIN, base + FAILED)
        return cls(page, page)


def finish_address(resources: Resources, values: dict[str, str]) -> str:
    """Of ours, at the origin that providers post to: there is the cookie of the browser that was sent."""
    acs_url = own_addresses(resources).acs_url
    base = acs_url.removesuffix(ACS_PATH)
    if base == acs_url:
        base = resources[Deployment].public_url
    return with_query(base + FINISH_PATH, values)


def leading_on(address: str) -> Response:
    """A page that goes there by itself: with `SameSite=Strict` no cookie comes with what another site has led
    to, however often it is redirected."""
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Continue</title>'
        f'<meta http-equiv="refresh" content="0;url={escape(address)}"></html>'
    )
    return HTMLResponse(
        page, headers={"cache-control": "no-store", "content-security-policy": POLICY}
    )


def failed_address(page: str, why: str) -> str:
    return with_query(page, {ERROR: why.replace("|", "/")})
