"""Refusals in the protocol's words (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6)."""

from typing import ClassVar

from gatehouse.kit.errors import Forbidden, Invalid, Unauthenticated


class InvalidRequest(Invalid):
    code = "invalid_request"


class InvalidClient(Unauthenticated):
    code = "invalid_client"


class AccessTokenRefused(Unauthenticated):
    """RFC 6750 §3.1: the access token is none, or is over."""

    code = "invalid_token"
    CHALLENGE: ClassVar[dict[str, str]] = {"www-authenticate": 'Bearer error="invalid_token"'}


class InvalidGrant(Invalid):
    """The code or token is not theirs, is used up, or is too old. What a second use ends stays ended."""

    code = "invalid_grant"
    keeps_writes = True


class InvalidDpopProof(Invalid):
    code = "invalid_dpop_proof"


class NonceNeeded(Invalid):
    """The proof repeats no nonce of ours; the header `dpop-nonce` has one."""

    code = "use_dpop_nonce"


class UnsupportedGrant(Invalid):
    code = "unsupported_grant_type"


class NoSession(Unauthenticated):
    code = "login_required"


class AccessDenied(Forbidden):
    code = "access_denied"


class AuthorizationRefused(Exception):
    """Told to the application at its own address, not to the browser's person."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error
        self.description = description


class PushedRequestRefused(Invalid):
    """A pushed request that is wrong, in the words that the browser's would be refused with."""

    def __init__(self, refused: AuthorizationRefused) -> None:
        super().__init__(refused.description)
        self.code = refused.error  # type: ignore[misc]
