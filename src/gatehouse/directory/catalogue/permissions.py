"""Changing permissions and their categories by id."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.configuration.service import (
    LockedConfiguration,
    build_changed_event,
    lock_configuration,
)
from gatehouse.directory.catalogue import queries, schemas
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.directory.catalogue.queries import PermissionCategory
from gatehouse.directory.roles.schemas import PermissionOut
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Conflict

GENERAL = "General"


class PermissionKeyTaken(Conflict, code="permissions.key_taken"): ...


class CategoryNameTaken(Conflict, code="permissions.category_name_taken"): ...


async def create_permissions(
    db: Db, caller: VendorPrincipal, wanted: Sequence[schemas.PermissionCreate]
) -> list[PermissionOut]:
    """Create permissions in the catalogue. Raises `PermissionKeyTaken` or `CategoryNotFound`."""
    configuration = await lock_configuration(db, caller)
    taken = {permission.key for permission in await queries.CATALOGUE.all(db)}
    names = {category.id: category.name for category in await queries.CATEGORIES_SEEN.all(db)}
    entries: dict[str, Any] = {}
    for one in wanted:
        if one.key in taken or one.key in entries:
            raise PermissionKeyTaken("A permission with this key already exists", key=one.key)
        if one.category_id:
            await catalogue.get_category(db, one.category_id)
        entries[one.key] = {
            "name": one.name,
            "description": one.description,
            "category": names[one.category_id] if one.category_id else GENERAL,
            "assignment": one.assignment_type,
        }
    document: dict[str, Any] = {"permissions": entries}
    if GENERAL not in names.values() and any(not one.category_id for one in wanted):
        document["permission_categories"] = {GENERAL: ""}
    await configuration.change(document)
    by_key = {permission.key: permission for permission in await queries.CATALOGUE.all(db)}
    return [by_key[key] for key in entries]


async def change_permission(
    db: Db, caller: VendorPrincipal, permission_id: UUID, data: schemas.PermissionChange
) -> PermissionOut:
    configuration = await lock_configuration(db, caller)
    [permission] = await catalogue.get_permissions_by_id(db, [permission_id])
    given = data.model_dump(exclude_none=True)
    if category_id := given.pop("category_id", None):
        given["category"] = (await catalogue.get_category(db, category_id)).name
    await configuration.change({"permissions": {permission.key: given}})
    [changed] = await catalogue.get_permissions_by_id(db, [permission_id])
    return changed


async def delete_permission(db: Db, caller: VendorPrincipal, permission_id: UUID) -> None:
    """Delete a permission, also from every role. Permissions that Gatehouse itself requires cannot be
    deleted."""
    configuration = await lock_configuration(db, caller)
    [permission] = await catalogue.get_permissions_by_id(db, [permission_id])
    roles = {
        role.key: {"permissions": [key for key in role.permission_keys if key != permission.key]}
        for role in await catalogue.list_roles(db)
        if permission.key in role.permission_keys
    }
    document = {"roles": roles, "remove": {"permissions": [permission.key]}}
    await configuration.change(document)


async def set_permission_roles(
    db: Db, caller: VendorPrincipal, permission_id: UUID, role_ids: Sequence[UUID]
) -> PermissionOut:
    """Set which of the vendor's roles hold the permission: exactly these."""
    configuration = await lock_configuration(db, caller)
    [permission] = await catalogue.get_permissions_by_id(db, [permission_id])
    await catalogue.get_vendor_roles(db, role_ids)
    wanted, roles = set(role_ids), {}
    for role in await catalogue.list_roles(db):
        others = [key for key in role.permission_keys if key != permission.key]
        if role.id in wanted and permission.key not in role.permission_keys:
            roles[role.key] = {"permissions": [*others, permission.key]}
        elif role.id not in wanted and permission.key in role.permission_keys:
            roles[role.key] = {"permissions": others}
    await configuration.change({"roles": roles})
    [changed] = await catalogue.get_permissions_by_id(db, [permission_id])
    return changed


async def classify_permissions(
    db: Db, caller: VendorPrincipal, permission_ids: Sequence[UUID], assignment: schemas.Assignment
) -> PermissionOut:
    """Set whether tenants may use these permissions in roles of their own; returns the first of them."""
    configuration = await lock_configuration(db, caller)
    found = await catalogue.get_permissions_by_id(db, permission_ids)
    entries = {permission.key: {"assignment": assignment} for permission in found}
    await configuration.change({"permissions": entries})
    [first] = await catalogue.get_permissions_by_id(db, permission_ids[:1])
    return first


async def create_category(
    db: Db, caller: VendorPrincipal, data: schemas.CategoryCreate
) -> PermissionCategory:
    configuration = await lock_configuration(db, caller)
    await _require_unused_category_name(db, data.name)
    await _save_category_description(configuration, data.name, data.description)
    return next(one for one in await queries.CATEGORIES_SEEN.all(db) if one.name == data.name)


async def change_category(
    db: Db, caller: VendorPrincipal, category_id: UUID, data: schemas.CategoryChange
) -> PermissionCategory:
    """Rename or describe a category; missing fields stay unchanged. Raises `CategoryNotFound` or
    `CategoryNameTaken`."""
    configuration = await lock_configuration(db, caller)
    before = await catalogue.get_category(db, category_id)
    name = data.name or before.name
    if name != before.name:
        await _require_unused_category_name(db, name)
        await queries.RENAME_CATEGORY.run(db, category_id, name, clock.now())
        renamed = f"permission_categories.{before.name} is called {name}"
        await announce_event(
            db,
            build_changed_event(caller, ["permission_categories"], [renamed]),
            by=caller.actor,
        )
    if data.description is not None:
        await _save_category_description(configuration, name, data.description)
    return await catalogue.get_category(db, category_id)


async def _require_unused_category_name(db: Db, name: str) -> None:
    if name in {category.name for category in await queries.CATEGORIES_SEEN.all(db)}:
        raise CategoryNameTaken("A category with this name already exists", name=name)


async def delete_category(db: Db, caller: VendorPrincipal, category_id: UUID) -> None:
    """Delete a category; refused while it contains permissions."""
    configuration = await lock_configuration(db, caller)
    category = await catalogue.get_category(db, category_id)
    document = {"remove": {"permission_categories": [category.name]}}
    await configuration.change(document)


async def _save_category_description(
    configuration: LockedConfiguration, name: str, description: str
) -> None:
    document = {"permission_categories": {name: description}}
    await configuration.change(document)
