"""Making and finding tenants."""

from uuid import UUID

from gatehouse.directory.tenants import queries
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.directory.tenants.models import SubTenant, Tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db


async def create_tenant(db: Db, *, name: str, parent_id: UUID | None = None) -> Tenant:
    """A tenant at the root, or below `parent_id` (`TenantNotFound` when that is gone).

    The caller's transaction must see the new tenant: a system one, at sign-up.
    """
    tenant = await queries.ADD_TENANT.first(db, new_id(), parent_id, name, clock.now())
    if tenant is None:
        raise TenantNotFound("The parent account was not found")
    return tenant


async def get_tenant(db: Db, tenant_id: UUID) -> Tenant:
    """The tenant, or `TenantNotFound` when it is deleted or out of this transaction's scope."""
    tenant = await queries.TENANT.first(db, tenant_id)
    if tenant is None:
        raise TenantNotFound("The account was not found")
    return tenant


async def see_below(db: Db, tenant_id: UUID) -> list[SubTenant]:
    """The accounts below this one, children first. From here on the transaction sees their rows too.

    Rights flow down only: nothing above or beside comes into view. Whether the caller may look there
    is for the caller of this to check.
    """
    await queries.SET_SCOPE.one(db, "system")
    below = await queries.BELOW.all(db, tenant_id)
    tenants = [tenant_id, *(one.tenant_id for one in below)]
    await queries.SET_SCOPE.one(db, f"{{{','.join(map(str, tenants))}}}")
    return below


async def take_turns(db: Db, tenant_id: UUID) -> None:
    """Until this transaction ends, others that call this for the same tenant wait. For rules over
    several rows, such as "somebody stays administrator"."""
    await queries.LOCK_TENANT.run(db, tenant_id)
