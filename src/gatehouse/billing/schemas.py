"""Bodies about billing accounts, subscriptions, cards, plans and invoices."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, StringConstraints

from gatehouse.billing import models
from gatehouse.billing.provider.port import Address
from gatehouse.billing.states import Status, has_cancellation, to_wire_status
from gatehouse.kit import clock
from gatehouse.kit.schemas import Line, Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.vendor.plans import VendorPlan

ProviderType = Literal["Stripe"]


def _check_printable(value: str) -> str:
    """No column of JSON holds control characters."""
    if not value.isprintable():
        raise ValueError("must not contain control characters")
    return value


Email = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=3, max_length=320, pattern=r"^[^\s@<>,;]+@[^\s@<>,;]+$"
    ),
    AfterValidator(_check_printable),
]


def _parse_boolean_text(value: object) -> object:
    """Clients send it as text."""
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


class PaymentProvider(Wire):
    """`status` `1`: in use."""

    provider_type: ProviderType = "Stripe"
    name: str
    status: str


class CardsConfiguration(Wire):
    """`publishableKey` and `scriptUrl` are for browsers."""

    id: UUID
    name: str
    active: bool
    publishable_key: str
    script_url: str


class BillingRules(Wire):
    allow_plan_downgrade: bool
    allow_plan_cancellation: bool


class CustomerIn(Wire):
    name: Annotated[Name, Field(min_length=1, examples=["Acme Ltd"])]
    email: Email = Field(examples=["billing@acme.test"])
    tenant_name: Name | None = None


class CustomerOut(Wire):
    stripe_customer_id: str


class BillingSummary(Wire):
    """What is missing there is not. `currentPlanId` is that of the subscription; who has none is shown
    `defaultPlanId`."""

    tenant_configuration_id: ShownTenantId | None = None
    provider_type: ProviderType = "Stripe"
    subscription_id: UUID | None = None
    externally_managed: bool
    current_plan_id: UUID | None = None
    payment_method_id: UUID | None = None
    default_plan_id: UUID | None = None


class BillingConfigurationIn(Wire):
    """`externallyManaged` and `defaultPlanId` are the vendor's to set."""

    tenant_id: TenantId
    externally_managed: Annotated[bool, BeforeValidator(_parse_boolean_text)] | None = None
    provider_type: ProviderType = "Stripe"
    default_plan_id: UUID | None = None


class BillingConfigurationMade(Wire):
    id: UUID


class BillingConfigurationOut(Wire):
    """`externallyManaged` is a text, `true` or `false`; `mappingId` is the customer's at the provider."""

    id: UUID
    vendor_id: UUID
    tenant_id: ShownTenantId
    externally_managed: str
    payment_provider_type: ProviderType = "Stripe"
    mapping_id: str | None

    @classmethod
    def from_row(cls, account: models.BillingAccount, vendor_id: UUID) -> Self:
        return cls(
            id=account.id,
            vendor_id=vendor_id,
            tenant_id=account.tenant_id,
            externally_managed=str(account.externally_managed).lower(),
            mapping_id=account.customer,
        )


# Ours, or one of the card provider.
Reference = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,200}$")]


class SubscribedPlan(Wire):
    """`slug` is the plan's key."""

    slug: str


class Cancellation(Wire):
    policy: Literal["atPeriodEnd"] = "atPeriodEnd"


class SubscriptionOut(Wire):
    """`externalId` is that of the card provider. `cancellation` None: it is renewed. `plan.slug` is empty
    where the price is none of the vendor's plans'."""

    id: UUID
    external_id: str
    externally_managed: bool
    start_date: datetime
    current_period_start: datetime
    current_period_end: datetime
    status: Status
    cancellation: Cancellation | None
    trial_end: datetime | None
    plan: SubscribedPlan

    @classmethod
    def from_row(cls, one: models.Subscription, *, externally_managed: bool) -> Self:
        return cls(
            id=one.id,
            external_id=one.external_id,
            externally_managed=externally_managed,
            start_date=one.started_at,
            current_period_start=one.period_starts_at,
            current_period_end=one.period_ends_at,
            status=to_wire_status(one, clock.now()),
            cancellation=Cancellation() if has_cancellation(one) else None,
            trial_end=one.trial_ends_at,
            plan=SubscribedPlan(slug=one.plan or ""),
        )


class SubscriptionIn(Wire):
    """`stripePlanId` is the plan's id, key or price."""

    stripe_plan_id: Reference = Field(examples=["price_1ExampleMonthly"])


class SubscriptionBegun(Wire):
    """`subscriptionSecret` lets the browser pay, or for a trial add a card; None when nothing is left to
    do."""

    subscription_id: UUID
    subscription_secret: str | None


class SubscriptionChange(Wire):
    """Each ours or the card provider's. `prorationDate` as the preview said it: then exactly that is
    charged."""

    payment_method_id: Reference = Field(examples=["pm_1Example"])
    plan_id: Reference = Field(examples=["price_1ExampleMonthly"])
    proration_date: AwareDatetime | None = None


class BillingPreview(Wire):
    """Amounts in the smallest unit of the currency. `amountDue` is charged at once; a negative `total` is a
    credit for the next invoice."""

    amount_due: int
    total: int
    currency: str
    proration_date: datetime


class BillingAddress(Wire):
    """What is missing stays; an empty text removes it. `country` by ISO 3166-1."""

    address_line1: Line | None = None
    address_line2: Line | None = None
    city: Line | None = None
    state: Line | None = None
    postal_code: Line | None = None
    country: Annotated[str, StringConstraints(pattern=r"^([A-Z]{2})?$")] | None = None

    @classmethod
    def from_address(cls, address: Address) -> Self:
        return cls(
            address_line1=address.line1,
            address_line2=address.line2,
            city=address.city,
            state=address.state,
            postal_code=address.postal_code,
            country=address.country,
        )

    def to_address(self) -> Address:
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
    def from_row(cls, one: models.PaymentMethod) -> Self:
        address = BillingAddress.from_address(Address(**(one.address or {})))
        details = BillingDetails(name=one.name, email=one.email, address=address)
        return cls(**asdict(one), billing_details=details)


class SetupIntentIn(Wire):
    payment_method_id: Reference | None = Field(None, examples=["pm_1Example"])


class SetupIntentOut(Wire):
    """With `setupIntentSecret` the browser adds a card; `paymentMethodId` is the one that it was asked
    for."""

    id: str
    payment_method_id: str | None
    setup_intent_secret: str


class BillingPrice(Wire):
    """`amount` in the smallest unit of the currency. `interval` is missing where nothing is charged."""

    id: str
    external_id: str
    currency: str
    amount: int
    interval: models.Every | None = None
    interval_count: int | None = None


class BillingPlan(Wire):
    """`externalId` is that of the product at the card provider, `slug` the plan's key. A plan that is not
    for sale has an amount of 0 and no `interval`."""

    id: UUID
    external_id: str
    name: str
    description: str
    price: BillingPrice
    slug: str
    trial_days: int | None = None

    @classmethod
    def from_plan(cls, plan: VendorPlan, price: models.Price | None) -> Self:
        return cls(
            id=plan.id,
            external_id=price.product if price else plan.key,
            name=plan.name,
            description=plan.description,
            price=BillingPrice(
                id=price.id,
                external_id=price.id,
                currency=price.currency,
                amount=price.amount,
                interval=price.every,
                interval_count=price.every_count,
            )
            if price
            else BillingPrice(id="", external_id="", currency="usd", amount=0),
            slug=plan.key,
            trial_days=plan.trial_days,
        )


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
