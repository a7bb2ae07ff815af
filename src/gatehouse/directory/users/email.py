"""Normalization of email addresses, so that one address cannot create two users or imitate another."""

import re
import unicodedata
from functools import lru_cache

import email_validator

from gatehouse.directory.users.errors import InvalidEmail

# Self-hosted installations send mail inside their own network (`.local`) and in test labs (`.test`).
for _reserved in ("local", "test"):
    if _reserved in email_validator.SPECIAL_USE_DOMAIN_NAMES:
        email_validator.SPECIAL_USE_DOMAIN_NAMES.remove(_reserved)

MAX_LENGTH = 254  # RFC 5321 §4.5.3.1.3

# Common local parts, in either case, for which lower case is the whole normalization.
PLAIN = re.compile(r"[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*", re.ASCII | re.IGNORECASE)
PLAIN_LENGTH = 64  # RFC 5321 §4.5.3.1.1


def normalize_email(text: str) -> str:
    """Normalize an address: NFKC, trimmed, lower case, the domain as Unicode. Raises `InvalidEmail` when
    it is not valid.

    A look-alike of `@` (such as the full-width one) is refused rather than folded: folding it would move
    the border between local part and domain.
    """
    name, _, domain = text.partition("@")
    if len(name) <= PLAIN_LENGTH and PLAIN.fullmatch(name):
        whole = f"{name.lower()}@{domain.lower()}"
        if len(whole) <= MAX_LENGTH and _is_normalized(domain.lower()):
            return whole
    return _normalize_slowly(text)


@lru_cache(1024)
def _is_normalized(domain: str) -> bool:
    """Whether a domain is normalized. Cached, because many users share a domain and the check takes most
    of the time."""
    try:
        return domain.isascii() and _normalize_slowly(f"a@{domain}") == f"a@{domain}"
    except InvalidEmail:
        return False


def _normalize_slowly(text: str) -> str:
    if any(letter != "@" and "@" in unicodedata.normalize("NFKC", letter) for letter in text):
        raise InvalidEmail("The email address contains a look-alike of @")
    folded = unicodedata.normalize("NFKC", text).strip().lower()
    if "=?" in folded:  # an encoded word (RFC 2047), which mail software decodes to another address
        raise InvalidEmail("This is not a valid email address")
    try:
        checked = email_validator.validate_email(
            folded[: MAX_LENGTH + 1], strict=True, check_deliverability=False
        )
    except email_validator.EmailNotValidError as error:
        raise InvalidEmail("This is not a valid email address") from error
    return unicodedata.normalize("NFKC", checked.normalized.lower())


def mailbox_of(address: str) -> str:
    """The address without the part after a plus, which many mail servers ignore: the mailbox that receives
    the mail."""
    name, _, domain = address.rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def mask_email(address: str) -> str:
    """`v•••@example.com`: enough for the owner to recognize the address."""
    name, at, domain = address.rpartition("@")
    return f"{name[:1]}•••{at}{domain}"


def name_of(address: str) -> str:
    """Initial name of a user: the part before the `@`, without characters that mail programs would turn
    into a link."""
    local = address.partition("@")[0]
    return re.sub(r"www\.|[^\w.+'-]+", " ", local, flags=re.IGNORECASE).strip() or "Somebody"
