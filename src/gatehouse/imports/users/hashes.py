"""Password hashes of other systems, converted to the stored spelling (`kit/foreign_hashes.py`)."""

import re
import struct
from typing import Any

import orjson

from gatehouse.kit.foreign_hashes import (
    decode_base64,
    find_fault,
    format_firebase_hash,
    format_pbkdf2_hash,
    format_scrypt_hash,
)

UNSAFE = "does not protect a password; the user sets one by Forgot password"
DJANGO_PBKDF2 = re.compile(r"pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([^$]+)")
DJANGO_SCRYPT = re.compile(r"scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([^$]+)")
# Django's name before a hash that describes itself.
DJANGO_NAMED = re.compile(r"(?:argon2|bcrypt\$)(\$.+)")
DJANGO_BCRYPT_SHA256 = "bcrypt_sha256$$"
PASSLIB_SHA1 = re.compile(r"\$pbkdf2\$(.+)")
# PHC strings, as Auth0 and Ory Kratos write them.
PHC_PBKDF2 = re.compile(r"\$pbkdf2-(sha1|sha256|sha512)\$i=(\d+)(?:,l=\d+)?\$([^$]+)\$([^$]+)")
# Kratos writes N itself as `ln`, where PHC has its logarithm.
KRATOS_SCRYPT = re.compile(r"\$scrypt\$ln=(\d{3,}),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)")
KRATOS_FIREBASE = re.compile(
    r"\$firescrypt\$ln=(\d+),r=(\d+),p=1\$([^$]+)\$([^$]+)\$([^$]+)\$([^$]+)"
)
BETTER_AUTH = re.compile(r"([0-9a-f]{32}):([0-9a-f]{128})")
ASPNET_3 = re.compile(r"AQAAAA[A-Za-z0-9+/]+={0,2}")
ASPNET_2 = re.compile(r"A[A-P][A-Za-z0-9+/]{64}==")
ASPNET_DIGESTS = ("sha1", "sha256", "sha512")


def convert_phc_hash(text: str) -> str:
    """The hash in the stored spelling. Raises `ValueError`."""
    found = PHC_PBKDF2.fullmatch(text)
    if found is None:
        raise ValueError("is no PBKDF2 hash of SHA-1, SHA-256 or SHA-512")
    return format_pbkdf2_hash(
        found[1], int(found[2]), decode_base64(found[3]), decode_base64(found[4])
    )


def format_argon2_hash(
    kind: str, version: int, memory: int, times: int, lanes: int, salt: str, key: str
) -> str:
    """Of parts whose salt and key are in base64."""
    unpadded = f"{salt.rstrip('=')}${key.rstrip('=')}"
    return f"$argon2{kind}$v={version}$m={memory},t={times},p={lanes}${unpadded}"


def convert_to_stored_hash(text: str, kind: str | None, config: str | None) -> str:
    """The hash in its stored form. Raises `ValueError` with a readable message."""
    given = _parse_hash_config(config)
    try:
        made = _convert_by_format(text.strip(), kind, given)
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise ValueError(f"passwordHash: cannot be read ({error})") from None
    if fault := find_fault(made):
        raise ValueError(f"passwordHash: {fault}")
    return made


def _convert_by_format(text: str, kind: str | None, given: dict[str, Any]) -> str:
    if kind in ("sha1", "sha256"):
        raise ValueError(f"{kind} {UNSAFE}")
    if text.startswith("$"):
        return _convert_crypt_hash(text)
    if made := _convert_django_hash(text):
        return made
    if kind in (None, "scrypt") and (found := BETTER_AUTH.fullmatch(text)):
        log_cost = _compute_log_cost(int(given.get("N", 16384)))
        block, lanes = int(given.get("r", 16)), int(given.get("p", 1))
        # The salt is the text itself, not the bytes that it spells.
        salt, key = found[1].encode(), bytes.fromhex(found[2])
        return format_scrypt_hash(log_cost, block, lanes, salt, key, is_normalized=True)
    if not given and (ASPNET_3.fullmatch(text) or ASPNET_2.fullmatch(text)):
        return _convert_aspnet_hash(decode_base64(text))
    if kind == "firebase-scrypt":
        return format_firebase_hash(
            int(given["memCost"]),
            int(given["rounds"]),
            decode_base64(given["salt"]),
            decode_base64(given["saltSeparator"]),
            decode_base64(given["signerKey"]),
            decode_base64(text),
        )
    if kind not in ("scrypt", "pbkdf2"):
        raise ValueError("its form is not known; say what it is in passwordHashType")
    salt, key = (
        _decode_hex_or_base64(given, given.get("salt", "")),
        _decode_hex_or_base64(given, text),
    )
    if kind == "scrypt":
        log_cost = _compute_log_cost(int(given["N"]))
        return format_scrypt_hash(log_cost, int(given["r"]), int(given["p"]), salt, key)
    digest = str(given.get("digest", "sha256")).lower().replace("-", "")
    return format_pbkdf2_hash(digest, int(given["iterations"]), salt, key)


def _convert_crypt_hash(text: str) -> str:
    if PHC_PBKDF2.fullmatch(text):
        return convert_phc_hash(text)
    if found := KRATOS_SCRYPT.fullmatch(text):
        log_cost = _compute_log_cost(int(found[1]))
        salt, key = decode_base64(found[4]), decode_base64(found[5])
        return format_scrypt_hash(log_cost, int(found[2]), int(found[3]), salt, key)
    if found := KRATOS_FIREBASE.fullmatch(text):
        salt, key, separator, signer_key = map(decode_base64, found.groups()[2:])
        return format_firebase_hash(int(found[1]), int(found[2]), salt, separator, signer_key, key)
    return PASSLIB_SHA1.sub(r"$pbkdf2-sha1$\1", text)


def _convert_django_hash(text: str) -> str | None:
    if found := DJANGO_NAMED.fullmatch(text):
        return found[1]
    if text.startswith(DJANGO_BCRYPT_SHA256):
        return text
    if found := DJANGO_PBKDF2.fullmatch(text):
        return format_pbkdf2_hash(
            found[1], int(found[2]), found[3].encode(), decode_base64(found[4])
        )
    if found := DJANGO_SCRYPT.fullmatch(text):
        block, lanes = int(found[3]), int(found[4])
        salt, key = found[2].encode(), decode_base64(found[5])
        return format_scrypt_hash(_compute_log_cost(int(found[1])), block, lanes, salt, key)
    return None


def _convert_aspnet_hash(payload: bytes) -> str:
    """Of ASP.NET Core Identity: a byte for the version, then its fields."""
    if payload[0] == 0:
        return format_pbkdf2_hash("sha1", 1000, payload[1:17], payload[17:])
    digest, rounds, length = struct.unpack_from(">III", payload, 1)
    if digest >= len(ASPNET_DIGESTS):
        raise ValueError("the digest is neither SHA-1, SHA-256 nor SHA-512")
    salt, key = payload[13 : 13 + length], payload[13 + length :]
    return format_pbkdf2_hash(ASPNET_DIGESTS[digest], rounds, salt, key)


def _compute_log_cost(cost: int) -> int:
    if cost < 2 or cost & (cost - 1):
        raise ValueError("N is a power of two")
    return cost.bit_length() - 1


def _decode_hex_or_base64(given: dict[str, Any], text: str) -> bytes:
    return bytes.fromhex(text) if given.get("encoding") == "hex" else decode_base64(text)


def _parse_hash_config(text: str | None) -> dict[str, Any]:
    if not text:
        return {}
    try:
        parsed = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise ValueError("passwordHashConfig: is no JSON") from None
    if not isinstance(parsed, dict):
        raise ValueError("passwordHashConfig: is no JSON object")
    return parsed
