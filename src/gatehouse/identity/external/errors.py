from typing import Literal

Reason = Literal[
    "unreachable",  # no answer, or an address that nothing is sent to
    "malformed",  # an answer that is not what the protocol says
    "too_large",  # an answer of more bytes than are read
    "refused",  # the provider said no
    "sender",  # another provider sent the answer
    "algorithm",
    "unknown_key",
    "signature",
    "issuer",
    "audience",
    "nonce",
    "expired",
    "not_yet",
    "subject",
    "userinfo",  # the endpoint did not answer as it should
]


class ProviderFault(Exception):
    """Another server did not show who somebody is. `reason` for programs and the audit; `detail` says
    what came and what should have, for whoever set the connection up, and holds no secret."""

    def __init__(self, reason: Reason, detail: str) -> None:
        # It may quote what came, and is kept.
        self.detail = detail.replace("\x00", "")
        super().__init__(f"{reason}: {self.detail}")
        self.reason: Reason = reason
