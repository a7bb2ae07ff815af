"""Who may give what: nobody gives a permission that they lack, or a role that ranks above them."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from gatehouse.access.permissions import grants
from gatehouse.access.principal import Principal
from gatehouse.directory.roles import queries
from gatehouse.directory.roles.errors import BeyondOwn, RoleNotFound
from gatehouse.directory.roles.models import Role
from gatehouse.kit.db import Db


async def givable(db: Db, caller: Principal, role_ids: Iterable[UUID]) -> list[Role]:
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


def refuse_rank_above(caller: Principal, level: int) -> None:
    """A lower number ranks higher."""
    if level < caller.level:
        raise BeyondOwn("This role ranks above your own")


def refuse_lacking(caller: Principal, permissions: Sequence[str]) -> None:
    """A star in a wanted permission is literal here: only an equal or wider star covers it."""
    lacking = [
        wanted
        for wanted in permissions
        if not any(grants(held, wanted) for held in caller.permissions)
    ]
    if lacking:
        raise BeyondOwn("You cannot give a permission that you do not have", permissions=lacking)
