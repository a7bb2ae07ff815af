"""Invoices on the wire (wire-api §12)."""

from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import Field

from gatehouse.billing.invoices.models import Invoice
from gatehouse.kit.schemas import Wire


class InvoiceOut(Wire):
    """`externalId` is that of the card provider, `totalAmount` in the smallest unit of the currency.
    `paymentDate` None: it is not paid."""

    id: UUID
    external_id: str
    subscription_id: UUID | None
    payment_date: datetime | None
    total_amount: int
    currency: str
    paid: bool
    receipt_number: str
    number: str
    created_at: datetime
    status: str = Field(description="`open`, `paid`, `uncollectible` or `void`.")

    @classmethod
    def of(cls, one: Invoice) -> Self:
        return cls(
            id=one.id,
            external_id=one.external_id,
            subscription_id=one.subscription_id,
            payment_date=one.paid_at,
            total_amount=one.total,
            currency=one.currency,
            paid=one.status == "paid",
            receipt_number=one.receipt_number or "",
            number=one.number or "",
            created_at=one.created_at,
            status=one.status,
        )
