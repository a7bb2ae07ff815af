"""Firebase: the JSON of `firebase auth:export`, with the hash parameters that its console shows.

Those stand in a file of their own, as JSON or as the console writes them (`hash_config { … }`)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from gatehouse.imports.models import Export, Options, Row
from gatehouse.imports.reading import given, named, objects, row_of, short, whole
from gatehouse.imports.users.models import Refused
from gatehouse.kit.configuration import ConfigurationError

CONSOLE = re.compile(r"(\w+)\s*:\s*([^\s,}]+)")


def read(path: Path, options: Options) -> Export:
    """`ConfigurationError` where there are hashes, and no parameters."""
    users = objects(whole(path).get("users"), "users")
    parameters = _parameters(options.hash_config) if options.hash_config else None
    if parameters is None and any(user.get("passwordHash") for user in users):
        raise ConfigurationError("Firebase's hashes need their parameters: give --hash-config")

    def people() -> Iterator[Row]:
        for user in users:
            yield row_of(user, lambda user: _row(user, parameters, options))

    return Export(people)


def _parameters(path: Path) -> dict[str, Any]:
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


def _row(user: dict[str, Any], parameters: dict[str, Any] | None, options: Options) -> Row:
    email = short(user.get("email"))
    if user.get("disabled") is True:
        return Refused(email, "Is disabled there")
    if not email:
        return Refused(short(user.get("phoneNumber")), "email: is needed")
    custom = _custom(user)
    hashed: dict[str, Any] = {}
    if user.get("passwordHash") and parameters:
        hashed = {
            "passwordHash": user["passwordHash"],
            "passwordHashType": "firebase-scrypt",
            "passwordHashConfig": orjson.dumps(
                {**parameters, "salt": user.get("salt", "")}
            ).decode(),
        }
    return given(
        email=email,
        tenantId=named({"customAttributes": custom}, options.tenant_field),
        name=short(user.get("displayName")),
        profilePictureUrl=short(user.get("photoUrl")),
        phoneNumber=short(user.get("phoneNumber")),
        externalId=user.get("localId"),
        verifyUser=user.get("emailVerified") is True,
        vendorMetadata=custom,
        **hashed,
    )


def _custom(user: dict[str, Any]) -> dict[str, Any]:
    try:
        found = orjson.loads(user.get("customAttributes") or "{}")
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}
