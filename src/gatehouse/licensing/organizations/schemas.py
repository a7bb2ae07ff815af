"""Bodies about organizations, bills and checkouts, and what the portal boots with."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Name, Text, Wire


class OrganizationCreate(Wire):
    name: Annotated[Name, Field(min_length=1)]
    billing_email: str | None = Field(
        None, max_length=320, description="The caller's address when absent or empty."
    )


class OrganizationOut(Wire):
    id: UUID
    name: str
    billing_email: str
    created_at: datetime


class ContactOut(Wire):
    email: str | None = Field(
        None, description="Where messages go; absent: the vendor takes none here."
    )
    person: str | None = Field(None, description="Who answers.")
    answer_hours: int | None = Field(None, description="How long an answer takes, as a rule.")


class ContactMessage(Wire):
    subject: Annotated[Name, Field(min_length=1)]
    message: Annotated[Text, Field(min_length=1)]


class Analytics(Wire):
    key: str
    host: str


class Links(Wire):
    docs: str
    book_a_demo: str
    slack: str
    github: str
    legal: str


class LoginProviderConfig(Wire):
    base_url: str = Field(description="Origin of the identity API.")
    client_id: UUID
    login_url: str
    logout_url: str
    portal_url: str = Field(description="The administration of account and people.")
    sells_licenses: bool = Field(
        description="False: no payment provider is configured. The vendor issues licenses, and nothing can "
        "be bought or changed."
    )
    analytics: Analytics | None = Field(None, description="Absent: none is loaded.")
    links: Links


class PaymentMethodOut(Wire):
    type: str = Field(description="`card`, `paypal`, `wire_transfer`, or what the provider adds.")
    brand: str | None = Field(None, description="`visa`, `mastercard`, …; cards only, as the rest.")
    last4: str | None = None
    expiry_month: int | None = None
    expiry_year: int | None = None


class Bill(Wire):
    id: str
    number: str | None = Field(None, description="Of the invoice; absent until it is complete.")
    status: str = Field(description="`billed`, `paid`, `completed` or `past_due`.")
    total: int | None = Field(None, description="In the lowest unit of the currency.")
    currency_code: str
    billed_at: datetime


class BillOut(Bill):
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


class TenantBills(Wire):
    bills: list[BillOut] = Field(description="The newest first, at most 100.")


class PaymentsConfig(Wire):
    token: str = Field(description="The provider's client token; fit for a browser.")
    environment: Literal["sandbox", "production"]
    script_url: str


class CheckoutConfig(Wire):
    customer_id: str
    prices: list[str] = Field(description="The price ids that are for sale.")


class TransactionOut(Wire):
    transaction_id: str
    status: str = Field(
        description="`draft`, `ready`, `billed`, `paid`, `completed`, `canceled` or `past_due`."
    )


class DiscountOut(Wire):
    id: str
    code: str
    description: str
    type: str = Field(description="`flat`, `flat_per_seat` or `percentage`.")
    amount: str = Field(
        description="A percentage, or an integer in the lowest unit of `currencyCode`."
    )
    currency_code: str | None = Field(None, description="Absent for a percentage.")
    recurs: bool = Field(description="Whether later payments are reduced as well.")
    recurring_intervals: int | None = Field(
        None, description="How many payments are reduced; absent: all, or the first one only."
    )
    expires_at: datetime | None = None
