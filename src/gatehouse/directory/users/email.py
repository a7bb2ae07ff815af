"""One spelling for each email address, so that nobody is two people or passes for another."""

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

# What most people have before the `@`, in either case: nothing of it is spelled in two ways.
PLAIN = re.compile(r"[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*", re.ASCII | re.IGNORECASE)
PLAIN_LENGTH = 64  # RFC 5321 §4.5.3.1.1


def normalize_email(text: str) -> str:
    """NFKC, trimmed, lower case, the domain as Unicode; `InvalidEmail` when it is no address.

    A look-alike of `@` (such as the full-width one) is refused rather than folded: it would move
    the border between name and domain.
    """
    name, _, domain = text.partition("@")
    if len(name) <= PLAIN_LENGTH and PLAIN.fullmatch(name):
        whole = f"{name.lower()}@{domain.lower()}"
        if len(whole) <= MAX_LENGTH and _is_normalized(domain.lower()):
            return whole
    return _normalize_slowly(text)


@lru_cache(1024)
def _is_normalized(domain: str) -> bool:
    """Whether a domain is spelled as it is kept. Many people share one, and to look at it takes longer than
    all else."""
    try:
        return domain.isascii() and _normalize_slowly(f"a@{domain}") == f"a@{domain}"
    except InvalidEmail:
        return False


def _normalize_slowly(text: str) -> str:
    if any(letter != "@" and "@" in unicodedata.normalize("NFKC", letter) for letter in text):
        raise InvalidEmail("The email address contains a look-alike of @")
    folded = unicodedata.normalize("NFKC", text).strip().lower()
    if "=?" in folded:  # an encoded word (RFC 2047): what reads mail decodes it to another address
        raise InvalidEmail("This is not a valid email address")
    try:
        checked = email_validator.validate_email(
            folded[: MAX_LENGTH + 1], strict=True, check_deliverability=False
        )
    except email_validator.EmailNotValidError as error:
        raise InvalidEmail("This is not a valid email address") from error
    return unicodedata.normalize("NFKC", checked.normalized.lower())


def mailbox_of(address: str) -> str:
    """Where mail to a normalized address ends up on many servers, which ignore what follows a plus."""
    name, _, domain = address.rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def mask_email(address: str) -> str:
    """`v•••@example.com`: enough for its owner to know it."""
    name, at, domain = address.rpartition("@")
    return f"{name[:1]}•••{at}{domain}"


def name_of(address: str) -> str:
    """What somebody is called until they say: the part before the `@`, without what mail programs would
    make a link of."""
    local = address.partition("@")[0]
    return re.sub(r"www\.|[^\w.+'-]+", " ", local, flags=re.IGNORECASE).strip() or "Somebody"
