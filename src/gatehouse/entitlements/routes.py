"""`/entitlements/api`: what clients decide by."""

from gatehouse.access.guard import CurrentPrincipal, Transaction
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.entitlements import queries, service
from gatehouse.entitlements.schemas import SnapshotOffset, UserEntitlements, VendorEntitlements
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/entitlements/api", tags=["Entitlements"])
backends = Router(prefix="/entitlements/api", tags=["Vendor"])


@router.get("/v2/user-entitlements")
async def get_my_entitlements(
    db: Transaction, caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> UserEntitlements:
    """Every feature with what decides whether the caller may use it, and the permissions of the
    caller's roles."""
    return await service.read_entitlements_of_caller(db, caller, configuration)


@backends.get("/v1/vendor-entitlements", permission=VendorPermission.READ_ENTITLEMENTS)
async def get_all_entitlements(db: VendorTransaction) -> VendorEntitlements:
    """The entitlements of all tenants, for the vendor's backends."""
    return await service.read_entitlements_of_all_tenants(db)


@backends.get(
    "/v1/vendor-entitlements-snapshot-offset", permission=VendorPermission.READ_ENTITLEMENTS
)
async def get_entitlements_offset(db: VendorTransaction) -> SnapshotOffset:
    """Whether to read them again: another number after every change."""
    return SnapshotOffset(snapshot_offset=await queries.CHANGES.one(db))
