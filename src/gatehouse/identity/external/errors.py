from typing import Literal

Reason = Literal[
    "unreachable",  # no answer, or an address that requests are not allowed to
    "malformed",  # a response that violates the protocol
    "too_large",  # a response larger than the limit
    "refused",  # the provider refused the request
    "sender",  # another provider sent the response
    "algorithm",
    "unknown_key",
    "signature",
    "issuer",
    "audience",
    "nonce",
    "expired",
    "not_yet",
    "subject",
    "userinfo",  # the userinfo endpoint failed
]


class ProviderFault(Exception):
    """Another server did not authenticate the user. `reason` is for programs and the audit; `detail` has the
    actual and expected values for the administrator of the connection, and contains no secret."""

    def __init__(self, reason: Reason, detail: str) -> None:
        # The detail may quote the response, and is stored: NUL cannot be stored.
        self.detail = detail.replace("\x00", "")
        super().__init__(f"{reason}: {self.detail}")
        self.reason: Reason = reason
