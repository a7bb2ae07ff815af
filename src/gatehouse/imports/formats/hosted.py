"""The hosted platform: one JSON object with `tenants`, `permissions`, `roles`, `groups` and `users`, each as
its API lists them, plain or as pages with `items`. A hash is included where a user has `passwordHash`, as in
`migrations/v1/local`. A role of one tenant is listed among the roles, or given in full with the user who
holds it."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from gatehouse.imports import models
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.reading import (
    clean_text,
    drop_empty_fields,
    iterate_users_by_tenant,
    list_or_empty,
    read_json_object,
    read_or_refuse_user,
    require_objects,
)
from gatehouse.imports.users.models import RefusedRow
from gatehouse.kit.tenant_ids import ChosenTenantId, inner_id

COPIED = (
    "name", "profilePictureUrl", "phoneNumber", "provider", "metadata", "vendorMetadata", "externalId",
    "username", "passwordHash", "passwordHashType", "passwordHashConfig",
)  # fmt: skip
OF_MEMBERSHIP = ("isDisabled", "temporaryExpirationDate")


def read_hosted_export(path: Path, options: models.Options) -> models.ReadExport:
    """Raises `UnreadableRows`."""
    found = read_json_object(path)
    permissions = require_objects(found.get("permissions"), "permissions")
    roles = require_objects(found.get("roles"), "roles")
    users = require_objects(found.get("users"), "users")
    keys = {clean_text(one.get("id")): clean_text(one.get("key")) for one in (*roles, *permissions)}
    own = {
        _read_role_id(one): own_id
        for one in roles
        if _read_role_id(one) and (own_id := _compute_tenant_role_id(one))
    }
    structure = models.ExportStructure(
        [_to_permission(one) for one in permissions],
        [_to_role(one, keys) for one in roles if not one.get("tenantId")],
        list(_list_tenant_roles([*roles, *_list_roles_of_users(users)], keys)),
        [_to_tenant(one) for one in require_objects(found.get("tenants"), "tenants")],
        list(_read_groups(require_objects(found.get("groups"), "groups"), options, own)),
    )

    def people() -> Iterator[models.Row]:
        for user, place in iterate_users_by_tenant(
            users, lambda user: len(_list_tenants_of_user(user))
        ):
            yield read_or_refuse_user(
                user, partial(_build_import_row, place=place, options=options, keys=keys, own=own)
            )

    return models.ReadExport(people, structure)


def _to_permission(one: dict[str, Any]) -> models.GivenPermission:
    key = clean_text(one.get("key"))
    return models.GivenPermission(
        key, clean_text(one.get("name")) or key, clean_text(one.get("description"))
    )


def _to_role(one: dict[str, Any], keys: dict[str, str]) -> models.GivenRole:
    key, held = clean_text(one.get("key")), one.get("permissions") or []
    level = one.get("level")
    return models.GivenRole(
        key,
        clean_text(one.get("name")) or key,
        clean_text(one.get("description")),
        tuple(keys.get(permission, permission) for permission in map(_read_role_id, held)),
        one.get("isDefault") is True,
        level if isinstance(level, int) else None,
    )


def _list_roles_of_users(users: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Roles as objects, which the user's accounts name."""
    for user in users:
        for account in (user, *_list_tenants_of_user(user)):
            for role in list_or_empty(account.get("roles")):
                if isinstance(role, dict) and isinstance(role.get("permissions") or [], list):
                    yield role


def _list_tenant_roles(
    listed: list[dict[str, Any]], keys: dict[str, str]
) -> Iterator[models.GivenTenantRole]:
    """Each once, the one of the list of roles first."""
    seen: set[UUID] = set()
    for one in listed:
        role_id = _compute_tenant_role_id(one)
        if role_id and role_id not in seen and (role := _to_role(one, keys)).key:
            seen.add(role_id)
            yield models.GivenTenantRole(role_id, inner_id(one["tenantId"]), role)


def _compute_tenant_role_id(role: object) -> UUID | None:
    """A role id that is stable across runs and unique per tenant; None for a role of the vendor."""
    if not isinstance(role, dict) or not role.get("tenantId"):
        return None
    try:
        return uuid5(inner_id(role["tenantId"]), _read_role_id(role) or clean_text(role.get("key")))
    except (ValueError, TypeError, AttributeError):
        return None


def _find_tenant_role_id(role: object, own: dict[str, UUID]) -> UUID | None:
    """Of a role as an object, or by the id that the list of roles has."""
    return _compute_tenant_role_id(role) or own.get(_read_role_id(role))


def _to_tenant(one: dict[str, Any]) -> models.GivenTenant:
    try:
        parent = one.get("parentTenantId")
        text: Any = one.get("tenantId") or one.get("id")
        chosen = ChosenTenantId.from_text(text)
        return models.GivenTenant(
            chosen.inner,
            clean_text(one.get("name")) or "?",
            inner_id(parent) if parent else None,
            chosen.text,
        )
    except (ValueError, TypeError, AttributeError):
        raise UnreadableRows(f"tenants: {one.get('tenantId')!r:.80} is no id") from None


def _read_groups(
    listed: list[dict[str, Any]], options: models.Options, own: dict[str, UUID]
) -> Iterator[models.GivenGroup]:
    for one in listed:
        tenant = one.get("tenantId") or options.tenant_id
        if not tenant:
            raise UnreadableRows("groups: name their tenantId, or give --tenant")
        held = one.get("roles") or []
        yield models.GivenGroup(
            tenant if isinstance(tenant, UUID) else inner_id(str(tenant)),
            clean_text(one.get("name")),
            clean_text(one.get("description")),
            tuple(
                clean_text(role.get("key")) for role in held if not _find_tenant_role_id(role, own)
            ),
            tuple(clean_text(user.get("email")) for user in one.get("users") or []),
            tuple(role_id for role in held if (role_id := _find_tenant_role_id(role, own))),
        )


def _list_tenants_of_user(user: dict[str, Any]) -> list[dict[str, Any]]:
    """Their accounts with the roles there, the usual one first."""
    listed = [one for one in list_or_empty(user.get("tenants")) if isinstance(one, dict)]
    listed = listed or [{"tenantId": one} for one in list_or_empty(user.get("tenantIds"))]
    return sorted(listed, key=lambda one: one.get("tenantId") != user.get("tenantId"))


def _build_import_row(
    user: dict[str, Any],
    place: int,
    options: models.Options,
    keys: dict[str, str],
    own: dict[str, UUID],
) -> models.Row:
    email, tenants = clean_text(user.get("email")), _list_tenants_of_user(user)
    if user.get("isLocked") is True:
        return RefusedRow(email, "The user is locked there")
    here = tenants[place] if tenants else {"tenantId": user.get("tenantId")}
    # The platform stores these per user; an entry with its own value for one tenant takes precedence there.
    here = {name: user.get(name) for name in OF_MEMBERSHIP} | here
    held = here.get("roles") or (user.get("roles") if len(tenants) < 2 else None) or []
    return drop_empty_fields(
        **{name: user.get(name) for name in COPIED},
        email=email,
        tenantId=here.get("tenantId"),
        verifyUser=user.get("verified") is True,
        roles=[_find_role_key(role, keys) for role in held if not _find_tenant_role_id(role, own)],
        roleIds=[str(role_id) for role in held if (role_id := _find_tenant_role_id(role, own))],
        **{name: here[name] for name in OF_MEMBERSHIP},
    )


def _read_role_id(role: object) -> str:
    return clean_text(role.get("id")) if isinstance(role, dict) else clean_text(role)


def _find_role_key(role: object, keys: dict[str, str]) -> str:
    """Of a role as an object, or by its id."""
    if isinstance(role, dict) and role.get("key"):
        return clean_text(role["key"])
    return keys.get(_read_role_id(role), _read_role_id(role))
