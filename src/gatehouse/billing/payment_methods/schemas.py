"""Payment methods on the wire (wire-api §12)."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.billing.accounts.schemas import Email
from gatehouse.billing.payment_methods.models import PaymentMethod
from gatehouse.billing.provider.port import Address
from gatehouse.billing.subscriptions.schemas import Reference
from gatehouse.kit.schemas import Line, Wire


class BillingAddress(Wire):
    """What is missing stays; an empty text removes it. `country` by ISO 3166-1."""

    address_line1: Line | None = None
    address_line2: Line | None = None
    city: Line | None = None
    state: Line | None = None
    postal_code: Line | None = None
    country: Annotated[str, StringConstraints(pattern=r"^([A-Z]{2})?$")] | None = None

    @classmethod
    def of(cls, address: Address) -> Self:
        return cls(
            address_line1=address.line1,
            address_line2=address.line2,
            city=address.city,
            state=address.state,
            postal_code=address.postal_code,
            country=address.country,
        )

    def as_fact(self) -> Address:
        return Address(
            line1=self.address_line1,
            line2=self.address_line2,
            city=self.city,
            state=self.state,
            postal_code=self.postal_code,
            country=self.country,
        )


class BillingDetails(Wire):
    name: str
    email: str | None
    address: BillingAddress


class BillingDetailsIn(Wire):
    email: Email | None = None
    address: BillingAddress = Field(BillingAddress())


class PaymentMethodBody(Wire):
    """`externalId` is that of the card provider."""

    id: UUID
    external_id: str
    type: Literal["card"] = "card"
    is_default: bool
    last4: str
    exp_month: int
    exp_year: int
    brand: str
    billing_details: BillingDetails

    @classmethod
    def of(cls, one: PaymentMethod) -> Self:
        return cls(
            id=one.id,
            external_id=one.external_id,
            is_default=one.is_default,
            last4=one.last4,
            exp_month=one.exp_month,
            exp_year=one.exp_year,
            brand=one.brand,
            billing_details=BillingDetails(
                name=one.name,
                email=one.email,
                address=BillingAddress.of(Address(**(one.address or {}))),
            ),
        )


class SetupIntentIn(Wire):
    payment_method_id: Reference | None = Field(None, examples=["pm_1Example"])


class SetupIntentOut(Wire):
    """With `setupIntentSecret` the browser adds a card; `paymentMethodId` is the one that it was asked
    for."""

    id: str
    payment_method_id: str | None
    setup_intent_secret: str
