"""Auth0: JSON Lines, as its export of users writes them, and as its support hands out the hashes.

The hash is in `passwordHash`, `password_hash` (bcrypt) or `custom_password_hash`, whose fields are those of
Auth0's own import. Its export of users has no hashes and that of hashes neither names nor metadata, so one
can be read beside the other (`Options.hashes`). MFA factors are in neither; users enroll them again.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from gatehouse.imports import reading
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.models import Options, ReadExport, Row
from gatehouse.imports.reading import (
    FAULTS,
    clean_text,
    drop_empty_fields,
    find_field_value,
    list_or_empty,
    read_json_lines,
)
from gatehouse.imports.users.hashes import UNSAFE, convert_phc_hash
from gatehouse.imports.users.models import ReducedRow, RefusedRow
from gatehouse.kit.foreign_hashes import decode_base64

Hashed = dict[str, Any]
HASHES = ("passwordHash", "password_hash", "custom_password_hash")
BYTES: dict[str, Callable[[str], bytes]] = {
    "base64": decode_base64,
    "hex": bytes.fromhex,
    "utf8": str.encode,
}


def read_auth0_export(path: Path, options: Options) -> ReadExport:
    """Read an Auth0 export. Raises `UnreadableRows` for a malformed line in the file of hashes."""
    hashes = _read_hash_file(options.hashes) if options.hashes else Auth0Hashes()

    def row(user: dict[str, Any]) -> Row:
        return build_row_from_auth0_user(
            _add_password_hash(user, hashes), find_field_value(user, options.tenant_field)
        )

    def people() -> Iterator[Row]:
        for line in read_json_lines(path):
            yield reading.read_or_refuse_user(line, row)

    return ReadExport(people)


@dataclass(frozen=True, slots=True)
class Auth0Hashes:
    """`of_id`: by the id of the user. `of_address`: by their address, with the id that goes with it; None
    where several users have the address."""

    of_id: dict[str, Hashed] = field(default_factory=dict)
    of_address: dict[str, tuple[str, Hashed] | None] = field(default_factory=dict)


def _read_hash_file(path: Path) -> Auth0Hashes:
    found = Auth0Hashes()
    for number, line in enumerate(read_json_lines(path), 1):
        if not isinstance(line, dict):
            raise UnreadableRows(f"{path.name}: line {number} is no JSON object")
        hashed = {name: line[name] for name in HASHES if line.get(name)}
        own, email = clean_text(_read_user_id(line)), _find_identifier(line, "email")[0].lower()
        if hashed and own:
            found.of_id.setdefault(own, hashed)
        if hashed and email:
            said = (own, hashed)
            found.of_address[email] = said if found.of_address.get(email, said) == said else None
    return found


def _add_password_hash(user: dict[str, Any], hashes: Auth0Hashes) -> dict[str, Any]:
    """The user with their hash from the separate file, found by the user's id or the ids of joined Auth0
    identities. The address is used only when one side has no id: two records with an id and the same address
    are two users, and one of them may not have verified it."""
    joined = [
        f"auth0|{one.get('user_id')}"
        for one in list_or_empty(user.get("identities"))
        if isinstance(one, dict) and one.get("provider") == "auth0"
    ]
    own = _read_user_id(user)
    for key in (own, *joined):
        if key in hashes.of_id:
            return {**hashes.of_id[key], **user}
    said = hashes.of_address.get(_find_identifier(user, "email")[0].lower())
    if said is None or (own and said[0]):
        return user
    return {**said[1], **user}


def _read_user_id(user: dict[str, Any]) -> Any:
    """The user id as in Auth0's tokens; an export of hashes has only its last part."""
    if said := clean_text(user.get("user_id")):
        return said
    own = user.get("_id")
    last = clean_text(user.get("alt_id")) or clean_text(
        own.get("$oid") if isinstance(own, dict) else own
    )
    return f"auth0|{last}" if last else ""


def _find_identifier(user: dict[str, Any], kind: str) -> tuple[str, bool]:
    """The address, and whether it is verified: some have it among `identifiers` alone."""
    if said := clean_text(user.get(kind)):
        return said, user.get(f"{kind}_verified") is True
    for one in list_or_empty(user.get("identifiers")):
        if isinstance(one, dict) and one.get("type") == kind:
            return clean_text(one.get("value")), one.get("verified") is True
    return "", False


def build_row_from_auth0_user(user: dict[str, Any], tenant: Any) -> Row:
    """One import row from an Auth0 user. `tenant` is the user's value of the tenant field."""
    email, verified = _find_identifier(user, "email")
    if user.get("blocked") is True:
        return RefusedRow(email, "The user is blocked there")
    hashed, omitted = {}, ""
    try:
        hashed = _read_password_hash(user)
    except FAULTS as error:
        omitted = f"custom_password_hash: {error}"
    full = f"{clean_text(user.get('given_name'))} {clean_text(user.get('family_name'))}".strip()
    name = clean_text(user.get("name"))
    row = drop_empty_fields(
        email=email,
        tenantId=tenant,
        name=(name if name != email else "") or full,
        profilePictureUrl=clean_text(user.get("picture")),
        username=_find_identifier(user, "username")[0],
        externalId=user.get("user_id") or _read_user_id(user),
        verifyUser=verified,
        metadata=user.get("user_metadata"),
        vendorMetadata=user.get("app_metadata"),
        phoneNumber=clean_text(user.get("phone_number")),
        **hashed,
    )
    return ReducedRow(row, omitted) if omitted else row


def _read_password_hash(user: dict[str, Any]) -> dict[str, Any]:
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
        return {"passwordHash": convert_phc_hash(value)}
    if algorithm == "scrypt":
        return _convert_scrypt_hash(custom)
    raise ValueError(f"{algorithm} {UNSAFE}")


def _convert_scrypt_hash(custom: dict[str, Any]) -> dict[str, Any]:
    """Salt and hash each in an encoding of their own; a salt is text unless it says something else."""
    salt = _to_base64(custom["salt"], "utf8")
    config = {
        "N": custom.get("cost", 16384),
        "r": custom.get("blockSize", 8),
        "p": custom.get("parallelization", 1),
        "salt": salt,
    }
    return {
        "passwordHash": _to_base64(custom["hash"], "base64"),
        "passwordHashType": "scrypt",
        "passwordHashConfig": orjson.dumps(config).decode(),
    }


def _to_base64(part: dict[str, Any], encoding: str) -> str:
    return b64encode(BYTES[part.get("encoding", encoding)](part["value"])).decode()
