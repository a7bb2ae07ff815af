"""Making and finding tenants."""

from uuid import UUID

from gatehouse.directory.tenants import queries
from gatehouse.directory.tenants.errors import TenantNotFound
from gatehouse.directory.tenants.models import Tenant
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


async def tenants_of(db: Db, user_id: UUID) -> list[Tenant]:
    """The tenants in which this person's membership is in force, by name; as far as the
    transaction's scope reaches."""
    return await queries.TENANTS_OF.all(db, user_id, clock.now())


async def take_turns(db: Db, tenant_id: UUID) -> None:
    """Until this transaction ends, others that call this for the same tenant wait. For rules over
    several rows, such as "somebody stays administrator"."""
    await queries.LOCK_TENANT.run(db, tenant_id)
