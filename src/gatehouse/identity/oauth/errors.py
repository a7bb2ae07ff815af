"""OAuth errors with the codes of the protocol (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6)."""

from typing import ClassVar

from gatehouse.kit.errors import Forbidden, Invalid, NotFound, Unauthenticated


class InvalidRequest(Invalid):
    code = "invalid_request"


class InvalidClient(Unauthenticated):
    code = "invalid_client"


class AccessTokenRefused(Unauthenticated):
    """The access token is missing, not valid or expired (RFC 6750 §3.1)."""

    code = "invalid_token"
    CHALLENGE: ClassVar[dict[str, str]] = {"www-authenticate": 'Bearer error="invalid_token"'}


class InvalidGrant(Invalid):
    """The code or token is not valid for this client, was used, or has expired. What a second use ends stays
    ended."""

    code = "invalid_grant"
    keeps_writes = True


class InvalidDpopProof(Invalid):
    code = "invalid_dpop_proof"


class NonceNeeded(Invalid):
    """The DPoP proof has no current nonce; the header `dpop-nonce` has one."""

    code = "use_dpop_nonce"


class UnsupportedGrant(Invalid):
    code = "unsupported_grant_type"


class NoSession(Unauthenticated):
    code = "login_required"


class AccessDenied(Forbidden):
    code = "access_denied"


class AuthorizationRefused(Exception):
    """An authorization error, reported to the application at its redirect URI."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error
        self.description = description


class PushedRequestRefused(Invalid):
    """A pushed request was refused with the error that `/oauth/authorize` would give."""

    def __init__(self, refused: AuthorizationRefused) -> None:
        super().__init__(refused.description)
        self.code = refused.error  # type: ignore[misc]


class ApplicationUnknown(NotFound):
    """The application is not active, never asks for consent, or has no consent of this user."""

    code = "oauth.unknown_application"


class RequestUnknown(Invalid):
    """The request has expired, was used, or would not be accepted at `/oauth/authorize`."""

    code = "oauth.unknown_request"
