"""Firebase: the JSON of `firebase auth:export`, with the hash parameters that its console shows.

The parameters are in a separate file, as JSON or as the console writes them (`hash_config { … }`).
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from gatehouse.imports.models import Options, ReadExport, Row
from gatehouse.imports.reading import (
    field_value,
    read_json_object,
    require_objects,
    row_of,
    short_text,
    without_missing,
)
from gatehouse.imports.users.models import RefusedRow
from gatehouse.kit.configuration import ConfigurationError

CONSOLE = re.compile(r"(\w+)\s*:\s*([^\s,}]+)")


def read_firebase_export(path: Path, options: Options) -> ReadExport:
    """Read a Firebase export. Raises `ConfigurationError` when it has hashes but no parameters."""
    users = require_objects(read_json_object(path).get("users"), "users")
    parameters = _read_parameters(options.hash_config) if options.hash_config else None
    if parameters is None and any(user.get("passwordHash") for user in users):
        raise ConfigurationError("Firebase hashes require their parameters. Use --hash-config.")

    def people() -> Iterator[Row]:
        for user in users:
            yield row_of(user, lambda user: _to_row(user, parameters, options))

    return ReadExport(people)


def _read_parameters(path: Path) -> dict[str, Any]:
    text = path.read_text("utf-8-sig")
    try:
        found = orjson.loads(text) if text.lstrip().startswith("{") else dict(CONSOLE.findall(text))
        found = found.get("hash_config", found)
        return {
            "memCost": int(found["mem_cost"]),
            "rounds": int(found["rounds"]),
            "saltSeparator": found["base64_salt_separator"],
            "signerKey": found["base64_signer_key"],
        }
    except (KeyError, ValueError, TypeError) as error:
        raise ConfigurationError(f"{path} lacks a parameter of the hashes: {error}") from None


def _to_row(user: dict[str, Any], parameters: dict[str, Any] | None, options: Options) -> Row:
    email = short_text(user.get("email"))
    if user.get("disabled") is True:
        return RefusedRow(email, "The user is disabled there")
    if not email:
        return RefusedRow(short_text(user.get("phoneNumber")), "email: is required")
    custom = _custom_claims(user)
    hashed: dict[str, Any] = {}
    if user.get("passwordHash") and parameters:
        hashed = {
            "passwordHash": user["passwordHash"],
            "passwordHashType": "firebase-scrypt",
            "passwordHashConfig": orjson.dumps(
                {**parameters, "salt": user.get("salt", "")}
            ).decode(),
        }
    return without_missing(
        email=email,
        tenantId=field_value({"customAttributes": custom}, options.tenant_field),
        name=short_text(user.get("displayName")),
        profilePictureUrl=short_text(user.get("photoUrl")),
        phoneNumber=short_text(user.get("phoneNumber")),
        externalId=user.get("localId"),
        verifyUser=user.get("emailVerified") is True,
        vendorMetadata=custom,
        **hashed,
    )


def _custom_claims(user: dict[str, Any]) -> dict[str, Any]:
    try:
        found = orjson.loads(user.get("customAttributes") or "{}")
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}
