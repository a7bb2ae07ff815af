"""Which roles and permissions a caller may give: none that they lack, and no role that ranks above them."""

from collections.abc import Iterable, Sequence
from typing import Protocol
from uuid import UUID

from gatehouse.access import session_caller
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.directory.roles import queries
from gatehouse.directory.roles.errors import BeyondOwn, RoleNotFound, VendorRole
from gatehouse.directory.roles.models import Role
from gatehouse.directory.tenants.service import take_turns
from gatehouse.kit.db import Db


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
        raise RoleNotFound("A role was not found", role_ids=sorted(map(str, missing)))
    for role in roles:
        refuse_rank_above(caller, role.level)
        refuse_lacking(caller, role.permission_keys)
    return roles


async def in_turn(db: Db, caller: Principal, permission: Permission) -> Principal:
    """Lock the tenant and reload the caller. Concurrent changes of rights are serialized, so none is lost,
    and a caller who has lost the permission meanwhile is refused. Raises `MissingPermission`."""
    await take_turns(db, caller.tenant_id)
    return (await session_caller.reload_principal(db, caller)).must(permission)


def refuse_rank_above(caller: RoleAssigner, level: int) -> None:
    """Raises `BeyondOwn` when the level ranks above the caller; a lower number ranks higher."""
    if level < caller.level:
        raise BeyondOwn("This role ranks above your own")


def refuse_others(caller: Principal, role: Role) -> None:
    """Raises `VendorRole` when the role, which is to be changed, is the vendor's, and `BeyondOwn` when it
    exceeds the rank or permissions of the caller."""
    if role.tenant_id is None:
        raise VendorRole("This role is given by the vendor and cannot be changed")
    refuse_rank_above(caller, role.level)
    refuse_lacking(caller, role.permission_keys)


def refuse_lacking(caller: RoleAssigner, permissions: Sequence[str]) -> None:
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
        raise BeyondOwn("You cannot give a permission that you do not have", permissions=lacking)
