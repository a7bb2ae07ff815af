"""What is announced of accounts."""

from gatehouse.kit.events import Event


class BillingConfigured(Event):
    event_name = "billing.configured"
    severity = "Medium"
    externally_managed: bool
    default_plan: str | None = None

    @property
    def description(self) -> str:
        how = "outside of the product" if self.externally_managed else "by the account itself"
        return f"Billing is managed {how}"


class BillingCustomerChanged(Event):
    event_name = "billing.customer_updated"
    text = "Bills are made out to {name}, {email}"
    name: str
    email: str
