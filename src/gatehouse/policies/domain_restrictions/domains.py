"""Domains of email addresses in one spelling: ASCII, as the domain name system has them (RFC 5890)."""

from functools import lru_cache
from pathlib import Path

import email_validator

PUBLIC = frozenset((Path(__file__).parent / "public_domains.txt").read_text().split())


@lru_cache(4096)
def parse_email_domain(address: str) -> str | None:
    """Domain of an email address; None when there is none."""
    try:
        checked = email_validator.validate_email(
            f"user@{address.rpartition('@')[2]}", check_deliverability=False
        )
    except email_validator.EmailNotValidError:
        return None
    return checked.ascii_domain.lower()


def is_domain_within(domain: str, listed: str) -> bool:
    """Whether the domain is a listed one or its subdomain; the owner of a domain also controls its
    subdomains."""
    return domain == listed or domain.endswith(f".{listed}")


def is_public_domain(domain: str) -> bool:
    """Whether the domain is a public email provider, open to any person."""
    return domain in PUBLIC


def display_domain(domain: str) -> str:
    """The domain in its readable form (IDNA decoded)."""
    return ".".join(_display_label(label) for label in domain.split("."))


def _display_label(label: str) -> str:
    try:
        return label.encode().decode("idna")
    except UnicodeError:
        return label
