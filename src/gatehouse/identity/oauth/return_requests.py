"""The destination of an authorization response, as the consent page names it."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from gatehouse.identity.oauth.clients import LOOPBACK

LONGEST = 2000
DEFAULT_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class ReturnPlace:
    """A destination. `kind`: a site of `name` (host, and a port that is not the default), a program on the
    user's own `device` that listens at `name`, or the `app` that opens addresses of the scheme `name`.
    Devices and apps are not verified by DNS, so another program may have registered the address (RFC 8252
    §8.6)."""

    kind: Literal["site", "device", "app"]
    name: str


def return_place(address: str) -> ReturnPlace:
    """Read the destination of a registered redirect URI. The name is parsed as browsers do: a backslash ends
    the host. Internationalized hosts stay in ASCII, so that lookalike letters cannot deceive."""
    parts = urlsplit(address.replace("\\", "/"))
    if parts.scheme not in DEFAULT_PORTS:
        return ReturnPlace("app", parts.scheme)
    host = parts.hostname or ""
    name = f"[{host}]" if ":" in host else host
    if parts.port not in (None, DEFAULT_PORTS[parts.scheme]):
        name = f"{name}:{parts.port}"
    is_here = host in LOOPBACK or host.endswith(".localhost") or host.startswith("127.")
    return ReturnPlace("device" if is_here else "site", name)


def own_place(address: str) -> list[str]:
    """The key under which a consent stores a destination that is not a site: the program's loopback address
    without its port, which varies (RFC 8252 §7.3), or the app's scheme."""
    place = return_place(address)
    if place.kind == "site":
        return []
    if place.kind == "app":
        return [f"app:{place.name}"]
    parts = urlsplit(address)
    return [f"device:{parts.scheme}://{parts.hostname}{parts.path}"[:LONGEST]]
