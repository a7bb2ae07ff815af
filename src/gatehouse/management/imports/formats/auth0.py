"""Auth0: JSON Lines, as its export of users writes them, and as its support hands out the hashes.

The hash is in `passwordHash`, `password_hash` (bcrypt) or `custom_password_hash`, whose fields are those of
Auth0's own import. Second factors are not in an export of hashes; people enroll them anew.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from gatehouse.management.imports import reading
from gatehouse.management.imports.models import Export, Options, Row
from gatehouse.management.imports.reading import given, lines, named, short
from gatehouse.management.user_import.hashes import from_phc
from gatehouse.management.user_import.models import Refused


def read(path: Path, options: Options) -> Export:
    def people() -> Iterator[Row]:
        for line in lines(path):
            yield reading.row_of(line, lambda user: row_of(user, named(user, options.tenant_field)))

    return Export(people)


def row_of(user: dict[str, Any], tenant: Any) -> Row:
    """`tenant`: what the person says of their account here."""
    email = short(user.get("email"))
    if user.get("blocked") is True:
        return Refused(email, "Is blocked there")
    try:
        hashed = _hash(user)
    except (ValueError, KeyError, TypeError) as error:
        return Refused(email, f"custom_password_hash: {error}")
    full = f"{short(user.get('given_name'))} {short(user.get('family_name'))}".strip()
    name = short(user.get("name"))
    subject = user.get("user_id") or user.get("_id")
    return given(
        email=email,
        tenantId=tenant,
        name=(name if name != email else "") or full,
        profilePictureUrl=short(user.get("picture")),
        username=short(user.get("username")),
        externalId=subject["$oid"] if isinstance(subject, dict) else subject,
        verifyUser=user.get("email_verified") is True,
        metadata=user.get("user_metadata"),
        vendorMetadata=user.get("app_metadata"),
        phoneNumber=short(user.get("phone_number")),
        **hashed,
    )


def _hash(user: dict[str, Any]) -> dict[str, Any]:
    plain = user.get("passwordHash") or user.get("password_hash")
    if plain:
        return {"passwordHash": plain}
    custom = user.get("custom_password_hash")
    if not custom:
        return {}
    algorithm, value = custom["algorithm"], custom["hash"]["value"]
    if algorithm in ("bcrypt", "argon2"):
        return {"passwordHash": value}
    if algorithm == "pbkdf2":
        return {"passwordHash": from_phc(value)}
    if algorithm == "scrypt":
        config = orjson.dumps(_scrypt(custom)).decode()
        return {"passwordHash": value, "passwordHashType": "scrypt", "passwordHashConfig": config}
    raise ValueError(f"{algorithm} protects nobody's password; have these people reset theirs")


def _scrypt(custom: dict[str, Any]) -> dict[str, Any]:
    salt, encoding = custom["salt"], custom["hash"].get("encoding", "base64")
    if salt.get("encoding", "base64") != encoding or encoding not in ("hex", "base64"):
        raise ValueError("hash and salt have to be both in base64, or both in hex")
    return {
        "N": custom.get("cost", 16384),
        "r": custom.get("blockSize", 8),
        "p": custom.get("parallelization", 1),
        "salt": salt["value"],
        "encoding": encoding,
    }
