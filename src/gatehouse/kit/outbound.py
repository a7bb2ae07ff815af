"""HTTP to addresses that customers name, such as webhooks and identity providers: never into our own network.

A name is resolved once, what it stands for is judged, and the connection goes to exactly that address; the
certificate is still checked against the name. No redirect is followed, so none leads inside; time and the
size of an answer are bounded.
"""

import asyncio
import re
import socket
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from unicodedata import normalize
from urllib.parse import SplitResult, urlsplit

from opentelemetry.trace import SpanKind

from gatehouse.kit.db.held_connections import check_no_connection_held
from gatehouse.kit.manifest import load_module
from gatehouse.kit.tracing.spans import span

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

PRIVATE = "The address is in a private network and cannot be used"
SECONDS = 10.0
# Threads of their own: a customer's name servers may never answer, and everything else that threads do here,
# such as checking a SAML answer or finding the mail server, would wait behind them.
_names = ThreadPoolExecutor(32, thread_name_prefix="outbound-names")
MOST_BYTES = 1024  # of an answer, unless more is asked for; what follows is not read
# Addresses of version 4 in those of version 6: translated (RFC 6052), tunnelled (RFC 3056).
TRANSLATED = IPv6Network("64:ff9b::/96")
TUNNELLED = IPv6Network("2002::/16")
# What names are read with besides the full stop (RFC 3490, section 3.1).
DOTS = re.compile("[\u3002\uff0e\uff61]")
# Not public either, although Python says so: for protocols (RFC 6890), and local sites of old (RFC 3879).
ALSO_PRIVATE = (IPv4Network("192.0.0.0/24"), IPv6Network("fec0::/10"))


class AddressRefused(Exception):
    """The URL leads where nothing may be sent, or is none."""


class Unreachable(Exception):
    """No whole answer came; the message says why, in a few words."""


@dataclass(frozen=True, slots=True)
class OutboundResponse:
    """A response. `content`: at most the requested number of bytes; `text`: the content as PostgreSQL can
    store it; `location`: the target of a redirect, which is not followed."""

    status: int
    text: str
    content: bytes = b""
    location: str | None = None


def find_reached_address(address: Address) -> Address:
    """What is reached in the end: an address of version 4 that is written as one of version 6 is itself."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address in TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address in TUNNELLED:
        return IPv4Address(int(address) >> 80 & 0xFFFFFFFF)
    return address


def is_public(address: Address) -> bool:
    """Whether it is in the internet: not private, loopback, link-local, shared, reserved or multicast."""
    found = find_reached_address(address)
    if any(found in network for network in ALSO_PRIVATE):
        return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def split_url(url: str) -> SplitResult:
    """Of a URL with http or https and a host, without a user; `AddressRefused` for any other."""
    import httpx

    try:
        parts = urlsplit(url)
        has_all = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        # What the parts alone allow may still be no URL that can be asked for.
        httpx.URL(url)
    except (ValueError, httpx.InvalidURL):
        has_all = None
    if not has_all or {"@", "%"} & set(parts.netloc) or not url.isprintable() or " " in url:
        raise AddressRefused("The address must be a URL that begins with https:// or http://")
    return parts


def _parse_address(host: str) -> Address | None:
    """The address that a host is, in every spelling that is read as one: `127.1`, `2130706433`, `0x7f.0.0.1`,
    with other digits and dots of Unicode, and with the dot of the root. None for a name."""
    host = DOTS.sub(".", normalize("NFKC", host)).removesuffix(".").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return IPv4Address("127.0.0.1")
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None


class Outbound:
    """`allowed` are networks that may be reached although they are not public."""

    def __init__(self, allowed: Sequence[Network] = (), *, seconds: float = SECONDS) -> None:
        self._allowed = tuple(allowed)
        self._seconds = seconds

    def may_reach(self, address: Address) -> bool:
        found = find_reached_address(address)
        return is_public(address) or any(found in network for network in self._allowed)

    def refuse_private(self, url: str) -> None:
        """Raises `AddressRefused` when the URL has an IP address that may never be reached. A host name is
        checked at each connection."""
        address = _parse_address(split_url(url).hostname or "")
        if address is not None and not self.may_reach(address):
            raise AddressRefused(PRIVATE)

    async def post(
        self, url: str, content: bytes, headers: Mapping[str, str], *, most: int = MOST_BYTES
    ) -> OutboundResponse:
        """Send a POST request and return the answer of any status, with at most its first `most` bytes.
        Raises `AddressRefused` and `Unreachable`."""
        return await self._send_within_limits("POST", url, content, headers, most)

    async def get(
        self, url: str, headers: Mapping[str, str] | None = None, *, most: int = MOST_BYTES
    ) -> OutboundResponse:
        """Send a GET request and return the answer of any status, with at most its first `most` bytes. Raises
        `AddressRefused` and `Unreachable`."""
        return await self._send_within_limits("GET", url, None, headers or {}, most)

    async def _send_within_limits(
        self, method: str, url: str, content: bytes | None, headers: Mapping[str, str], most: int
    ) -> OutboundResponse:
        check_no_connection_held("http")
        await load_module("gatehouse.kit.outbound_transport")
        import httpx

        from gatehouse.kit.outbound_transport import describe_connection_error, send_request

        parts = split_url(url)
        attributes = {"http.request.method": method, "server.address": parts.hostname or ""}
        try:
            with span(method, SpanKind.CLIENT, attributes) as current:
                async with asyncio.timeout(self._seconds):
                    address = await self._resolve_public_address(parts)
                    target = parts, address, _get_port(parts)
                    status, body, location = await send_request(
                        method, target, content, headers, most
                    )
                current.set_attribute("http.response.status_code", status)
                text = body.decode(errors="replace").replace("\x00", "")
                return OutboundResponse(status, text, body, location)
        except TimeoutError:
            raise Unreachable(f"No answer within {self._seconds:g} seconds") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
            raise Unreachable(describe_connection_error(error)) from None

    async def _resolve_public_address(self, parts: SplitResult) -> Address:
        """The address to connect to. All that the name stands for are judged, so that no answer of a name
        server is a way around it."""
        look_up = partial(
            socket.getaddrinfo, parts.hostname, _get_port(parts), type=socket.SOCK_STREAM
        )
        found = await asyncio.get_running_loop().run_in_executor(_names, look_up)
        addresses = [ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
        if not addresses or not all(map(self.may_reach, addresses)):
            raise AddressRefused(PRIVATE)
        return addresses[0]


def _get_port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)
