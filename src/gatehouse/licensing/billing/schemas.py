"""Bodies about billing."""

from datetime import datetime

from pydantic import Field

from gatehouse.kit.schemas import Wire


class PaymentMethodOut(Wire):
    type: str = Field(description="`card`, `paypal`, `wire_transfer`, or what the provider adds.")
    brand: str | None = Field(None, description="`visa`, `mastercard`, …; cards only, as the rest.")
    last4: str | None = None
    expiry_month: int | None = None
    expiry_year: int | None = None


class BillOut(Wire):
    id: str
    number: str | None = Field(None, description="Of the invoice; absent until it is complete.")
    status: str = Field(description="`billed`, `paid`, `completed` or `past_due`.")
    total: int | None = Field(None, description="In the lowest unit of the currency.")
    currency_code: str
    billed_at: datetime
    refunded: int | None = Field(
        None, description="Given back to the buyer, in the lowest unit; absent when nothing was."
    )
    credited: int | None = Field(
        None,
        description="Counts toward other bills, or need not be paid, in the lowest unit; else absent.",
    )
    disputed: int | None = Field(
        None, description="Charged back by the buyer's bank, in the lowest unit; else absent."
    )


class InvoiceLink(Wire):
    url: str = Field(description="The PDF; the link ends after about an hour.")


class BillingEmailChange(Wire):
    billing_email: str = Field(min_length=1, max_length=320)


class BillingEmailConfirmation(Wire):
    token: str = Field(max_length=2000, description="Of the mailed link.")


class BillingEmail(Wire):
    billing_email: str = Field(description="The one that counts now.")
    pending_billing_email: str | None = Field(
        None, description="The one that a link was mailed to; it counts once that was opened."
    )


class BillingInformation(Wire):
    name: str
    billing_email: str
    payment_method: PaymentMethodOut | None = Field(
        None, description="The one stored last; absent when there is none."
    )
    bills: list[BillOut] = Field(description="The newest first, at most 100.")
