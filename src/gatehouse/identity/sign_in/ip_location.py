"""Locations of sign-ins, by which lockouts count and emails about new locations are sent."""

from datetime import timedelta
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

KNOWN_FOR = timedelta(days=90)


@lru_cache(4096)
def place_of(ip: str) -> str:
    """The location of an IP address: an IPv4 address, or the /64 network of an IPv6 one, which is what one
    customer gets."""
    try:
        address = ip_address(ip)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(ip_network((address, 64), strict=False))
    return ip
