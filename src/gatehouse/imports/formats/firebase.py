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
    clean_text,
    drop_empty_fields,
    find_field_value,
    read_json_object,
    read_or_refuse_user,
    require_objects,
)
from gatehouse.imports.users.models import RefusedRow
from gatehouse.kit.configuration import ConfigurationError

CONSOLE = re.compile(r"(\w+)\s*:\s*([^\s,}]+)")


def read_firebase_export(path: Path, options: Options) -> ReadExport:
    """Read a Firebase export. Raises `ConfigurationError` when it has hashes but no parameters."""
    users = require_objects(read_json_object(path).get("users"), "users")
    parameters = _read_hash_parameters(options.hash_config) if options.hash_config else None
    if parameters is None and any(user.get("passwordHash") for user in users):
        raise ConfigurationError("Firebase hashes require their parameters. Use --hash-config.")

    def people() -> Iterator[Row]:
        for user in users:
            yield read_or_refuse_user(
                user, lambda user: _build_import_row(user, parameters, options)
            )

    return ReadExport(people)


def _read_hash_parameters(path: Path) -> dict[str, Any]:
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


def _build_import_row(
    user: dict[str, Any], parameters: dict[str, Any] | None, options: Options
) -> Row:
    email = clean_text(user.get("email"))
    if user.get("disabled") is True:
        return RefusedRow(email, "The user is disabled there")
    if not email:
        return RefusedRow(clean_text(user.get("phoneNumber")), "email: is required")
    custom = _parse_custom_claims(user)
    hashed: dict[str, Any] = {}
    if user.get("passwordHash") and parameters:
        hashed = {
            "passwordHash": user["passwordHash"],
            "passwordHashType": "firebase-scrypt",
            "passwordHashConfig": orjson.dumps(
                {**parameters, "salt": user.get("salt", "")}
            ).decode(),
        }
    return drop_empty_fields(
        email=email,
        tenantId=find_field_value({"customAttributes": custom}, options.tenant_field),
        name=clean_text(user.get("displayName")),
        profilePictureUrl=clean_text(user.get("photoUrl")),
        phoneNumber=clean_text(user.get("phoneNumber")),
        externalId=user.get("localId"),
        verifyUser=user.get("emailVerified") is True,
        vendorMetadata=custom,
        **hashed,
    )


def _parse_custom_claims(user: dict[str, Any]) -> dict[str, Any]:
    try:
        found = orjson.loads(user.get("customAttributes") or "{}")
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}
