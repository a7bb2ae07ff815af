"""Move all users of one account to another."""

from typing import Annotated

from fastapi import Response

from gatehouse.access.vendor import (
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    require_vendor_permission,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.user_migration import service


class Migration(Wire):
    src_tenant_id: TenantId
    target_tenant_id: TenantId


router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.put("/identity/resources/users/v1/tenants/migrate")
async def migrate_users(
    db: VendorTransaction,
    caller: Annotated[VendorPrincipal, require_vendor_permission(VendorPermission.WRITE_USERS)],
    data: Migration,
) -> Response:
    """Move the members of one account to another, soon: with the vendor's roles, with applications that the
    other account has, and with plans of their own. The account's own roles and groups stay behind. Access
    that follows from a parent account ends, and no directory manages the moved users any more. Members who
    join after the call stay."""
    await service.begin_user_migration(db, caller, data.src_tenant_id, data.target_tenant_id)
    return Response(status_code=200)
