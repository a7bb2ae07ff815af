from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.directory.roles.errors import RoleKeyTaken, RoleNotFound
from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.tenant_scope import queries
from gatehouse.directory.roles.tenant_scope.errors import RoleInUse
from gatehouse.directory.roles.tenant_scope.events import RoleMoved
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def assign_role_to_tenant(
    db: Db, caller: VendorPrincipal, client: Client, role_id: UUID, tenant_id: UUID | None
) -> Role:
    """Assign the role to one tenant, or to all; no user loses the role by it. Raises `RoleNotFound`,
    `TenantNotFound`, `RoleInUse` or `RoleKeyTaken`."""
    role = await queries.HELD.first(db, role_id)
    if role is None:
        raise RoleNotFound("The role was not found")
    if tenant_id is not None:
        await get_tenant(db, tenant_id)
    if role.tenant_id != tenant_id:
        await _must_fit(db, role_id, tenant_id, role.key, role.name, role.is_first_user_role)
        await queries.SET.run(db, role_id, tenant_id, clock.now())
        for told in {role.tenant_id, tenant_id}:
            event = RoleMoved(told, role_id, role.name, tenant_id)
            await announce_event(db, event, by=by_vendor(caller, client))
    return next(one for one in await catalogue.list_roles(db, tenant_id) if one.id == role_id)


async def _must_fit(
    db: Db, role_id: UUID, tenant_id: UUID | None, key: str, name: str, is_first: bool
) -> None:
    if await queries.IS_TAKEN.one(db, role_id, key, name, tenant_id):
        raise RoleKeyTaken("A role with this key or name already exists there", key=key)
    if tenant_id is None:
        return
    if is_first or await queries.IS_USED_ELSEWHERE.one(db, role_id, tenant_id):
        raise RoleInUse("People of other accounts hold this role")
