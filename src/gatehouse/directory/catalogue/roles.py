"""Changing the vendor's roles by id."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.directory.catalogue.schemas import VendorRoleChange, VendorRoleCreate
from gatehouse.directory.roles.errors import RoleKeyTaken
from gatehouse.directory.roles.models import Role
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid

LOWEST = 1_000


async def create_roles(
    db: Db, caller: VendorPrincipal, client: Client, wanted: Sequence[VendorRoleCreate]
) -> list[Role]:
    """Create roles of the vendor; without a level a role ranks lowest. Raises `RoleKeyTaken`."""
    configuration = await lock_configuration(db, caller, client)
    taken = {role.key for role in await catalogue.list_roles(db)}
    entries: dict[str, Any] = {}
    for one in wanted:
        key = one.key or one.name
        if key in taken or key in entries:
            # Infrastructure as code recognizes an existing role by this message and adopts it.
            raise RoleKeyTaken(f"Roles already exists: {key}", key=key)
        held = await catalogue.permissions_by_id(db, one.permission_ids)
        entries[key] = {
            "name": one.name,
            "description": one.description or "",
            "is_default": one.is_default,
            "first_user_role": one.first_user_role,
            "level": LOWEST if one.level is None else one.level,
            "permissions": [permission.key for permission in held],
        }
    await configuration.change({"roles": entries})
    by_key = {role.key: role for role in await catalogue.list_roles(db)}
    return [by_key[key] for key in entries]


async def change_role(
    db: Db, caller: VendorPrincipal, client: Client, role_id: UUID, data: VendorRoleChange
) -> Role:
    configuration = await lock_configuration(db, caller, client)
    [role] = await catalogue.vendor_roles(db, [role_id])
    given = data.model_dump(exclude_none=True)
    if given.pop("key", role.key) != role.key:
        raise Invalid("key: is what tokens name the role by, and stays")
    return await _save_role(configuration, role, given)


async def set_permissions(
    db: Db, caller: VendorPrincipal, client: Client, role_id: UUID, permission_ids: Sequence[UUID]
) -> Role:
    """Set the permissions of the role: exactly these."""
    configuration = await lock_configuration(db, caller, client)
    [role] = await catalogue.vendor_roles(db, [role_id])
    held = await catalogue.permissions_by_id(db, permission_ids)
    keys = [permission.key for permission in held]
    return await _save_role(configuration, role, {"permissions": keys})


async def delete_role(db: Db, caller: VendorPrincipal, client: Client, role_id: UUID) -> None:
    """Delete the role; all users who hold it lose it."""
    configuration = await lock_configuration(db, caller, client)
    [role] = await catalogue.vendor_roles(db, [role_id])
    await configuration.change({"remove": {"roles": [role.key]}})


async def _save_role(configuration: LockedConfiguration, role: Role, given: dict[str, Any]) -> Role:
    await configuration.change({"roles": {role.key: given}})
    [changed] = await catalogue.vendor_roles(configuration.db, [role.id])
    return changed
