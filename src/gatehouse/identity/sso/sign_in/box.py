"""Return pages for older login boxes: their pages do not fetch a session after the return from the provider,
but expect to be signed in already."""

from dataclasses import dataclass
from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from gatehouse.identity.sign_in.legacy_login_box_v5 import is_legacy_login_box
from gatehouse.identity.sso.connections.service import get_service_provider_addresses
from gatehouse.kit.addresses import with_query
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.headers import first_header
from gatehouse.kit.resources import Resources
from gatehouse.vendor.client.saml import ACS_PATH

FINISH_PATH = "/auth/saml/finish"
FIRST_CALL = "/identity/resources/auth/v1/user/saml/prelogin"
LOGIN, FAILED, CALLBACK = "/account/login", "/account/oidc/callback", "/account/saml/callback"
POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
ERROR = "samlerrors"  # query parameter for the error that the page shows, up to a `|`


@dataclass(frozen=True, slots=True)
class BoxPages:
    """Pages on the product's own origin, or at the address that the vendor configured."""

    page: str = ""
    when_failed: str = ""

    @classmethod
    def for_request(cls, request: Request, resources: Resources) -> "BoxPages":
        """The pages of the login box that starts a sign-in; empty if the client is not an older box, or runs
        on the pages of Gatehouse. CORS has already checked its origin (`kit/request_limits.py`)."""
        origin = first_header(request.scope, b"origin")
        deployment = resources[Deployment]
        is_ours = origin == deployment.public_url and not deployment.application_url
        if not origin or is_ours or not is_legacy_login_box(request):
            return cls()
        page = get_service_provider_addresses(resources).page or origin + CALLBACK
        base = page.removesuffix(CALLBACK)
        if request.url.path == FIRST_CALL and base != page:
            # Version 4.42 has no page for SAML: users are signed in at the login page, and the page for
            # OpenID Connect shows that single sign-on failed when it gets no parameters.
            return cls(base + LOGIN, base + FAILED)
        return cls(page, page)


def build_finish_address(resources: Resources, values: dict[str, str]) -> str:
    """The finish address at the origin that providers post to, where the cookie of the browser that started
    is available."""
    acs_url = get_service_provider_addresses(resources).acs_url
    base = acs_url.removesuffix(ACS_PATH)
    if base == acs_url:
        base = resources[Deployment].public_url
    return with_query(base + FINISH_PATH, values)


def build_redirect_page(address: str) -> Response:
    """A page that redirects by HTML: with `SameSite=Strict` the browser sends no cookies after a cross-site
    navigation, regardless of the number of redirects."""
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Continue</title>'
        f'<meta http-equiv="refresh" content="0;url={escape(address)}"></html>'
    )
    return HTMLResponse(
        page, headers={"cache-control": "no-store", "content-security-policy": POLICY}
    )


def build_failed_address(page: str, why: str) -> str:
    return with_query(page, {ERROR: why.replace("|", "/")})
