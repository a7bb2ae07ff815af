"""The vendor's roles by id."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.directory.roles.errors import RoleKeyTaken
from gatehouse.directory.roles.models import Role
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.management.catalogue.schemas import VendorRoleChange, VendorRoleCreate
from gatehouse.management.document.service import change

LOWEST = 1_000


async def create_roles(
    db: Db, caller: VendorPrincipal, client: Client, wanted: Sequence[VendorRoleCreate]
) -> list[Role]:
    """`RoleKeyTaken`; without a level a role ranks lowest."""
    taken = {role.key for role in await catalogue.roles(db)}
    entries: dict[str, Any] = {}
    for one in wanted:
        key = one.key or one.name
        if key in taken or key in entries:
            # Infrastructure code takes what is there for its own by these words.
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
    await change(db, {"roles": entries}, caller=caller, client=client)
    by_key = {role.key: role for role in await catalogue.roles(db)}
    return [by_key[key] for key in entries]


async def change_role(
    db: Db, caller: VendorPrincipal, client: Client, role_id: UUID, data: VendorRoleChange
) -> Role:
    [role] = await catalogue.vendor_roles(db, [role_id])
    given = data.model_dump(exclude_none=True)
    if given.pop("key", role.key) != role.key:
        raise Invalid("key: is what tokens name the role by, and stays")
    return await _set(db, caller, client, role, given)


async def set_permissions(
    db: Db, caller: VendorPrincipal, client: Client, role_id: UUID, permission_ids: Sequence[UUID]
) -> Role:
    """The role holds exactly these permissions."""
    [role] = await catalogue.vendor_roles(db, [role_id])
    held = await catalogue.permissions_by_id(db, permission_ids)
    keys = [permission.key for permission in held]
    return await _set(db, caller, client, role, {"permissions": keys})


async def delete_role(db: Db, caller: VendorPrincipal, client: Client, role_id: UUID) -> None:
    """Whoever holds it loses it."""
    [role] = await catalogue.vendor_roles(db, [role_id])
    await change(db, {"remove": {"roles": [role.key]}}, caller=caller, client=client)


async def _set(
    db: Db, caller: VendorPrincipal, client: Client, role: Role, given: dict[str, Any]
) -> Role:
    await change(db, {"roles": {role.key: given}}, caller=caller, client=client)
    [changed] = await catalogue.vendor_roles(db, [role.id])
    return changed
