"""An account gets its place in the tree, with all accounts below it. Rights flow down only, so who came in
from above by the place before is out at once."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal, protect_staff_home, protect_staff_homes_in
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce
from gatehouse.directory.sub_accounts.errors import TooDeep
from gatehouse.directory.sub_accounts.service import MOST_LEVELS
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.models import Tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.management.hierarchy import queries
from gatehouse.management.hierarchy.errors import NotBelow, TreeMoved, WouldBeCycle
from gatehouse.management.hierarchy.events import AccountMoved


async def put_below(
    db: Db, caller: VendorPrincipal, client: Client, parent_id: UUID, child_id: UUID
) -> None:
    """`TenantNotFound`, `WouldBeCycle`, `TooDeep`, `TreeMoved`. Nothing happens where it is there already."""
    parent, child = await _held(db, parent_id, child_id)
    if child.parent_id == parent.id:
        return
    await protect_staff_home(db, caller, parent_id)
    await protect_staff_homes_in(db, caller, child.path)
    if parent.path.startswith(child.path):
        raise WouldBeCycle("An account cannot be below itself")
    levels = await queries.LEVELS.one(db, child.path)
    if parent.depth + levels > MOST_LEVELS:
        raise TooDeep(f"Accounts can be {MOST_LEVELS} levels deep", levels=MOST_LEVELS)
    await _move(db, caller, client, child, parent)


async def take_out(
    db: Db, caller: VendorPrincipal, client: Client, parent_id: UUID, child_id: UUID
) -> None:
    """It stands alone from now on. `TenantNotFound`, `NotBelow`, `TreeMoved`."""
    _, child = await _held(db, parent_id, child_id)
    if child.parent_id != parent_id:
        raise NotBelow("The account is not right below that one")
    await protect_staff_home(db, caller, parent_id)
    await protect_staff_homes_in(db, caller, child.path)
    await _move(db, caller, client, child, None)


async def _held(db: Db, parent_id: UUID, child_id: UUID) -> tuple[Tenant, Tenant]:
    """Both, while nobody else changes the trees that they are in."""
    ids = (parent_id, child_id)
    before = [await tenants.get_tenant(db, one) for one in ids]
    for one in sorted(before, key=_root):
        await tenants.hold_tree(db, one.id)
    parent, child = [await tenants.get_tenant(db, one) for one in ids]
    if [_root(parent), _root(child)] != [_root(one) for one in before]:
        raise TreeMoved("Somebody else moved one of these accounts just now. Try again.")
    return parent, child


async def _move(
    db: Db, caller: VendorPrincipal, client: Client, child: Tenant, parent: Tenant | None
) -> None:
    path = f"{parent.path if parent else ''}{child.id}/"
    parent_id = parent.id if parent else None
    await queries.MOVE.run(db, child.id, child.path, parent_id, path, clock.now())
    await queries.END_INHERITED.run(db, path)
    told = {child.id, parent_id or child.parent_id or child.id}
    for tenant_id in sorted(told):
        event = AccountMoved(tenant_id, child.id, child.name, parent_id)
        await announce(db, event, by=by_vendor(caller, client))


def _root(tenant: Tenant) -> str:
    return tenant.path.partition("/")[0]
