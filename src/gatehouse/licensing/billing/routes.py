"""`/api/v1/paddle`: billing information, invoices, the billing email (spec 000 §7)."""

from typing import Annotated

from fastapi import Path

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentCall
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import AllResources, resource
from gatehouse.licensing.billing import email, service
from gatehouse.licensing.billing.schemas import (
    BillingEmail,
    BillingEmailChange,
    BillingEmailConfirmation,
    BillingInformation,
    InvoiceLink,
    PaymentMethodOut,
)
from gatehouse.providers.payments.port import Payments

router = Router(prefix="/api/v1/paddle", tags=["Licensing"])
Provider = Annotated[Payments, resource(Payments)]


@router.get(
    "/billing-information",
    permission=Permission.LICENSING_WRITE_BILLING,
    response_model=BillingInformation,
    response_model_exclude_none=True,
)
async def get_billing_information(
    caller: Caller, call: CurrentCall, payments: Provider
) -> BillingInformation:
    """Who is billed, how they pay, and the bills. 404 without an organization; 503 when the provider does not
    answer."""
    organization, method, bills = await service.billing_information(call, payments, caller)
    return BillingInformation(
        name=organization.name,
        billing_email=organization.billing_email,
        payment_method=PaymentMethodOut.model_validate(method) if method else None,
        bills=bills,
    )


@router.get(
    "/invoices/{bill_id}", permission=Permission.LICENSING_WRITE_BILLING, response_model=InvoiceLink
)
async def get_invoice_link(
    caller: Caller,
    call: CurrentCall,
    payments: Provider,
    bill_id: Annotated[str, Path(max_length=100)],
) -> InvoiceLink:
    """Where the invoice of a bill can be downloaded. 404 when there is none (yet)."""
    return InvoiceLink(url=await service.invoice_link(call, payments, caller, bill_id))


@router.patch(
    "/billing-email",
    permission=Permission.LICENSING_WRITE_BILLING,
    response_model=BillingEmail,
    response_model_exclude_none=True,
)
async def change_billing_email(
    caller: Caller,
    client: CurrentClient,
    call: CurrentCall,
    resources: AllResources,
    data: BillingEmailChange,
) -> BillingEmail:
    """Mail a link to the new address; it counts once that was opened. 429 after five an hour."""
    now, pending = await email.ask_for(call, resources, caller, client, data.billing_email)
    return BillingEmail(billing_email=now, pending_billing_email=pending)


@router.post(
    "/billing-email/confirm",
    permission=Permission.LICENSING_WRITE_BILLING,
    response_model=BillingEmail,
    response_model_exclude_none=True,
)
async def confirm_billing_email(
    caller: Caller,
    client: CurrentClient,
    call: CurrentCall,
    resources: AllResources,
    data: BillingEmailConfirmation,
) -> BillingEmail:
    """Bill the address that the link was mailed to. 400 when the link is too old, another tenant's, or the
    address was changed since; 409 when the address is another customer's at the provider."""
    address = await email.confirm_billing_email(call, resources, caller, client, data.token)
    return BillingEmail(billing_email=address)
