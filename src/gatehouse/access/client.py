"""The address and the token of a caller. A forwarded address is accepted only from a configured proxy, or
from an application's own backend that sends its shared secret."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Annotated

from fastapi import Depends, Request

from gatehouse.access.settings import AccessSettings
from gatehouse.kit.crypto import equal_in_constant_time, token_hash
from gatehouse.kit.errors import Unauthenticated
from gatehouse.kit.headers import first_header, first_headers
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

NAMES_APPLICATION = b"frontegg-requested-application-id"
# Headers in which the hosted platform's server packages pass on the user's address (wire reference §2).
FORWARDED, VERIFIER = b"x-frontegg-forwarded-for", b"x-frontegg-headers-verifier"
OF_BACKEND = b"frontegg-application-id"
WITH_PORT = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}")
LONGEST = 64  # what is no address is not remembered either


@dataclass(frozen=True, slots=True)
class Client:
    """`application` is the id or client id of the one that asks, where the call names it."""

    ip: str
    user_agent: str
    application: str | None = None


def client_of(request: Request) -> Client:
    resources: Resources = request.app.state.resources
    settings = resources[AccessSettings]
    peer, _ = request.scope.get("client") or ("127.0.0.1", 0)
    headers = first_headers(request.scope)
    forwarded = ""
    if b"x-forwarded-for" in headers:
        # Proxies may add a header of their own after the caller's instead of continuing it.
        forwarded = ",".join(request.headers.getlist("x-forwarded-for"))
    agent = headers.get(b"user-agent", b"").decode("latin-1")[:512].replace("\x00", "")
    application = headers.get(NAMES_APPLICATION)
    named = None if application is None else application.decode("latin-1")
    address = _find_client_address(peer, forwarded, settings)
    if VERIFIER in headers:
        address = _read_address_from_backend(resources, headers) or address
    return Client(address, agent, named)


def _read_address_from_backend(resources: Resources, headers: Mapping[bytes, bytes]) -> str | None:
    """The user's address, from the backend of the application that the call names, or else of the default
    one; None when the shared secret does not match or the text is not an address."""
    configuration = configuration_of(resources)
    named = (headers.get(OF_BACKEND) or headers.get(NAMES_APPLICATION) or b"").decode("latin-1")
    application = configuration.find_application(named.lower()) if named else configuration.default
    shared = configuration.shared_secrets.get(application.id) if application else None
    told = headers.get(FORWARDED, b"").decode("latin-1").strip()
    shown = headers[VERIFIER].decode("latin-1")
    if (
        shared is None
        or len(told) > LONGEST
        or not equal_in_constant_time(shared, token_hash(shown))
    ):
        return None
    known = _parse_hop(told)
    return known[1] if known else None


def _find_client_address(peer: str, forwarded: str, settings: AccessSettings) -> str:
    """The nearest address that is not a configured proxy; an unreadable header fails closed."""
    nearest = peer
    others = reversed([part.strip() for part in forwarded.split(",")]) if forwarded else ()
    for hop in (peer, *others):
        known = _parse_hop(hop) if len(hop) <= LONGEST else None
        if known is None:
            return nearest
        address, nearest = known
        if not forwarded or not any(address in one for one in settings.trusted_proxies):
            return nearest
    return nearest


@lru_cache(4096)
def _parse_hop(hop: str) -> tuple[IPv4Address | IPv6Address, str] | None:
    """The address and how it is written; None when unreadable. Some gateways add the port, and write an IPv6
    address in brackets as in RFC 7239 section 6."""
    with_port = WITH_PORT.fullmatch(hop)
    try:
        address = ip_address(with_port[1] or with_port[2] if with_port else hop)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.scope_id:
            return None  # the zone of an IPv6 address may be any text
        # A socket for both versions of IP shows an IPv4 peer as `::ffff:192.0.2.1`.
        address = address.ipv4_mapped or address
    return address, str(address)


async def _current_client(request: Request) -> Client:
    return client_of(request)


CurrentClient = Annotated[Client, Depends(_current_client)]


SCHEMES = ("bearer", "dpop")


def read_bearer_token(request: Request) -> str:
    """The token of the `Authorization` header, with or without the word `Bearer` or `DPoP`."""
    value = first_header(request.scope, b"authorization")
    scheme, _, rest = value.partition(" ")
    token = rest.strip() if scheme.lower() in SCHEMES else value.strip()
    if not token:
        raise Unauthenticated("Sign in first")
    return token


ACCOUNT, PERSON = "frontegg-tenant-id", "frontegg-user-id"
