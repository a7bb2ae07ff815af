"""Listing, restoring and erasing deleted accounts, by the vendor."""

from datetime import timedelta
from uuid import UUID

import orjson

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal, protect_staff_homes_in
from gatehouse.audit.actors import by_vendor
from gatehouse.audit.service import announce_event
from gatehouse.directory.sub_accounts.deletion import service as deletion
from gatehouse.directory.tenants import service as tenants
from gatehouse.directory.tenants.deleted import queries
from gatehouse.directory.tenants.deleted.events import TenantErasureOrdered, TenantRestoredByVendor
from gatehouse.directory.tenants.deleted.models import DeletedPage
from gatehouse.directory.tenants.deleted.schemas import DeletedTenantsQuery, DeletionOutlook
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import enqueue
from gatehouse.kit.lists import pattern_containing
from gatehouse.kit.plain_route import Json


async def search_deleted_tenants(db: Db, query: DeletedTenantsQuery) -> Json:
    page = await queries.DELETED.page(
        db, query, query.sort_by, name=pattern_containing(query.filter) if query.filter else None
    ) or DeletedPage("[]", 0)
    about = {"totalItems": page.total, "totalPages": -(-page.total // query.limit)}
    return Json(b'{"items":' + page.items.encode() + b',"_metadata":' + orjson.dumps(about) + b"}")


async def preview_deletion(db: Db, tenant_id: UUID, grace: timedelta) -> DeletionOutlook:
    """What deleting the account now would mean. Raises `TenantNotFound`, also for one that is deleted
    already."""
    tenant = await tenants.get_tenant(db, tenant_id)
    below = await queries.BELOW.one(db, tenant.path)
    return DeletionOutlook(
        grace_days=grace.days, erase_at=clock.now() + grace, accounts_below=below
    )


async def restore_deleted_tenant(
    db: Db, caller: VendorPrincipal, client: Client, tenant_id: UUID
) -> None:
    """Restore the account with all accounts below that were deleted with it. Members, tokens, roles and
    settings are as before; users must sign in again. Raises the errors of `hold_deleted` and
    `restore_all`, and `StaffProtected`."""
    await tenants.hold_tree(db, tenant_id)
    standing = await deletion.hold_deleted(db, tenant_id)
    await protect_staff_homes_in(db, caller, standing.path)
    below = await deletion.restore_all(db, standing)
    # End sessions from before the deletion, and of sign-ins that were under way when it happened.
    until = clock.now().isoformat()
    await enqueue(db, "tenants.end_sessions", path=standing.path, until=until)
    event = TenantRestoredByVendor(tenant_id, tenant_id, standing.name, below)
    await announce_event(db, event, by=by_vendor(caller, client))


async def erase_deleted_tenant(
    db: Db, caller: VendorPrincipal, client: Client, tenant_id: UUID
) -> None:
    """Erase the account before its grace period ends. Raises the errors of `hold_deleted`, and
    `StaffProtected`."""
    standing = await deletion.hold_deleted(db, tenant_id)
    await protect_staff_homes_in(db, caller, standing.path)
    await deletion.erase_now(db, standing)
    event = TenantErasureOrdered(tenant_id, tenant_id, standing.name)
    await announce_event(db, event, by=by_vendor(caller, client))
