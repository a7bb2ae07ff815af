"""What happens to billing accounts, cards, invoices and subscriptions."""

from uuid import UUID

from gatehouse.kit.events import Event, Severity


class BillingConfigured(Event):
    event_name = "billing.configured"
    severity = "Medium"
    externally_managed: bool
    default_plan: str | None = None

    @property
    def description(self) -> str:
        how = "outside the product" if self.externally_managed else "by the account itself"
        return f"Billing is managed {how}"


class BillingCustomerChanged(Event):
    event_name = "billing.customer_updated"
    text = "Changed the billing contact to {name}, {email}"
    name: str
    email: str


class CardSetupBegun(Event):
    event_name = "billing.card_setup_begun"
    text = "Started adding a card"


class BillingDetailsChanged(Event):
    event_name = "billing.details_updated"
    severity = "Medium"
    text = "Changed the billing details of the card ending in {last4}"
    payment_method_id: UUID
    last4: str


class BillingStatusChanged(Event):
    """`status` in the provider's words."""

    event_name = "billing.subscription_status_changed"
    status: str
    plan: str
    former_status: str | None = None

    @property
    def description(self) -> str:
        return f"The subscription to {self.plan} is {self.status.replace('_', ' ')}"

    @property
    def severity(self) -> Severity:  # type: ignore[override]
        return "Info" if self.status in ("active", "trialing", "incomplete") else "Medium"


class InvoicePaid(Event):
    event_name = "billing.invoice_paid"
    text = "The invoice {number} was paid"
    number: str
    total: int
    currency: str


class CardAdded(Event):
    event_name = "billing.card_added"
    severity = "Medium"
    text = "Added the {brand} card ending in {last4}"
    brand: str
    last4: str


class CardRemoved(Event):
    event_name = "billing.card_removed"
    severity = "Medium"
    text = "The card ending in {last4} was removed"
    last4: str


class BillingSubscriptionEvent(Event):
    subscription_id: UUID
    plan: str


class SubscriptionCreated(BillingSubscriptionEvent):
    event_name = "billing.subscription_created"
    severity = "Medium"
    text = "Subscribed to {plan}"


class SubscriptionPlanChanged(BillingSubscriptionEvent):
    event_name = "billing.subscription_plan_changed"
    severity = "Medium"
    text = "Changed the subscription to {plan}"


class SubscriptionCardChanged(BillingSubscriptionEvent):
    event_name = "billing.subscription_card_changed"
    severity = "Medium"
    text = "Changed the card for the subscription to {plan}"


class SubscriptionCanceled(BillingSubscriptionEvent):
    event_name = "billing.subscription_canceled"
    severity = "High"
    text = "Canceled the subscription to {plan} at the end of the billing period"


class SubscriptionRenewed(BillingSubscriptionEvent):
    event_name = "billing.subscription_renewed"
    severity = "Medium"
    text = "Renewed the subscription to {plan}"
