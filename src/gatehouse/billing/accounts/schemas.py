"""Accounts on the wire (wire-api §16.19)."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from gatehouse.billing.accounts.models import BillingAccount
from gatehouse.kit.schemas import Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId

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


def _yes_or_no(value: object) -> object:
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
    externally_managed: Annotated[bool, BeforeValidator(_yes_or_no)] | None = None
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
    def of(cls, account: BillingAccount, vendor_id: UUID) -> Self:
        return cls(
            id=account.id,
            vendor_id=vendor_id,
            tenant_id=account.tenant_id,
            externally_managed=str(account.externally_managed).lower(),
            mapping_id=account.customer,
        )
