"""What a domain's TXT record says to show whose it is."""

from collections.abc import Iterable

PREFIX = "gatehouse-domain-verification="


def record_of(token: str) -> str:
    return PREFIX + token


def is_met(texts: Iterable[str], token: str) -> bool:
    """By one of the texts of the domain. Spaces and quotes around it are what forms of name servers add."""
    return any(text.strip().strip('"') == record_of(token) for text in texts)
