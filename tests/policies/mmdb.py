"""Writes a small file in MaxMind's format (version 2.0 of its specification): networks and countries."""

import struct
from collections.abc import Mapping
from ipaddress import IPv6Network, ip_network
from pathlib import Path
from typing import Any

RECORD_BITS = 24


def write_countries(path: Path, countries: Mapping[str, str]) -> Path:
    """`{"192.0.2.0/24": "DE"}`; networks must not lie within each other."""
    records = {network: {"country": {"iso_code": code}} for network, code in countries.items()}
    return write_records(path, records)


def write_records(path: Path, records: Mapping[str, Any]) -> Path:
    """As `write_countries`, with all that the file says of a network."""
    tree: list[list[Any]] = [[None, None]]
    data = bytearray()
    for network, record in records.items():
        _insert(tree, _bits(network), len(data))
        data += _encoded(record)
    count = len(tree)
    nodes = bytearray()
    for node in tree:
        for record in node:
            value = count if record is None else record
            nodes += (value if value >= 0 else count + 16 + (-value - 1)).to_bytes(3, "big")
    metadata = {
        "node_count": count, "record_size": RECORD_BITS, "ip_version": 6, "database_type": "Country",
        "languages": [], "binary_format_major_version": 2, "binary_format_minor_version": 0,
        "build_epoch": 1, "description": {"en": "for tests"},
    }  # fmt: skip
    path.write_bytes(
        bytes(nodes) + bytes(16) + bytes(data) + b"\xab\xcd\xefMaxMind.com" + _encoded(metadata)
    )
    return path


def _bits(network: str) -> str:
    """IPv4 stands in the tree as `::a.b.c.d`."""
    found = ip_network(network)
    length = found.prefixlen if isinstance(found, IPv6Network) else found.prefixlen + 96
    return f"{int(found.network_address):0128b}"[:length]


def _insert(tree: list[list[Any]], bits: str, offset: int) -> None:
    at = 0
    for bit in map(int, bits[:-1]):
        if tree[at][bit] is None:
            tree.append([None, None])
            tree[at][bit] = len(tree) - 1
        at = tree[at][bit]
    tree[at][int(bits[-1])] = -offset - 1


def _encoded(value: Any) -> bytes:
    if isinstance(value, dict):
        inner = b"".join(_encoded(key) + _encoded(one) for key, one in value.items())
        return bytes([7 << 5 | len(value)]) + inner
    if isinstance(value, list):
        return bytes([len(value), 11 - 7])
    if isinstance(value, float):
        return bytes([3 << 5 | 8]) + struct.pack(">d", value)
    if isinstance(value, int):
        return bytes([6 << 5 | 4]) + value.to_bytes(4, "big")
    text = str(value).encode()
    return bytes([2 << 5 | len(text)]) + text
