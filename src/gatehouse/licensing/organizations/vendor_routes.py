"""The bills of a tenant, as its own billing page shows them, for the vendor's backends and staff."""

from typing import Annotated

from fastapi import Path

from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit.resources import resource
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.licensing.organizations.billing import (
    fetch_invoice_link,
    list_bills,
    require_bill_of_tenant,
)
from gatehouse.licensing.organizations.schemas import InvoiceLink, TenantBills
from gatehouse.providers.payments.port import Payments

Provider = Annotated[Payments, resource(Payments)]

router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}/bills", tags=["Vendor"])


@router.get("", permission=VendorPermission.SEE_BILLS, response_model_exclude_none=True)
async def get_bills_of_tenant(db: VendorTransaction, tenant_id: TenantId) -> TenantBills:
    """What the tenant was billed for its licenses, and what was refunded. 404 `tenants.not_found`."""
    tenant = await get_tenant(db, tenant_id)
    return TenantBills(bills=await list_bills(db, tenant.id))


@router.get("/{bill_id}/invoice", permission=VendorPermission.SEE_BILLS)
async def get_invoice_link_of_tenant(
    db: VendorTransaction,
    payments: Provider,
    tenant_id: TenantId,
    bill_id: Annotated[str, Path(max_length=100)],
) -> InvoiceLink:
    """Where the invoice of a bill can be downloaded. 404 `tenants.not_found`, `billing.invoice_missing` when
    there is none (yet); 503 when the provider does not answer."""
    tenant = await get_tenant(db, tenant_id)
    await require_bill_of_tenant(db, tenant.id, bill_id)
    await db.pause()
    return InvoiceLink(url=await fetch_invoice_link(payments, bill_id))
