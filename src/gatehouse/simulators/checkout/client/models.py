"""What the browser script sends. Prefill may be wrong: then the checkout opens without it."""

from typing import Self

from pydantic import BaseModel, Field, model_validator

from gatehouse.simulators.checkout.cards import CardInput
from gatehouse.simulators.checkout.customers import CustomData
from gatehouse.simulators.checkout.pricing.items import WantedItem

TEXT = r"^[^\x00]*$"


class CustomerPrefill(BaseModel):
    id: str | None = Field(None, max_length=64)
    email: str | None = Field(None, max_length=1024, pattern=TEXT)


class AddressPrefill(BaseModel):
    id: str | None = Field(None, max_length=64)
    country_code: str | None = Field(None, max_length=64, pattern=TEXT)
    postal_code: str | None = Field(None, max_length=200, pattern=TEXT)
    region: str | None = Field(None, max_length=200, pattern=TEXT)
    city: str | None = Field(None, max_length=200, pattern=TEXT)
    first_line: str | None = Field(None, max_length=1024, pattern=TEXT)


class OpenCheckout(BaseModel):
    """Exactly one of `items` and `transaction_id`; at most one kind of discount."""

    items: list[WantedItem] | None = Field(None, min_length=1, max_length=100)
    transaction_id: str | None = Field(None, max_length=64)
    customer: CustomerPrefill | None = None
    address: AddressPrefill | None = None
    discount_id: str | None = Field(None, max_length=64)
    discount_code: str | None = Field(None, max_length=32, pattern=TEXT)
    custom_data: CustomData | None = None

    @model_validator(mode="after")
    def no_contradictions(self) -> Self:
        if (self.items is None) == (self.transaction_id is None):
            raise ValueError("give exactly one of items and transactionId")
        if self.discount_id and self.discount_code:
            raise ValueError("give at most one of discountId and discountCode")
        return self


class CheckoutChange(BaseModel):
    """Only what is sent changes; `discount_code: null` removes the discount."""

    items: list[WantedItem] | None = Field(None, min_length=1, max_length=100)
    email: str | None = Field(None, max_length=1024, pattern=TEXT)
    address: AddressPrefill | None = None
    discount_code: str | None = Field(None, max_length=32, pattern=TEXT)
    discount_id: str | None = Field(None, max_length=64)
    custom_data: CustomData | None = None


class Payment(BaseModel):
    card: CardInput


class Authentication(BaseModel):
    """The buyer's answer to the bank's question."""

    approved: bool
