"""Imports of another system's export, with permissions, roles and tenants before the users who need them, and
groups after. Existing ones stay unchanged, so an import may be repeated."""

from dataclasses import replace
from functools import partial
from itertools import chain, count, groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.configuration.service import lock_configuration
from gatehouse.directory.groups import queries as groups
from gatehouse.directory.groups.events import GroupCreated, GroupUsersAdded
from gatehouse.directory.groups.queries import MOST_GROUPS
from gatehouse.directory.roles import queries as roles
from gatehouse.directory.roles.events import RoleCreated
from gatehouse.directory.sub_accounts.service import check_tree_depth
from gatehouse.directory.tenants.events import TenantCreatedByVendor
from gatehouse.directory.tenants.service import (
    create_tenant,
    get_tenant,
    lock_tenant,
    lock_tenant_tree,
)
from gatehouse.directory.users.errors import InvalidEmail
from gatehouse.directory.users.service import normalize_email
from gatehouse.imports import models
from gatehouse.imports.errors import UnreadableRows
from gatehouse.imports.formats import auth0, cognito, firebase, hosted, keycloak
from gatehouse.imports.reading import FAULTS
from gatehouse.imports.users.file import ImportFile, compute_import_id
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Query
from gatehouse.kit.errors import DomainError

ROLE_KEYS = Query(str, "select key from roles where tenant_id is null")
ROLE_NAMES = Query(str, "select lower(name) as name from roles where tenant_id is null")
PERMISSION_KEYS = Query(str, "select key from permissions")
# Of any tenant: an id that another tenant's role has is not taken a second time.
ROLE_IDS = Query(UUID, "select id from roles where id = any ($1::uuid[])")
# Keys and names in lower case that a tenant cannot give to a role of its own.
TAKEN_BY_ROLES = Query(
    str,
    """
    select unnest(array[lower(key), lower(name)]) as word from roles
    where tenant_id is null or tenant_id = $1
    """,
)
ASSIGNABLE_PERMISSIONS = Query(
    UUID, "select id from permissions where key = any ($1::text[]) and assignment_type <> 'NEVER'"
)
TENANT_IDS = Query(UUID, "select tenant_id from tenants where tenant_id = any ($1::uuid[])")
GROUP_BY_NAME = Query(
    UUID, "select id from groups where tenant_id = $1 and lower(name) = lower($2)"
)
ROLES_OPEN = Query(
    UUID,
    """
    select id from roles
    where key = any ($2::text[]) and tenant_id is null or id = any ($3::uuid[]) and tenant_id = $1
    """,
)
MEMBERS = Query(
    UUID,
    """
    select m.user_id from unnest($2::text[]) as a (email)
    join memberships m on m.tenant_id = $1 and m.user_id = gatehouse_person_of(a.email)
    """,
)


CATEGORY = "Imported"
# Below every existing role, so that the order of ranks gives no user more than before.
LOWEST = 1000
LONGEST_ROLE_WORD = 180  # of 200, with a mark behind it


async def create_roles_and_tenants(db: Db, given: models.ExportStructure) -> list[str]:
    """Create permissions, roles and tenants; returns one line for each. Raises `DocumentRefused` for an
    inconsistent catalogue."""
    configuration = await lock_configuration(db)
    made = await configuration.change(await _build_missing_document(db, given))
    known = set(await TENANT_IDS.all(db, [one.id for one in given.tenants]))
    waiting = [one for one in given.tenants if one.id not in known]
    while waiting:
        # Those whose parent is not among them come first, and below them the next.
        left = {one.id for one in waiting}
        ready = [one for one in waiting if one.parent_id not in left]
        for one in ready or waiting:
            made.append(await _create_tenant(db, one))
        waiting = [one for one in waiting if one not in ready] if ready else []
    return made + await _add_tenant_roles(db, given.tenant_roles)


async def _add_tenant_roles(db: Db, wanted: list[models.GivenTenantRole]) -> list[str]:
    """Create roles of existing tenants. A key or name that is already used gets a suffix: the permissions
    matter, and users with the role must not lose them."""
    made = []
    there = set(await ROLE_IDS.all(db, [one.id for one in wanted]))
    known = set(await TENANT_IDS.all(db, list({one.tenant_id for one in wanted})))
    missing = [one for one in wanted if one.id not in there and one.tenant_id in known]
    of_tenant = attrgetter("tenant_id")
    for tenant_id, group in groupby(sorted(missing, key=of_tenant), key=of_tenant):
        await lock_tenant(db, tenant_id)
        taken = set(await TAKEN_BY_ROLES.all(db, tenant_id))
        for one in group:
            role = replace(
                one.role,
                key=_find_unused_role_word(one.role.key, taken),
                name=_find_unused_role_word(one.role.name, taken),
            )
            taken |= {role.key.lower(), role.name.lower()}
            made.append(await _add_tenant_role(db, replace(one, role=role)))
    return made


def _find_unused_role_word(word: str, taken: set[str]) -> str:
    word = " ".join(word.split())[:LONGEST_ROLE_WORD]
    marks = chain(["", " (imported)"], (f" (imported {number})" for number in count(2)))
    return next(f"{word}{mark}" for mark in marks if f"{word}{mark}".lower() not in taken)


async def _add_tenant_role(db: Db, one: models.GivenTenantRole) -> str:
    role = one.role
    permissions = await ASSIGNABLE_PERMISSIONS.all(db, list(role.permissions))
    level = LOWEST if role.level is None else min(max(role.level, 0), LOWEST)
    await roles.ADD_ROLE.first(
        db, one.id, one.tenant_id, role.key, role.name, role.description, role.is_default, level,
        clock.now(), permissions,
    )  # fmt: skip
    await announce_event(db, RoleCreated(one.tenant_id, one.id, role.name), by=SYSTEM)
    return f"role {role.name} of one account"


async def create_groups(db: Db, given: models.ExportStructure) -> list[str]:
    """Create the groups with their members; returns one line for each that was created."""
    return [await _create_group(db, one) for one in given.groups]


async def _build_missing_document(db: Db, given: models.ExportStructure) -> dict[str, Any]:
    """The part of the vendor's document that is missing."""
    known = set(await PERMISSION_KEYS.all(db))
    held = set(await ROLE_KEYS.all(db))
    names = set(await ROLE_NAMES.all(db))
    permissions = {
        one.key: {"name": one.name, "description": one.description, "category": CATEGORY}
        for one in given.permissions
        if one.key and one.key not in known
    }
    roles = {
        one.key: {
            "name": f"{one.name} (imported)" if one.name.lower() in names else one.name,
            "description": one.description, "is_default": one.is_default,
            "level": LOWEST if one.level is None else one.level,
            "permissions": [key for key in one.permissions if key in known or key in permissions],
        }
        for one in given.roles if one.key and one.key not in held
    }  # fmt: skip
    document: dict[str, Any] = {"roles": roles} if roles else {}
    if permissions:
        categories = {CATEGORY: "Brought in from another system"}
        document |= {"permission_categories": categories, "permissions": permissions}
    return document


async def _create_tenant(db: Db, one: models.GivenTenant) -> str:
    try:
        if one.parent_id:
            await lock_tenant_tree(db, one.parent_id)
            check_tree_depth(await get_tenant(db, one.parent_id))
        made = await create_tenant(
            db,
            name=one.name,
            tenant_id=one.id,
            external_id=one.external_id,
            parent_id=one.parent_id,
        )
    except DomainError as error:
        return f"account {one.name}: {error.message}"
    await announce_event(db, TenantCreatedByVendor(made.id, made.id, made.name), by=SYSTEM)
    return f"account {one.name}"


async def _create_group(db: Db, one: models.GivenGroup) -> str:
    try:
        await get_tenant(db, one.tenant_id)
    except DomainError as error:
        return f"group {one.name}: {error.message}"
    await lock_tenant(db, one.tenant_id)
    group_id = await GROUP_BY_NAME.first(db, one.tenant_id, one.name)
    if group_id is None:
        if await groups.COUNT.one(db, one.tenant_id) >= MOST_GROUPS:
            return f"group {one.name}: an account has at most {MOST_GROUPS:,}"
        group_id = new_id()
        await groups.ADD.run(
            db, group_id, one.tenant_id, one.name, None, one.description, "", clock.now()
        )
        await announce_event(db, GroupCreated(one.tenant_id, group_id, one.name), by=SYSTEM)
        role_ids = await ROLES_OPEN.all(db, one.tenant_id, list(one.roles), list(one.role_ids))
        await groups.ADD_ROLES.run(db, one.tenant_id, group_id, role_ids, clock.now())
    members = await MEMBERS.all(db, one.tenant_id, _normalize_member_addresses(one))
    added = await groups.ADD_KEPT_MEMBERS.all(db, one.tenant_id, group_id, members)
    if added:
        event = GroupUsersAdded(one.tenant_id, group_id, one.name, added)
        await announce_event(db, event, by=SYSTEM)
    return f"group {one.name}: {len(added):,} people"


def _normalize_member_addresses(one: models.GivenGroup) -> list[str]:
    found = []
    for email in one.members:
        try:
            found.append(normalize_email(email))
        except InvalidEmail:
            continue
    return found


class ExportReader(Protocol):
    def __call__(self, path: Path, options: models.Options, /) -> models.ReadExport: ...


FORMATS: dict[str, ExportReader] = {
    "auth0": auth0.read_auth0_export,
    "cognito": cognito.read_cognito_export,
    "firebase": firebase.read_firebase_export,
    "hosted": hosted.read_hosted_export,
    "keycloak": keycloak.read_keycloak_export,
}


def read_export(
    name: str, path: Path, options: models.Options, *, verified: bool
) -> tuple[ImportFile, list[str]]:
    """Read an export; also returns what is left out of it. Raises `UnreadableRows`, `ConfigurationError`,
    `OSError`."""
    try:
        export = FORMATS[name](path, options)
    except FAULTS as error:
        raise UnreadableRows(
            f"{path.name} is no export of {name}: {type(error).__name__} {error}"
        ) from None
    how = f" {name} {options.tenant_field}"
    if options.hashes:
        how += f" {compute_import_id(options.hashes, None, verified=verified)}"
    return ImportFile(
        compute_import_id(path, options.tenant_id, verified=verified, how=how),
        export.people,
        options.tenant_id,
        verified,
        partial(create_roles_and_tenants, given=export.structure),
        partial(create_groups, given=export.structure),
    ), export.structure.left_out
