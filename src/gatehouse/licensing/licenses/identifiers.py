"""What names a license outside: both random, neither tells anything about its owner."""

import base64
import re
import secrets
import unicodedata
from typing import Annotated

from fastapi import Path

FINGERPRINT = re.compile(r"[0-9a-f]{32}")
# Ours, and those of another system whose licenses were taken over.
KEY = re.compile(r"[\x21-\x7e]{16,200}")
# A key of ours without what separates its groups.
PLAIN = re.compile(r"GH[A-Z2-7]{32}")
MINUS = "\u2212"
CURLY_QUOTES = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a"
SEPARATORS = frozenset("-'\"" + CURLY_QUOTES)


def generate_license_key() -> str:
    """What a licensed tool is configured with: a secret of 160 bits, easy to copy and to read aloud."""
    text = base64.b32encode(secrets.token_bytes(20)).decode()
    return "GH-" + "-".join(text[start : start + 8] for start in range(0, len(text), 8))


def normalize_license_key(text: str) -> str:
    """The key as it was made, however it was copied or read aloud: without line ends, spaces and invisible
    characters, with plain dashes, and a key of ours in its own case and groups. A key of another system keeps
    its letters. `gatehouse-license` has the same function, as neither package may import the other;
    `vectors/license-keys.json` has the cases of both."""
    visible = "".join(map(_normalize_character, unicodedata.normalize("NFKC", text))).strip(
        CURLY_QUOTES
    )
    letters = "".join(one for one in visible if one not in SEPARATORS).upper()
    if not (letters.isascii() and PLAIN.fullmatch(letters)):
        return visible
    groups = [letters[start : start + 8] for start in range(2, len(letters), 8)]
    return "-".join([letters[:2], *groups])


def _normalize_character(one: str) -> str:
    category = unicodedata.category(one)
    if one.isspace() or category in ("Cc", "Cf"):
        return ""
    return "-" if category == "Pd" or one == MINUS else one


def generate_fingerprint() -> str:
    """What a purchase and an address bar name the license by: 128 bits, in hexadecimal."""
    return secrets.token_hex(16)


LICENSE_ID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

LicenseName = Annotated[
    str,
    Path(
        description="The license's `fingerprint`, or its `id`.",
        # Told and not checked: what cannot name a license is not found, as what names none.
        json_schema_extra={"pattern": f"^({FINGERPRINT.pattern}|{LICENSE_ID.pattern})$"},
    ),
]
