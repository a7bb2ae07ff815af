"""The TXT record that verifies the ownership of a domain."""

from collections.abc import Iterable

PREFIX = "gatehouse-domain-verification="


def record_of(token: str) -> str:
    return PREFIX + token


def is_met(texts: Iterable[str], token: str) -> bool:
    """Whether one of the domain's TXT records matches the token. Spaces and quotes around it are ignored,
    because forms of name servers add them."""
    return any(text.strip().strip('"') == record_of(token) for text in texts)
