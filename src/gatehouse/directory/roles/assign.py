"""Who may give what: nobody gives a permission that they lack, or a role that ranks above them."""

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
    """What somebody may do in a tenant: a caller, or whoever made an invite link."""

    @property
    def tenant_id(self) -> UUID: ...
    @property
    def permissions(self) -> Sequence[str]: ...
    @property
    def level(self) -> int: ...


async def require_assignable_roles(
    db: Db, caller: RoleAssigner, role_ids: Iterable[UUID]
) -> list[Role]:
    """These roles of the caller's tenant or the vendor; `RoleNotFound`, or `BeyondOwn` when the caller
    may not give one of them."""
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
    """The caller as they are when nobody else changes who may do what: of two changes at once neither undoes
    the other, and whoever has lost the right in the meantime changes nothing. `MissingPermission`."""
    await take_turns(db, caller.tenant_id)
    return (await session_caller.reload_principal(db, caller)).must(permission)


def refuse_rank_above(caller: RoleAssigner, level: int) -> None:
    """A lower number ranks higher."""
    if level < caller.level:
        raise BeyondOwn("This role ranks above your own")


def refuse_others(caller: Principal, role: Role) -> None:
    """Of a role that is to be changed: `VendorRole`, and `BeyondOwn` for one above the caller."""
    if role.tenant_id is None:
        raise VendorRole("This role is given by the vendor and cannot be changed")
    refuse_rank_above(caller, role.level)
    refuse_lacking(caller, role.permission_keys)


def refuse_lacking(caller: RoleAssigner, permissions: Sequence[str]) -> None:
    """A star in a wanted permission is literal here: only an equal or wider star covers it. A backend of the
    vendor gives what the vendor has to give."""
    if isinstance(caller, Principal) and caller.kind is PrincipalKind.BACKEND:
        return
    lacking = [
        wanted
        for wanted in permissions
        if not any(grants_permission(held, wanted) for held in caller.permissions)
    ]
    if lacking:
        raise BeyondOwn("You cannot give a permission that you do not have", permissions=lacking)
