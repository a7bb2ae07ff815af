"""Changing the vendor's roles by id, and assigning a role to one account or to all."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.directory.catalogue.schemas import VendorRoleChange, VendorRoleCreate
from gatehouse.directory.roles import queries
from gatehouse.directory.roles.errors import RoleInUse, RoleKeyTaken, RoleNotFound
from gatehouse.directory.roles.events import RoleMoved
from gatehouse.directory.roles.models import Role
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid

LOWEST = 1_000


async def create_roles(
    db: Db, caller: VendorPrincipal, wanted: Sequence[VendorRoleCreate]
) -> list[Role]:
    """Create roles of the vendor; without a level a role ranks lowest. Raises `RoleKeyTaken`."""
    configuration = await lock_configuration(db, caller)
    taken = {role.key for role in await catalogue.list_roles(db)}
    entries: dict[str, Any] = {}
    for one in wanted:
        key = one.key or one.name
        if key in taken or key in entries:
            # Infrastructure as code recognizes an existing role by this message and adopts it.
            raise RoleKeyTaken(f"Roles already exists: {key}", key=key)
        held = await catalogue.get_permissions_by_id(db, one.permission_ids)
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
    db: Db, caller: VendorPrincipal, role_id: UUID, data: VendorRoleChange
) -> Role:
    configuration = await lock_configuration(db, caller)
    [role] = await catalogue.get_vendor_roles(db, [role_id])
    given = data.model_dump(exclude_none=True)
    if given.pop("key", role.key) != role.key:
        raise Invalid("key: cannot be changed, because tokens refer to it")
    return await _save_role(configuration, role, given)


async def replace_role_permissions(
    db: Db, caller: VendorPrincipal, role_id: UUID, permission_ids: Sequence[UUID]
) -> Role:
    """Set the permissions of the role: exactly these."""
    configuration = await lock_configuration(db, caller)
    [role] = await catalogue.get_vendor_roles(db, [role_id])
    held = await catalogue.get_permissions_by_id(db, permission_ids)
    keys = [permission.key for permission in held]
    return await _save_role(configuration, role, {"permissions": keys})


async def delete_role(db: Db, caller: VendorPrincipal, role_id: UUID) -> None:
    """Delete the role; all users who hold it lose it."""
    configuration = await lock_configuration(db, caller)
    [role] = await catalogue.get_vendor_roles(db, [role_id])
    await configuration.change({"remove": {"roles": [role.key]}})


async def _save_role(configuration: LockedConfiguration, role: Role, given: dict[str, Any]) -> Role:
    await configuration.change({"roles": {role.key: given}})
    [changed] = await catalogue.get_vendor_roles(configuration.db, [role.id])
    return changed


async def assign_role_to_tenant(
    db: Db, caller: VendorPrincipal, role_id: UUID, tenant_id: UUID | None
) -> Role:
    """Assign the role to one tenant, or to all; no user loses the role by it. Raises `RoleNotFound`,
    `TenantNotFound`, `RoleInUse` or `RoleKeyTaken`."""
    role = await queries.LOCK_ROLE.first(db, role_id)
    if role is None:
        raise RoleNotFound("The role was not found")
    if tenant_id is not None:
        await get_tenant(db, tenant_id)
    if role.tenant_id != tenant_id:
        await _require_role_fits_tenant(
            db, role_id, tenant_id, role.key, role.name, role.is_first_user_role
        )
        await queries.SET_ROLE_TENANT.run(db, role_id, tenant_id, clock.now())
        for told in {role.tenant_id, tenant_id}:
            event = RoleMoved(told, role_id, role.name, tenant_id)
            await announce_event(db, event, by=caller.actor)
    return next(one for one in await catalogue.list_roles(db, tenant_id) if one.id == role_id)


async def _require_role_fits_tenant(
    db: Db, role_id: UUID, tenant_id: UUID | None, key: str, name: str, is_first: bool
) -> None:
    if await queries.IS_ROLE_TAKEN.one(db, role_id, key, name, tenant_id):
        raise RoleKeyTaken("A role with this key or name already exists in that tenant", key=key)
    if tenant_id is None:
        return
    if is_first or await queries.IS_USED_ELSEWHERE.one(db, role_id, tenant_id):
        raise RoleInUse("Users of other tenants have this role")
