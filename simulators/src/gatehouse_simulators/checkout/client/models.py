"""Bodies that the browser script sends. If prefill is invalid, the checkout opens without it."""

from typing import Self

from pydantic import BaseModel, Field, model_validator

from gatehouse_simulators.checkout.cards import CardInput
from gatehouse_simulators.checkout.fields import CustomData, EntityId, Text
from gatehouse_simulators.checkout.pricing.items import WantedItem


class AddressPrefill(BaseModel):
    id: EntityId | None = None
    country_code: Text | None = Field(None, max_length=64)
    postal_code: Text | None = Field(None, max_length=200)
    region: Text | None = Field(None, max_length=200)
    city: Text | None = Field(None, max_length=200)
    first_line: Text | None = None


class CustomerPrefill(BaseModel):
    id: EntityId | None = None
    email: Text | None = None
    address: AddressPrefill | None = None


class OpenCheckout(BaseModel):
    """Exactly one of `items` and `transaction_id`, and at most one kind of discount. The address is beside
    the customer, or part of it."""

    items: list[WantedItem] | None = Field(None, min_length=1, max_length=100)
    transaction_id: EntityId | None = None
    customer: CustomerPrefill | None = None
    address: AddressPrefill | None = None
    discount_id: EntityId | None = None
    discount_code: Text | None = Field(None, max_length=32)
    custom_data: CustomData | None = None

    @model_validator(mode="after")
    def check_contradictions(self) -> Self:
        if (self.items is None) == (self.transaction_id is None):
            raise ValueError("give exactly one of items and transactionId")
        if self.discount_id and self.discount_code:
            raise ValueError("give at most one of discountId and discountCode")
        if self.customer and self.address is None:
            self.address = self.customer.address
        return self


class CheckoutChange(BaseModel):
    """Only the fields that are sent change; `discount_code: null` removes the discount."""

    items: list[WantedItem] | None = Field(None, min_length=1, max_length=100)
    email: Text | None = None
    address: AddressPrefill | None = None
    discount_code: Text | None = Field(None, max_length=32)
    discount_id: EntityId | None = None
    custom_data: CustomData | None = None


class CheckoutPayment(BaseModel):
    card: CardInput


class BankAuthentication(BaseModel):
    """The buyer's answer to the bank's challenge."""

    approved: bool
