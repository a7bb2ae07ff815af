"""Social sign-in of native apps: the app opens the system's browser, and fetches the session itself (RFC
8252). The app has no access to the browser's cookies, so its proof key links both (RFC 7636)."""

import re

from gatehouse.identity.external.client import derive_code_challenge
from gatehouse.identity.external.models import AppReturn, NativeApp
from gatehouse.identity.oauth.clients import FIRST_PARTY, find_client, is_redirect_uri_allowed
from gatehouse.identity.social import pages
from gatehouse.identity.social.errors import AppRefused, PageRefused
from gatehouse.kit.resources import Resources
from gatehouse.vendor.applications import Application

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # SHA-256 as base64url (RFC 7636 §4.2)
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")  # §4.1


def read_starting_app(
    resources: Resources,
    *,
    client_id: str,
    page: str | None,
    state: str | None,
    challenge: str | None,
    method: str | None,
) -> NativeApp:
    """The app that starts a sign-in. Raises `AppRefused` when the client is not an app of the vendor or a
    required parameter is missing, and `PageRefused` when the address is not exactly one of its own."""
    application = find_client(resources, client_id)
    if application is None or application.type != FIRST_PARTY:
        raise AppRefused("client_id does not belong to an active first-party application")
    if application.dpop_bound_access_tokens:
        raise AppRefused("The application requires DPoP-bound tokens (client_id)")
    if method != "S256" or not CHALLENGE.fullmatch(challenge or ""):
        raise AppRefused("code_challenge: must be a SHA-256 hash as base64url, by S256")
    if pages.is_absent_value(state):
        raise AppRefused("state is required")
    if (
        not page
        or len(page) > pages.LONGEST
        or not is_redirect_uri_allowed(resources, application, page)
    ):
        raise PageRefused("redirectUri is not registered for this application")
    return NativeApp(application.id, challenge or "")


def read_returning_app(
    application: Application, *, page: str, state: str, verifier: str
) -> AppReturn | None:
    """The values with which an app returns; None if the verifier is malformed."""
    if not VERIFIER.fullmatch(verifier):
        return None
    return AppReturn(NativeApp(application.id, derive_code_challenge(verifier)), page, state)
