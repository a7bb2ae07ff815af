"""Where a browser goes with the answer, as people are told of it."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from gatehouse.identity.oauth.clients import LOOPBACK

LONGEST = 2000
DEFAULT_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class ReturnPlace:
    """`kind`: a site of `name` (host, and port where it is not the usual one), a program on the person's own
    `device` that listens at `name`, or the `app` that opens addresses of the scheme `name`. What no name
    server vouches for, any program there may have taken (RFC 8252 §8.6)."""

    kind: Literal["site", "device", "app"]
    name: str


def return_place(address: str) -> ReturnPlace:
    """Of a redirect URI that is the application's own. The name is as browsers understand the address, for
    whom a backslash ends the host, and never in letters that look like others."""
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
    """By what a consent for this place is known, where it is no site: the program's address on the device
    whatever its port, which changes each time (RFC 8252 §7.3), or the app's scheme."""
    place = return_place(address)
    if place.kind == "site":
        return []
    if place.kind == "app":
        return [f"app:{place.name}"]
    parts = urlsplit(address)
    return [f"device:{parts.scheme}://{parts.hostname}{parts.path}"[:LONGEST]]
