"""Keycloak: a realm's export (`kc.sh export --realm … --users same_file`): people, realm roles and groups.

Groups come into the account of `--tenant`, those within others by their path. Roles of clients, and roles
that consist of others, say nothing here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from gatehouse.management.imports.models import (
    Export,
    GivenGroup,
    GivenRole,
    Options,
    Row,
    Structure,
)
from gatehouse.management.imports.reading import given, named, objects, row_of, short, whole
from gatehouse.management.user_import.hashes import argon2_text
from gatehouse.management.user_import.models import Refused

ITS_OWN = ("offline_access", "uma_authorization")
VERSIONS = {"1.0": 16, "1.3": 19}


def read(path: Path, options: Options) -> Export:
    """`UnreadableRows`."""
    realm = whole(path)
    users = objects(realm.get("users"), "users")
    roles = _roles(realm)
    keys = {role.key for role in roles}
    groups = list(_groups(objects(realm.get("groups"), "groups"), "", options, users, keys))
    left_out = (
        [] if options.tenant_id or not realm.get("groups") else ["Groups: they need --tenant"]
    )

    def people() -> Iterator[Row]:
        for user in users:
            yield row_of(user, lambda user: _row(user, options, keys))

    return Export(people, Structure(roles=roles, groups=groups, left_out=left_out))


def _roles(realm: dict[str, Any]) -> list[GivenRole]:
    listed = objects((realm.get("roles") or {}).get("realm"), "roles.realm")
    names = [(short(one.get("name")), short(one.get("description"))) for one in listed]
    return [
        GivenRole(name, name, "" if text.startswith("${") else text)
        for name, text in names
        if name and name not in ITS_OWN and not name.startswith("default-roles-")
    ]


def _groups(
    listed: list[dict[str, Any]],
    above: str,
    options: Options,
    users: list[dict[str, Any]],
    keys: set[str],
) -> Iterator[GivenGroup]:
    for one in listed if options.tenant_id else []:
        path = f"{above}/{short(one.get('name'))}"
        members = [short(user.get("email")) for user in users if path in (user.get("groups") or [])]
        wanted = [key for key in one.get("realmRoles") or [] if key in keys]
        assert options.tenant_id is not None  # noqa: S101  else there was nothing to go through
        yield GivenGroup(
            options.tenant_id, path.strip("/"), "", tuple(wanted), tuple(filter(None, members))
        )
        yield from _groups(objects(one.get("subGroups"), "subGroups"), path, options, users, keys)


def _row(user: dict[str, Any], options: Options, keys: set[str]) -> Row:
    email = short(user.get("email"))
    if user.get("enabled") is False:
        return Refused(email, "Is disabled there")
    if not email:
        return Refused(short(user.get("username")), "email: is needed")
    try:
        hashed = _hash(objects(user.get("credentials"), "credentials"))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        return Refused(email, f"credentials: {error}")
    username = short(user.get("username"))
    name = f"{short(user.get('firstName'))} {short(user.get('lastName'))}".strip()
    return given(
        email=email,
        tenantId=named(user, options.tenant_field),
        name=name,
        username=username if "@" not in username else "",
        externalId=short(user.get("id")),
        verifyUser=user.get("emailVerified") is True,
        vendorMetadata=user.get("attributes"),
        roles=[key for key in user.get("realmRoles") or [] if key in keys],
        **hashed,
    )


def _hash(credentials: list[dict[str, Any]]) -> dict[str, Any]:
    found = next((one for one in credentials if one.get("type") == "password"), None)
    if found is None:
        return {}
    secret, how = orjson.loads(found["secretData"]), orjson.loads(found["credentialData"])
    algorithm, rounds = how["algorithm"], int(how["hashIterations"])
    if algorithm == "argon2":
        more = how["additionalParameters"]
        text = argon2_text(
            more.get("type", ["id"])[0], VERSIONS[more.get("version", ["1.3"])[0]],
            int(more["memory"][0]), rounds, int(more["parallelism"][0]),
            secret["salt"], secret["value"],
        )  # fmt: skip
        return {"passwordHash": text}
    digest = {"pbkdf2": "sha1"}.get(algorithm, algorithm.removeprefix("pbkdf2-"))
    config = {"digest": digest, "iterations": rounds, "salt": secret["salt"]}
    return {
        "passwordHash": secret["value"],
        "passwordHashType": "pbkdf2",
        "passwordHashConfig": orjson.dumps(config).decode(),
    }
