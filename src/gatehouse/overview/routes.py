from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router
from gatehouse.access.vendor import (
    VendorPermission,
)
from gatehouse.overview import service
from gatehouse.overview.over_time.schemas import LicensesOverTimeOut, RevenueOverTimeOut
from gatehouse.overview.over_time.service import licenses_over_time, revenue_over_time
from gatehouse.overview.schemas import OverviewOut

router = Router(prefix="/vendor/resources/overview/v1", tags=["Vendor"])


@router.get("", permission=VendorPermission.READ_TENANTS)
async def get_overview(db: VendorLaggingTransaction) -> OverviewOut:
    """Tenants, users and licenses, recent sign-ins, and payments."""
    return await service.read_overview(db)


@router.get("/licenses", permission=VendorPermission.READ_LICENSES)
async def get_licenses_over_time(db: VendorLaggingTransaction) -> LicensesOverTimeOut:
    """How many licenses ran at the end of each month: bought, trials, issued by the vendor."""
    return await licenses_over_time(db)


@router.get("/revenue", permission=VendorPermission.READ_LICENSES)
async def get_revenue_over_time(db: VendorLaggingTransaction) -> RevenueOverTimeOut:
    """What is paid for subscriptions by month and currency, to both payment providers."""
    return await revenue_over_time(db)
