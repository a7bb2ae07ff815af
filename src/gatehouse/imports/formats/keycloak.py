"""Keycloak: a realm's export (`kc.sh export --realm … --users same_file`): users, realm roles, groups and
organizations.

An organization becomes a tenant with its id, and its members become members there, in each tenant if they
belong to several. Groups are created in the tenant of `--tenant`, nested groups by their path. Client roles
and composite roles are ignored.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson

from gatehouse.imports import models
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.reading import (
    FAULTS,
    clean_text,
    drop_empty_fields,
    find_field_value,
    iterate_users_by_tenant,
    list_or_empty,
    read_json_object,
    read_or_refuse_user,
    require_objects,
)
from gatehouse.imports.users.hashes import format_argon2_hash
from gatehouse.imports.users.models import ReducedRow, RefusedRow

ITS_OWN = ("offline_access", "uma_authorization")
VERSIONS = {"1.0": 16, "1.3": 19}


def read_keycloak_export(path: Path, options: models.Options) -> models.ReadExport:
    """Raises `UnreadableRows`."""
    realm = read_json_object(path)
    users = require_objects(realm.get("users"), "users")
    roles = _read_realm_roles(realm)
    keys = {role.key for role in roles}
    groups = list(
        _read_groups(require_objects(realm.get("groups"), "groups"), "", options, users, keys)
    )
    organizations = require_objects(realm.get("organizations"), "organizations")
    enabled = [one for one in organizations if one.get("enabled") is not False]
    member_of = _map_users_to_organizations(enabled)

    def people() -> Iterator[models.Row]:
        for user, place in iterate_users_by_tenant(
            users, lambda user: len(_list_organizations_of_user(user, member_of))
        ):
            yield read_or_refuse_user(
                user,
                partial(
                    _build_import_row, place=place, options=options, keys=keys, member_of=member_of
                ),
            )

    tenants = [
        models.GivenTenant(_parse_organization_id(one), clean_text(one.get("name")) or "?")
        for one in enabled
    ]
    left_out = list(_describe_omissions(realm, users, organizations, options))
    return models.ReadExport(
        people,
        models.ExportStructure(roles=roles, tenants=tenants, groups=groups, left_out=left_out),
    )


def _describe_omissions(
    realm: dict[str, Any],
    users: list[dict[str, Any]],
    organizations: list[dict[str, Any]],
    options: models.Options,
) -> Iterator[str]:
    if realm.get("groups") and not options.tenant_id:
        yield "Groups: they need --tenant"
    if "roles" not in realm and any(user.get("realmRoles") for user in users):
        yield "Roles: this file has people alone; export with --users same_file"
    temporary = [
        user
        for user in users
        if _has_temporary_password(
            user, [one for one in list_or_empty(user.get("credentials")) if isinstance(one, dict)]
        )
    ]
    if temporary:
        yield f"Passwords of {len(temporary):,} users: are temporary there; Forgot password sets one"
    for one in organizations:
        if one.get("enabled") is False:
            yield f"Organization {clean_text(one.get('name'))}: is disabled there"


def _parse_organization_id(one: dict[str, Any]) -> UUID:
    try:
        return UUID(one["id"])
    except (KeyError, ValueError, TypeError, AttributeError):
        raise UnreadableRows(f"organizations: {one.get('id')!r:.80} is no id") from None


def _map_users_to_organizations(organizations: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The ids of each user's organizations, by username."""
    found: dict[str, list[str]] = {}
    for one in organizations:
        for member in require_objects(one.get("members"), "members"):
            ids = found.setdefault(clean_text(member.get("username")), [])
            ids.append(str(_parse_organization_id(one)))
    return found


def _list_organizations_of_user(user: dict[str, Any], member_of: dict[str, list[str]]) -> list[str]:
    return member_of.get(clean_text(user.get("username")), [])


def _read_realm_roles(realm: dict[str, Any]) -> list[models.GivenRole]:
    listed = require_objects((realm.get("roles") or {}).get("realm"), "roles.realm")
    names = [(clean_text(one.get("name")), clean_text(one.get("description"))) for one in listed]
    return [
        models.GivenRole(name, name, "" if text.startswith("${") else text)
        for name, text in names
        if name and name not in ITS_OWN and not name.startswith("default-roles-")
    ]


def _read_groups(
    listed: list[dict[str, Any]],
    above: str,
    options: models.Options,
    users: list[dict[str, Any]],
    keys: set[str],
) -> Iterator[models.GivenGroup]:
    for one in listed if options.tenant_id else []:
        path = f"{above}/{clean_text(one.get('name'))}"
        members = [
            clean_text(user.get("email")) for user in users if path in (user.get("groups") or [])
        ]
        wanted = [key for key in one.get("realmRoles") or [] if key in keys]
        assert options.tenant_id is not None  # noqa: S101  else there was nothing to go through
        yield models.GivenGroup(
            options.tenant_id, path.strip("/"), "", tuple(wanted), tuple(filter(None, members))
        )
        yield from _read_groups(
            require_objects(one.get("subGroups"), "subGroups"), path, options, users, keys
        )


def _build_import_row(
    user: dict[str, Any],
    place: int,
    options: models.Options,
    keys: set[str],
    member_of: dict[str, list[str]],
) -> models.Row:
    email = clean_text(user.get("email"))
    if user.get("enabled") is False:
        return RefusedRow(email, "The user is disabled there")
    if not email:
        return RefusedRow(clean_text(user.get("username")), "email: is required")
    hashed, omitted = {}, ""
    try:
        credentials = require_objects(user.get("credentials"), "credentials")
        hashed = (
            {} if _has_temporary_password(user, credentials) else _read_password_hash(credentials)
        )
    except (*FAULTS, UnreadableRows) as error:
        omitted = f"credentials: {type(error).__name__} {error}"
    username, accounts = (
        clean_text(user.get("username")),
        _list_organizations_of_user(user, member_of),
    )
    name = f"{clean_text(user.get('firstName'))} {clean_text(user.get('lastName'))}".strip()
    row = drop_empty_fields(
        email=email,
        tenantId=accounts[place] if accounts else find_field_value(user, options.tenant_field),
        name=name,
        username=username if "@" not in username else "",
        externalId=clean_text(user.get("id")),
        verifyUser=user.get("emailVerified") is True,
        vendorMetadata=user.get("attributes"),
        roles=[key for key in user.get("realmRoles") or [] if key in keys],
        **hashed,
    )
    return ReducedRow(row, omitted) if omitted else row


def _has_temporary_password(user: dict[str, Any], credentials: list[dict[str, Any]]) -> bool:
    """An administrator chose the password for the first sign-in only. Without it the user
    chooses one by mail."""
    required = list_or_empty(user.get("requiredActions"))
    return "UPDATE_PASSWORD" in required or any(
        one.get("type") == "password" and one.get("temporary") is True for one in credentials
    )


def _read_password_hash(credentials: list[dict[str, Any]]) -> dict[str, Any]:
    found = next((one for one in credentials if one.get("type") == "password"), None)
    if found is None:
        return {}
    if "hashedSaltedValue" in found:  # before version 8
        how, secret = found, {"value": found["hashedSaltedValue"], "salt": found["salt"]}
    else:
        secret, how = orjson.loads(found["secretData"]), orjson.loads(found["credentialData"])
    algorithm, times = how["algorithm"], int(how["hashIterations"])
    if algorithm == "argon2":
        more = how["additionalParameters"]
        text = format_argon2_hash(
            more.get("type", ["id"])[0], VERSIONS[more.get("version", ["1.3"])[0]],
            int(more["memory"][0]), times, int(more["parallelism"][0]),
            secret["salt"], secret["value"],
        )  # fmt: skip
        return {"passwordHash": text}
    digest = {"pbkdf2": "sha1"}.get(algorithm, algorithm.removeprefix("pbkdf2-"))
    config = {"digest": digest, "iterations": times, "salt": secret["salt"]}
    return {
        "passwordHash": secret["value"],
        "passwordHashType": "pbkdf2",
        "passwordHashConfig": orjson.dumps(config).decode(),
    }
