"""A hash as another system exports it, in the one spelling that we keep (`kit/foreign_hashes.py`)."""

import re
from typing import Any

import orjson

from gatehouse.kit.foreign_hashes import (
    decoded,
    firebase_text,
    is_acceptable,
    pbkdf2_text,
    scrypt_text,
)

UNSAFE = "does not protect a password; the user sets one by Forgot password"
DJANGO = re.compile(r"pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([^$]+)")
PASSLIB_SHA1 = re.compile(r"\$pbkdf2\$(.+)")


# PHC strings, as Auth0 takes and writes them.
PHC_PBKDF2 = re.compile(r"\$pbkdf2-(sha1|sha256|sha512)\$i=(\d+)(?:,l=\d+)?\$([^$]+)\$([^$]+)")


def from_phc(text: str) -> str:
    """In our spelling; `ValueError`."""
    found = PHC_PBKDF2.fullmatch(text)
    if found is None:
        raise ValueError("is no PBKDF2 hash of SHA-1, SHA-256 or SHA-512")
    return pbkdf2_text(found[1], int(found[2]), decoded(found[3]), decoded(found[4]))


def argon2_text(
    kind: str, version: int, memory: int, times: int, lanes: int, salt: str, key: str
) -> str:
    """Of parts whose salt and key are in base64."""
    unpadded = f"{salt.rstrip('=')}${key.rstrip('=')}"
    return f"$argon2{kind}$v={version}$m={memory},t={times},p={lanes}${unpadded}"


def stored_hash(text: str, kind: str | None, config: str | None) -> str:
    """`ValueError` with what is wrong, for people to read."""
    given = _config(config)
    try:
        made = _made(text.strip(), kind, given)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"passwordHash: cannot be read ({error})") from None
    if not is_acceptable(made):
        raise ValueError(
            "passwordHash: is no bcrypt, scrypt, PBKDF2, Argon2 or Firebase scrypt hash, or costs too much"
        )
    return made


def _made(text: str, kind: str | None, given: dict[str, Any]) -> str:
    if kind in ("sha1", "sha256"):
        raise ValueError(f"{kind} {UNSAFE}")
    if text.startswith("$"):
        return PASSLIB_SHA1.sub(r"$pbkdf2-sha1$\1", text)
    if found := DJANGO.fullmatch(text):
        return pbkdf2_text(found[1], int(found[2]), found[3].encode(), decoded(found[4]))
    if kind == "firebase-scrypt":
        return firebase_text(
            int(given["memCost"]),
            int(given["rounds"]),
            decoded(given["salt"]),
            decoded(given["saltSeparator"]),
            decoded(given["signerKey"]),
            decoded(text),
        )
    salt, key = _bytes(given, given.get("salt", "")), _bytes(given, text)
    if kind == "scrypt":
        cost = int(given["N"])
        if cost & (cost - 1):
            raise ValueError("N is a power of two")
        return scrypt_text(cost.bit_length() - 1, int(given["r"]), int(given["p"]), salt, key)
    if kind == "pbkdf2":
        digest = str(given.get("digest", "sha256")).lower().replace("-", "")
        return pbkdf2_text(digest, int(given["iterations"]), salt, key)
    raise ValueError("say what it is in passwordHashType")


def _bytes(given: dict[str, Any], text: str) -> bytes:
    return bytes.fromhex(text) if given.get("encoding") == "hex" else decoded(text)


def _config(text: str | None) -> dict[str, Any]:
    if not text:
        return {}
    try:
        parsed = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise ValueError("passwordHashConfig: is no JSON") from None
    if not isinstance(parsed, dict):
        raise ValueError("passwordHashConfig: is no JSON object")
    return parsed
