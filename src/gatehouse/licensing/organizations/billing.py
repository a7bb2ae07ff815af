"""What an organization is billed, by what is stored; how it pays, as the provider knows it now."""

from uuid import UUID

from gatehouse.access.guard import GuardedCall
from gatehouse.access.principal import Principal
from gatehouse.kit.db import Db
from gatehouse.licensing.errors import InvoiceMissing
from gatehouse.licensing.organizations import queries
from gatehouse.licensing.organizations.queries import Organization
from gatehouse.licensing.organizations.schemas import Bill, BillOut
from gatehouse.licensing.organizations.service import get_organization
from gatehouse.licensing.purchases.refunds_and_disputes import (
    NOTHING,
    RefundTotals,
    read_refunds_by_transaction,
)
from gatehouse.providers.payments.port import MethodFact, Payments

MOST_BILLS = 100
NO_INVOICE = "This invoice has no PDF"


async def read_billing_information(
    call: GuardedCall, payments: Payments, caller: Principal
) -> tuple[Organization, MethodFact | None, list[BillOut]]:
    """The organization, its first payment method and its bills. The payment provider is asked only for an
    organization that has a customer there. Raises `OrganizationMissing` when the tenant has none."""
    async with call.transaction() as db:
        organization = await get_organization(db, caller.tenant_id)
        bills = await list_bills(db, caller.tenant_id)
    if organization.provider_customer_id is None:
        return organization, None, bills
    methods = await payments.list_payment_methods(organization.provider_customer_id)
    return organization, next(iter(methods), None), bills


async def list_bills(db: Db, tenant_id: UUID) -> list[BillOut]:
    """The newest first."""
    kept = await queries.BILLS.all(db, tenant_id, MOST_BILLS)
    back = await read_refunds_by_transaction(db, tenant_id, [bill.id for bill in kept])
    return [_to_bill_with_refunds(bill, back.get(bill.id, NOTHING)) for bill in kept]


def _to_bill_with_refunds(bill: Bill, back: RefundTotals) -> BillOut:
    return BillOut(
        **dict(bill),
        refunded=back.refunded or None,
        credited=back.credited or None,
        disputed=back.disputed or None,
    )


async def get_invoice_link_of_caller(
    call: GuardedCall, payments: Payments, caller: Principal, bill_id: str
) -> str:
    """`InvoiceMissing`: no bill of this tenant, or one that has no invoice yet."""
    async with call.transaction() as db:
        await require_bill_of_tenant(db, caller.tenant_id, bill_id)
    return await fetch_invoice_link(payments, bill_id)


async def require_bill_of_tenant(db: Db, tenant_id: UUID, bill_id: str) -> None:
    """`InvoiceMissing`: it is no bill of this tenant."""
    if not await queries.HAS_BILL.one(db, tenant_id, bill_id):
        raise InvoiceMissing(NO_INVOICE)


async def fetch_invoice_link(payments: Payments, bill_id: str) -> str:
    """Ask outside a transaction: the provider may be slow. `InvoiceMissing`: it has none yet."""
    link = await payments.find_invoice_link(bill_id)
    if link is None:
        raise InvoiceMissing(NO_INVOICE)
    return link
