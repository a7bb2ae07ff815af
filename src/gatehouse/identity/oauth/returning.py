"""Where a browser goes with the answer, as people are told of it."""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from gatehouse.identity.oauth.clients import LOOPBACK

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
