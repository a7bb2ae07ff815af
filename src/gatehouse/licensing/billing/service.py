"""What an organization is billed, by what is stored; how it pays, as the provider knows it now."""

from gatehouse.access.guard import Call
from gatehouse.access.principal import Principal
from gatehouse.licensing.billing import queries
from gatehouse.licensing.billing.errors import InvoiceMissing
from gatehouse.licensing.billing.models import Bill
from gatehouse.licensing.organizations.models import Organization
from gatehouse.licensing.organizations.service import get_organization
from gatehouse.providers.payments.port import MethodFact, Payments

MOST_BILLS = 100


async def billing_information(
    call: Call, payments: Payments, caller: Principal
) -> tuple[Organization, MethodFact | None, list[Bill]]:
    """`OrganizationMissing`; whoever never opened a checkout is not asked about at the provider."""
    async with call.transaction() as db:
        organization = await get_organization(db, caller.tenant_id)
        bills = await queries.BILLS.all(db, caller.tenant_id, MOST_BILLS)
    if organization.provider_customer_id is None:
        return organization, None, bills
    methods = await payments.methods_of(organization.provider_customer_id)
    return organization, next(iter(methods), None), bills


async def invoice_link(call: Call, payments: Payments, caller: Principal, bill_id: str) -> str:
    """`InvoiceMissing`: no bill of this tenant, or one that has no invoice yet."""
    missing = InvoiceMissing("There is no invoice for this bill")
    async with call.transaction() as db:
        if not await queries.HAS_BILL.one(db, caller.tenant_id, bill_id):
            raise missing
    link = await payments.invoice(bill_id)
    if link is None:
        raise missing
    return link
