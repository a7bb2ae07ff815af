"""Locations of sign-ins, by which lockouts count and emails about new locations are sent."""

from datetime import timedelta
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from gatehouse.identity.sign_in.queries import IS_KNOWN_PLACE
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources

KNOWN_FOR = timedelta(days=90)


@lru_cache(4096)
def get_ip_network(ip: str) -> str:
    """The location of an IP address: an IPv4 address, or the /64 network of an IPv6 one, which is what one
    customer gets."""
    try:
        address = ip_address(ip)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(ip_network((address, 64), strict=False))
    return ip


async def get_known_ip_network(resources: Resources, subject: str, ip: str) -> str:
    """The location for the key of a rate limit: the IP address or network if it is known for this user,
    otherwise empty, so that all unknown locations share one count. The query is equal for every user. Must
    not be called while a connection is held."""
    place = get_ip_network(ip)
    async with resources[Database].one_statement() as db:
        known_since = clock.now() - KNOWN_FOR
        is_known = await IS_KNOWN_PLACE.one(db, token_hash(subject), place, known_since)
    return place if is_known else ""
