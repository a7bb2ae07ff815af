from typing import Annotated

from fastapi import APIRouter

from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorTransaction,
    vendor_may,
)
from gatehouse.management.overview import service
from gatehouse.management.overview.schemas import OverviewOut

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_TENANTS)]

router = APIRouter(prefix="/vendor/resources/overview/v1", tags=["Vendor"])


@router.get("")
async def get_overview(db: VendorTransaction, caller: CanRead) -> OverviewOut:
    """Tenants, people and licenses, who signed in of late, and what was paid."""
    return await service.overview(db)
