"""Bodies about checkouts."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from gatehouse.kit.schemas import Wire


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
