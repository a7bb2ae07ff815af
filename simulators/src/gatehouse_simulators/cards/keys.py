"""API keys: the server's secret key, and the browser's publishable key."""

import base64
import binascii
from typing import Annotated, Literal

from fastapi import Depends, Request

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.simulator import Simulator

NO_KEY = (
    "You did not provide an API key. You need to provide your API key in the Authorization header, "
    "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
)

Side = Literal["server", "browser"]


def read_key(request: Request) -> str:
    """The key of a `Bearer` header, or the user name of `Basic`."""
    scheme, _, rest = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        return _user_name(rest.strip())
    return rest.strip() if scheme.lower() == "bearer" else ""


def _user_name(credentials: str) -> str:
    try:
        return base64.b64decode(credentials, validate=True).decode().partition(":")[0]
    except (binascii.Error, ValueError):
        return ""


async def identify_side(request: Request, simulator: Simulator) -> Side:
    """Tell by the key whether the server or a browser calls."""
    key = read_key(request)
    if not key:
        raise CardRefusal(NO_KEY, status=401)
    if equal_in_constant_time(key, simulator.secrets.secret_key):
        return "server"
    if equal_in_constant_time(key, simulator.secrets.publishable_key):
        return "browser"
    shown = f"{key[:8]}{'*' * 12}{key[-4:]}" if len(key) > 24 else "*" * len(key)
    raise CardRefusal(f"Invalid API Key provided: {shown}", status=401)


CallerSide = Annotated[Side, Depends(identify_side)]


async def require_secret_key(side: CallerSide) -> None:
    if side != "server":
        raise CardRefusal(
            "This API call cannot be made with a publishable API key. Please use a secret API key.",
            "secret_key_required",
            status=401,
        )
