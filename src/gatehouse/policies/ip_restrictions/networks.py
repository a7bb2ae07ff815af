"""Addresses and networks in one spelling: an IPv4 address that was written as IPv6 is IPv4."""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Only the length of a prefix, no mask: `10.0.0.0/0.0.0.255` means one thing to some and another to others.
WRITTEN = re.compile(r"[0-9a-fA-F:.]{2,45}(/[0-9]{1,3})?")
MAPPED = IPv6Network("::ffff:0:0/96")


@lru_cache(4096)
def parse_ip_address(text: str) -> Address | None:
    """Parse an IP address; None for other text, and for an address with a zone (`fe80::1%eth0`)."""
    if not WRITTEN.fullmatch(text):
        return None
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


@lru_cache(4096)
def parse_network(text: str) -> Network:
    """Parse `192.0.2.7`, `192.0.2.0/24` or `192.0.2.7/24`, which equals the second. Raises `ValueError` for
    anything else."""
    if not WRITTEN.fullmatch(text):
        raise ValueError("not a network")
    network = ip_network(text, strict=False)
    if isinstance(network, IPv6Network) and network.prefixlen >= 96 and network.subnet_of(MAPPED):
        inner = int(network.network_address) & 0xFFFFFFFF
        return IPv4Network((inner, network.prefixlen - 96))
    return network


def display_network(network: str) -> str:
    """The network in its usual form: a single address without its prefix."""
    found = parse_network(network)
    is_single = found.prefixlen == found.max_prefixlen
    return str(found.network_address) if is_single else str(found)
