"""Reading, creating, changing and deleting roles of a tenant, and which roles and permissions a caller may
give: none that they lack, and no role that ranks above them."""

from collections.abc import Iterable, Sequence
from typing import Protocol
from uuid import UUID

from gatehouse.access import session_caller
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.audit.service import announce_event
from gatehouse.directory.roles import errors, events, queries
from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.schemas import RoleChange, RoleCreate, RoleFromBase
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.list_changes import merge_list
from gatehouse.kit.plain_route import Json

# Lists without pages return all roles at once.
MOST_ROLES = 2_000


async def get_role(db: Db, tenant_id: UUID, role_id: UUID) -> Role:
    """A role of the tenant or the vendor. Raises `RoleNotFound`, also for another tenant's."""
    role = await queries.ROLES_BY_ID.first(db, [tenant_id], [role_id])
    if role is None:
        raise errors.RoleNotFound("The role was not found")
    return role


async def list_roles_by_id(
    db: Db, tenant_ids: Sequence[UUID], role_ids: Sequence[UUID]
) -> list[Role]:
    """Those of these roles that one of the tenants can use, highest rank first."""
    if not role_ids:
        return []
    return await queries.ROLES_BY_ID.all(db, list(tenant_ids), list(role_ids))


async def create_role(db: Db, caller: Principal, data: RoleCreate) -> Role:
    """Create a role. Raises `RoleNameTaken`, `RoleKeyTaken`, `TooManyRoles`, or `BeyondOwn` when it
    exceeds the caller's own permissions or rank."""
    level = caller.level if data.level is None else data.level
    refuse_rank_above(caller, level)
    permissions = await require_assignable_permissions(db, caller, data.permission_ids)
    key = data.key or data.name
    await lock_tenant(db, caller.tenant_id)
    await _require_unused_role_name(db, caller.tenant_id, key, data.name, None)
    if await queries.COUNT_ROLES.one(db, caller.tenant_id) >= MOST_ROLES:
        raise errors.TooManyRoles(
            f"An organization can have at most {MOST_ROLES:,} custom roles", most=MOST_ROLES
        )
    role_id = await queries.ADD_ROLE.first(
        db, new_id(), caller.tenant_id, key, data.name, data.description or "", data.is_default,
        level, clock.now(), permissions,
    )  # fmt: skip
    if role_id is None:
        raise errors.RoleNameTaken("A role with this name already exists", name=data.name)
    await announce_event(
        db, events.RoleCreated(caller.tenant_id, role_id, data.name), by=caller.actor
    )
    return await get_role(db, caller.tenant_id, role_id)


async def create_based_role(db: Db, caller: Principal, data: RoleFromBase) -> Role:
    """Create a role with the rank of its base and only permissions that the base holds. Raises `BeyondOwn`
    for other permissions."""
    if data.base_role_id is None:
        return await create_role(db, caller, data)
    base = await get_role(db, caller.tenant_id, data.base_role_id)
    if set(data.permission_ids) - set(base.permissions):
        raise errors.BeyondOwn("The base role does not include all of these permissions")
    return await create_role(db, caller, data.model_copy(update={"level": base.level}))


async def change_role(db: Db, caller: Principal, role_id: UUID, data: RoleChange) -> Role:
    caller, role = await _get_editable_role(db, caller, Permission.WRITE_UPDATE_ROLE, role_id)
    changed = role.level if data.level is None else data.level
    refuse_rank_above(caller, changed)
    key, name = data.key or role.key, data.name or role.name
    await _require_unused_role_name(db, caller.tenant_id, key, name, role_id)
    await queries.CHANGE_ROLE.run(
        db, caller.tenant_id, role_id, key, name,
        role.description if data.description is None else data.description,
        role.is_default if data.is_default is None else data.is_default,
        changed, clock.now(),
    )  # fmt: skip
    await announce_event(db, events.RoleUpdated(caller.tenant_id, role_id, name), by=caller.actor)
    return await get_role(db, caller.tenant_id, role_id)


async def replace_role_permissions(
    db: Db,
    caller: Principal,
    role_id: UUID,
    permission_ids: Sequence[UUID],
    base_ids: Sequence[UUID] | None,
) -> Role:
    """Set the permissions of the role: exactly these; see `merge_list` for `base_ids`."""
    caller, role = await _get_editable_role(db, caller, Permission.WRITE_UPDATE_ROLE, role_id)
    wanted = merge_list(role.permissions, base_ids, permission_ids)
    permissions = await require_assignable_permissions(db, caller, wanted)
    await queries.SET_PERMISSIONS.run(db, caller.tenant_id, role_id, permissions, clock.now())
    event = events.RoleUpdated(caller.tenant_id, role_id, role.name, permissions_changed=True)
    await announce_event(db, event, by=caller.actor)
    return await get_role(db, caller.tenant_id, role_id)


async def set_permission_holders(
    db: Db, caller: Principal, permission_id: UUID, role_ids: Sequence[UUID]
) -> Json:
    """Set which of the tenant's roles hold the permission: exactly these; the vendor's stay unchanged.
    Raises `VendorRole` when a role of the vendor is named that does not hold it."""
    caller = await lock_and_reload_caller(db, caller, Permission.WRITE_UPDATE_ROLE)
    [permission] = await require_assignable_permissions(db, caller, [permission_id])
    held = set(await queries.HOLDERS.all(db, caller.tenant_id, permission))
    named = await list_roles_by_id(db, [caller.tenant_id], list(role_ids))
    if set(role_ids) - {role.id for role in named}:
        raise errors.RoleNotFound("A role was not found")
    standing = {one.id for one in named if one.tenant_id is None and permission in one.permissions}
    wanted = set(role_ids) - standing
    for role in await list_roles_by_id(db, [caller.tenant_id], list(wanted ^ held)):
        require_editable_role(caller, role)
    if wanted != held:
        await queries.SET_HOLDERS.run(db, caller.tenant_id, permission, list(wanted), clock.now())
        event = events.PermissionHoldersChanged(caller.tenant_id, permission, sorted(wanted ^ held))
        await announce_event(db, event, by=caller.actor)
    return Json((await queries.PERMISSION_SEEN.one(db, caller.tenant_id, permission)).encode())


async def delete_role(db: Db, caller: Principal, role_id: UUID) -> None:
    """Delete the role; all users who hold it lose it."""
    caller, role = await _get_editable_role(db, caller, Permission.DELETE_ROLE, role_id)
    await queries.DELETE_ROLE.run(db, caller.tenant_id, role_id)
    await announce_event(
        db, events.RoleDeleted(caller.tenant_id, role_id, role.name), by=caller.actor
    )


async def _get_editable_role(
    db: Db, caller: Principal, permission: Permission, role_id: UUID
) -> tuple[Principal, Role]:
    """Reload the caller and return it with a role of their tenant that does not exceed theirs."""
    caller = await lock_and_reload_caller(db, caller, permission)
    role = await get_role(db, caller.tenant_id, role_id)
    require_editable_role(caller, role)
    return caller, role


async def require_assignable_permissions(
    db: Db, caller: Principal, permission_ids: Sequence[UUID]
) -> list[UUID]:
    """These permissions, which the caller may give. Raises `PermissionNotFound`, `NotAssignable` or
    `BeyondOwn`."""
    wanted = set(permission_ids)
    if not wanted:
        return []
    found = await queries.PERMISSIONS_BY_ID.all(db, list(wanted))
    if len(found) < len(wanted):
        raise errors.PermissionNotFound("A permission was not found")
    if kept := [permission.key for permission in found if permission.assignment_type == "NEVER"]:
        raise errors.NotAssignable("This permission cannot be part of a role", permissions=kept)
    require_grantable_permissions(caller, [permission.key for permission in found])
    return [permission.id for permission in found]


async def _require_unused_role_name(
    db: Db, tenant_id: UUID, key: str, name: str, role_id: UUID | None
) -> None:
    taken = await queries.TAKEN.first(db, tenant_id, key, name, role_id)
    if taken == "key":
        raise errors.RoleKeyTaken("A role with this key already exists", key=key)
    if taken == "name":
        raise errors.RoleNameTaken("A role with this name already exists", name=name)


class RoleAssigner(Protocol):
    """The rights of a user in a tenant: a caller, or the creator of an invite link."""

    @property
    def tenant_id(self) -> UUID: ...
    @property
    def permissions(self) -> Sequence[str]: ...
    @property
    def level(self) -> int: ...


async def require_assignable_roles(
    db: Db, caller: RoleAssigner, role_ids: Iterable[UUID]
) -> list[Role]:
    """These roles, which are of the caller's tenant or the vendor. Raises `RoleNotFound`, or `BeyondOwn`
    when the caller may not give one of them."""
    wanted = set(role_ids)
    if not wanted:
        return []
    roles = await queries.ROLES_BY_ID.all(db, [caller.tenant_id], list(wanted))
    if missing := wanted - {role.id for role in roles}:
        raise errors.RoleNotFound("A role was not found", role_ids=sorted(map(str, missing)))
    for role in roles:
        refuse_rank_above(caller, role.level)
        require_grantable_permissions(caller, role.permission_keys)
    return roles


async def lock_and_reload_caller(db: Db, caller: Principal, permission: Permission) -> Principal:
    """Lock the tenant and reload the caller. Concurrent changes of rights are serialized, so none is lost,
    and a caller who has lost the permission meanwhile is refused. Raises `MissingPermission`."""
    await lock_tenant(db, caller.tenant_id)
    return (await session_caller.reload_principal(db, caller)).must(permission)


def refuse_rank_above(caller: RoleAssigner, level: int) -> None:
    """Raises `BeyondOwn` when the level ranks above the caller; a lower number ranks higher."""
    if level < caller.level:
        raise errors.BeyondOwn("This role ranks above your own")


def require_editable_role(caller: Principal, role: Role) -> None:
    """Raises `VendorRole` when the role, which is to be changed, is the vendor's, and `BeyondOwn` when it
    exceeds the rank or permissions of the caller."""
    if role.tenant_id is None:
        raise errors.VendorRole("This role is built in and cannot be changed")
    refuse_rank_above(caller, role.level)
    require_grantable_permissions(caller, role.permission_keys)


def require_grantable_permissions(caller: RoleAssigner, permissions: Sequence[str]) -> None:
    """Raises `BeyondOwn` when the caller lacks one of these permissions. A wildcard in a requested
    permission is literal here: only an equal or wider wildcard covers it. A backend of the vendor may give
    every permission."""
    if isinstance(caller, Principal) and caller.kind is PrincipalKind.BACKEND:
        return
    lacking = [
        wanted
        for wanted in permissions
        if not any(grants_permission(held, wanted) for held in caller.permissions)
    ]
    if lacking:
        raise errors.BeyondOwn(
            "You cannot grant a permission that you do not have", permissions=lacking
        )
