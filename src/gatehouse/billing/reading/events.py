"""What is announced when the card provider says that something has changed."""

from gatehouse.kit.events import Event, Severity


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
    text = "Added the {brand} card that ends in {last4}"
    brand: str
    last4: str


class CardRemoved(Event):
    event_name = "billing.card_removed"
    severity = "Medium"
    text = "The card that ends in {last4} was removed"
    last4: str
