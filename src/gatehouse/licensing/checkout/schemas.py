"""Bodies about checkouts."""

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
