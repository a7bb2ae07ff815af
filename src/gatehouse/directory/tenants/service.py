"""Creating and finding tenants, and the scope and locks of transactions on them."""

from collections.abc import Iterable
from uuid import UUID

from gatehouse.access.errors import TenantNotFound
from gatehouse.directory.tenants import queries
from gatehouse.directory.tenants.models import SubTenant, Tenant
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import to_nfc

# Maximum per call; larger trees are read by page.
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
    """Create a tenant at the root, or below `parent_id`. `external_id` is the text that `tenant_id` was
    computed from.

    The caller's transaction must see the new tenant: a system transaction, at sign-up. Raises
    `TenantNotFound` when the parent does not exist or the id is taken.
    """
    tenant = await queries.ADD_TENANT.first(
        db, tenant_id or new_id(), parent_id, to_nfc(name), clock.now(), is_reseller, external_id
    )
    if tenant is None:
        raise TenantNotFound("The parent tenant was not found")
    return tenant


async def get_tenant(db: Db, tenant_id: UUID) -> Tenant:
    """The tenant. Raises `TenantNotFound` when it is deleted or outside the scope of this transaction."""
    tenant = await queries.TENANT.first(db, tenant_id)
    if tenant is None:
        raise TenantNotFound("The tenant was not found")
    return tenant


async def open_tenants_below(db: Db, tenant_id: UUID, at_most: int = MOST_BELOW) -> list[SubTenant]:
    """The tenants below this one, nearest first; the scope of the transaction is extended to them.

    Only descendants become visible, not ancestors or siblings. The caller must check that the access is
    allowed.
    """
    await extend_scope_to_all_tenants(db)
    tenant = await queries.TENANT.first(db, tenant_id)
    below = await queries.BELOW.all(db, tenant.path, at_most) if tenant else []
    await restrict_scope_to_tenants(db, [tenant_id, *(one.tenant_id for one in below)])
    return below


async def filter_tenants_below(db: Db, tenant_id: UUID, wanted: Iterable[UUID]) -> list[Tenant]:
    """Those of the wanted tenants that are below this one, highest first; the scope of the transaction is
    extended to them. The caller must check that the access is allowed."""
    await extend_scope_to_all_tenants(db)
    below = await queries.SOME_BELOW.all(db, tenant_id, list(set(wanted)))
    await restrict_scope_to_tenants(db, [tenant_id, *(one.id for one in below)])
    return below


async def get_tenant_below(db: Db, tenant_id: UUID, wanted: UUID) -> Tenant:
    """The wanted tenant, which must be below the other one; the scope of the transaction is extended to
    it. Raises `TenantNotFound`, also when both are the same tenant."""
    below = await filter_tenants_below(db, tenant_id, [wanted])
    if not below:
        raise TenantNotFound("The account was not found")
    return below[0]


async def extend_scope_to_all_tenants(db: Db) -> None:
    """Extend the scope of the transaction to all tenants, until `restrict_scope_to_tenants`: to read the
    tree, which no tenant scope contains completely."""
    await queries.SET_SCOPE.one(db, "system")


async def restrict_scope_to_tenants(db: Db, tenant_ids: Iterable[UUID]) -> None:
    await queries.SET_SCOPE.one(db, f"{{{','.join(map(str, tenant_ids))}}}")


async def lock_tenant_tree(db: Db, tenant_id: UUID) -> None:
    """Lock the tree that contains this tenant against other changes until the transaction ends. Acquire it
    before all other locks."""
    await queries.LOCK_TREE.run(db, tenant_id)


async def lock_tenant(db: Db, tenant_id: UUID) -> None:
    """Lock the tenant until the transaction ends; other callers for the same tenant wait. For rules that
    involve several rows, such as keeping one administrator. Before the first statement it costs no
    additional round trip."""
    if db.connection is None:
        db.add_opening_statement(f"select from tenants where id = '{tenant_id}' for no key update")
    else:
        await queries.LOCK_TENANT.run(db, tenant_id)
