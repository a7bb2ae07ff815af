"""What Gatehouse asks of a payment provider, and the facts that the provider tells.

A fact is what one entity of the provider looked like at `updated_at`. Optional fields are None when the
provider left them out; amounts are integers in the currency's lowest unit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True)
class BrowserSetup:
    """What a page needs to open a checkout; nothing in it is secret."""

    token: str
    environment: str
    script_url: str


@dataclass(frozen=True, slots=True)
class SubscriptionLine:
    """A recurring price and how many of it were bought."""

    price_id: str
    quantity: int
    cycle: str | None


@dataclass(frozen=True, slots=True)
class SubscriptionFact:
    id: str
    status: str
    customer_id: str
    custom_data: Mapping[str, Any]
    lines: tuple[SubscriptionLine, ...]
    cycle: str | None
    next_billed_at: datetime | None
    period_starts_at: datetime | None
    paused_at: datetime | None
    canceled_at: datetime | None
    ends_at: datetime | None
    """When a scheduled cancel takes effect."""
    pauses_at: datetime | None
    """When a scheduled pause takes effect. It is no end: the subscription can be resumed."""
    discount_id: str | None
    transaction_id: str | None
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class TransactionFact:
    id: str
    status: str
    origin: str
    customer_id: str | None
    subscription_id: str | None
    custom_data: Mapping[str, Any]
    lines: tuple[SubscriptionLine, ...]
    period_ends_at: datetime | None
    invoice_number: str | None
    currency_code: str
    total: int | None
    billed_at: datetime | None
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class AdjustmentFact:
    """What was given back of a transaction, or is disputed. `action` and `status` are the provider's words
    (`refund`, `credit`, `chargeback`, `chargeback_reverse`, …; `approved`, …); `total` is never negative."""

    id: str
    action: str
    status: str
    transaction_id: str
    customer_id: str
    currency_code: str
    total: int
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class CustomerFact:
    """`reference` is our organization's id, when we made the customer."""

    id: str
    email: str
    reference: str | None
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class DiscountFact:
    """`amount` is a percentage, or an integer in the lowest unit of `currency_code`, as text.
    `restrict_to`: ids of prices or products; none means all."""

    id: str
    code: str
    status: str
    description: str
    type: str
    amount: str
    currency_code: str | None
    is_for_checkout: bool
    recurs: bool
    recurring_intervals: int | None
    usage_limit: int | None
    times_used: int
    restrict_to: frozenset[str]
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class PriceFact:
    id: str
    product_id: str
    currency_code: str


@dataclass(frozen=True, slots=True)
class MethodFact:
    """A stored way to pay. `type` is the provider's word (`card`, `paypal`, …); the rest is a card's."""

    type: str
    brand: str | None
    last4: str | None
    expiry_month: int | None
    expiry_year: int | None


@dataclass(frozen=True, slots=True)
class ProviderChange:
    """`lines`: the complete list to keep, none to leave them; `mode`: how the difference is billed."""

    lines: tuple[SubscriptionLine, ...]
    mode: Literal["prorated_immediately", "prorated_next_billing_period", "do_not_bill"]
    discount_id: str | None


@dataclass(frozen=True, slots=True)
class TransactionTotals:
    """Integers in the currency's lowest unit. `grand_total` is what is paid after `credit`."""

    subtotal: int
    discount: int
    tax: int
    total: int
    credit: int
    grand_total: int


@dataclass(frozen=True, slots=True)
class PreviewFact:
    """What a change costs now, with the next payment, and with every one after that."""

    currency_code: str
    next_billed_at: datetime | None
    immediate: TransactionTotals | None
    next: TransactionTotals | None
    recurring: TransactionTotals | None
    action: str | None
    amount: int | None


Fact = SubscriptionFact | TransactionFact | AdjustmentFact | CustomerFact


@dataclass(frozen=True, slots=True)
class ProviderEvent:
    """One delivered event; `payload` is the whole body, fit for storing. `subscription_id`: what it is
    about, where it says so."""

    id: str
    type: str
    occurred_at: datetime
    payload: dict[str, Any]
    subscription_id: str | None = None


class Payments(Protocol):
    """Every call may raise `PaymentsUnavailable`, every change `PaymentsRefused`. Calls go over the
    network: hold no transaction."""

    provider: str
    is_configured: bool
    price_ids: tuple[str, ...]

    @property
    def browser(self) -> BrowserSetup: ...

    def read_event(self, body: bytes, signature: str) -> ProviderEvent:
        """The event of a webhook body. Raises `SignatureRefused` or `MalformedEvent`."""

    def read_fact(self, payload: Mapping[str, Any], occurred_at: datetime) -> Fact | None:
        """The entity inside a stored event; None when its kind does not matter here."""

    async def get_or_create_customer(self, email: str, name: str, reference: str) -> CustomerFact:
        """The customer with this address: made with our reference, or the one that exists."""

    async def change_customer_email(self, customer_id: str, email: str) -> CustomerFact:
        """Bill this address from now on; `EmailTaken` when it is another customer's."""

    async def find_subscription(self, subscription_id: str) -> SubscriptionFact | None: ...

    async def list_subscriptions(self, customer_id: str) -> list[SubscriptionFact]: ...

    async def find_transaction(self, transaction_id: str) -> TransactionFact | None: ...

    async def list_adjustments_of_customer(self, customer_id: str) -> list[AdjustmentFact]: ...

    async def find_invoice_link(self, transaction_id: str) -> str | None:
        """A short-lived link to the invoice as PDF; None when there is none."""

    async def cancel_at_period_end(self, subscription_id: str) -> SubscriptionFact:
        """Let the subscription end with the period that is paid."""

    async def cancel_now(self, subscription_id: str) -> SubscriptionFact:
        """End the subscription now."""

    async def remove_scheduled_change(self, subscription_id: str) -> SubscriptionFact:
        """Take a scheduled end or pause back."""

    async def resume_subscription(self, subscription_id: str) -> SubscriptionFact:
        """Start a paused subscription again, and its billing, now."""

    async def start_payment_method_change(self, subscription_id: str) -> TransactionFact:
        """The transaction whose checkout stores another payment method; when a payment is missing,
        the one that is missing."""

    async def list_payment_methods(self, customer_id: str) -> list[MethodFact]:
        """The ways to pay that a customer has stored, the newest first."""

    async def find_discount_by_code(self, code: str) -> DiscountFact | None:
        """The discount of a code, compared without regard to letter case; None when there is none."""

    async def find_discount(self, discount_id: str) -> DiscountFact | None: ...

    async def find_price(self, price_id: str) -> PriceFact | None: ...

    async def preview_subscription_change(
        self, subscription_id: str, change: ProviderChange
    ) -> PreviewFact:
        """What the change would cost; `ChargeTooSmall` as the change itself."""

    async def change_subscription(
        self, subscription_id: str, change: ProviderChange
    ) -> SubscriptionFact:
        """Make it; a payment that is declined prevents it."""
