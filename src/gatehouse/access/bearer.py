"""The token of a call."""

from fastapi import Request

from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.headers import first_header

SCHEMES = ("bearer", "dpop")


def bearer_token(request: Request) -> str:
    """The token of the `Authorization` header, with or without the word `Bearer` or `DPoP`."""
    value = first_header(request.scope, b"authorization")
    scheme, _, rest = value.partition(" ")
    token = rest.strip() if scheme.lower() in SCHEMES else value.strip()
    if not token:
        raise Unauthenticated("Sign in first")
    return token
