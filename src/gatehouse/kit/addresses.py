"""Addresses of pages that are sent something."""

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit


def is_route(fragment: str) -> bool:
    """Whether what stands behind `#` is the route of a page whose script reads it there; or nothing does."""
    return not fragment or fragment.startswith("/")


def with_query(address: str, values: Mapping[str, str]) -> str:
    """Behind the route of a page whose routes stand behind `#`: only its script reads it there."""
    parts = urlsplit(address)
    has_query = "?" in parts.fragment if parts.fragment else bool(parts.query)
    return f"{address}{'&' if has_query else '?'}{urlencode(values)}"
