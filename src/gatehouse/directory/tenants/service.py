"""Making and finding tenants."""

from collections.abc import Iterable
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.directory.tenants import queries
from gatehouse.directory.tenants.models import SubTenant, Tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import to_nfc

# Of one call. Whoever has more below asks for them by page.
MOST_BELOW = 100_000


async def create_tenant(
    db: Db,
    *,
    name: str,
    parent_id: UUID | None = None,
    tenant_id: UUID | None = None,
    external_id: str | None = None,
    is_reseller: bool = False,
) -> Tenant:
    """A tenant at the root, or below `parent_id`. `TenantNotFound` when that is gone, or when somebody has
    this id. `external_id` is the text that `tenant_id` was computed from.

    The caller's transaction must see the new tenant: a system one, at sign-up.
    """
    tenant = await queries.ADD_TENANT.first(
        db, tenant_id or new_id(), parent_id, to_nfc(name), clock.now(), is_reseller, external_id
    )
    if tenant is None:
        raise TenantNotFound("The parent account was not found")
    return tenant


async def get_tenant(db: Db, tenant_id: UUID) -> Tenant:
    """The tenant, or `TenantNotFound` when it is deleted or out of this transaction's scope."""
    tenant = await queries.TENANT.first(db, tenant_id)
    if tenant is None:
        raise TenantNotFound("The account was not found")
    return tenant


async def see_below(db: Db, tenant_id: UUID, at_most: int = MOST_BELOW) -> list[SubTenant]:
    """The accounts below this one, nearest first. From here on the transaction sees their rows too.

    Rights flow down only: nothing above or beside comes into view. Whether the caller may look there
    is for the caller of this to check.
    """
    await see_all(db)
    tenant = await queries.TENANT.first(db, tenant_id)
    below = await queries.BELOW.all(db, tenant.path, at_most) if tenant else []
    await see_only(db, [tenant_id, *(one.tenant_id for one in below)])
    return below


async def some_below(db: Db, tenant_id: UUID, wanted: Iterable[UUID]) -> list[Tenant]:
    """Those of the wanted accounts that are below this one, highest first; the transaction then sees
    their rows too. As with `see_below`, the caller of this checks who looks."""
    await see_all(db)
    below = await queries.SOME_BELOW.all(db, tenant_id, list(set(wanted)))
    await see_only(db, [tenant_id, *(one.id for one in below)])
    return below


async def one_below(db: Db, tenant_id: UUID, wanted: UUID) -> Tenant:
    """The same of one account; `TenantNotFound`, also for the tenant itself."""
    below = await some_below(db, tenant_id, [wanted])
    if not below:
        raise TenantNotFound("The account was not found")
    return below[0]


async def see_all(db: Db) -> None:
    """The transaction sees every tenant, until `see_only`: to walk the tree, which nobody sees whole."""
    await queries.SET_SCOPE.one(db, "system")


async def see_only(db: Db, tenant_ids: Iterable[UUID]) -> None:
    await queries.SET_SCOPE.one(db, f"{{{','.join(map(str, tenant_ids))}}}")


async def hold_tree(db: Db, tenant_id: UUID) -> None:
    """Until this transaction ends, nobody else changes the tree that this account is in. Before every
    other lock."""
    await queries.LOCK_TREE.run(db, tenant_id)


async def take_turns(db: Db, tenant_id: UUID) -> None:
    """Until this transaction ends, others that call this for the same tenant wait. For rules over
    several rows, such as "somebody stays administrator". Before the first statement it costs no exchange."""
    if db.connection is None:
        db.begin_with(f"select from tenants where id = '{tenant_id}' for no key update")
    else:
        await queries.LOCK_TENANT.run(db, tenant_id)
