"""`/api/v1/paddle/billing-information` (spec 000 §7)."""

from typing import Annotated

from fastapi import APIRouter

from gatehouse.access.guard import CurrentCall, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.kit.resources import resource
from gatehouse.licensing.billing import service
from gatehouse.licensing.billing.schemas import BillingInformation, BillOut, PaymentMethodOut
from gatehouse.providers.payments.port import Payments

router = APIRouter(prefix="/api/v1/paddle", tags=["Licensing"])


@router.get(
    "/billing-information", response_model=BillingInformation, response_model_exclude_none=True
)
async def get_billing_information(
    caller: Annotated[Principal, require(Permission.LICENSING_WRITE_BILLING)],
    call: CurrentCall,
    payments: Annotated[Payments, resource(Payments)],
) -> BillingInformation:
    """Who is billed, how they pay, and the bills. 404 without an organization; 503 when the provider does not
    answer."""
    organization, method, bills = await service.billing_information(call, payments, caller)
    return BillingInformation(
        name=organization.name,
        billing_email=organization.billing_email,
        payment_method=PaymentMethodOut.model_validate(method) if method else None,
        bills=[BillOut.model_validate(bill) for bill in bills],
    )
