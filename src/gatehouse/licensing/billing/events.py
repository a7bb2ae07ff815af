"""What happens to where bills go."""

from gatehouse.kit.events import Event


class BillingEmailAsked(Event):
    event_name = "organization.billing_email_asked"
    text = "A link was mailed to {email}, to bill it from now on"
    email: str


class BillingEmailChanged(Event):
    event_name = "organization.billing_email_changed"
    severity = "Medium"
    text = "Bills go to {email} now, no longer to {former_email}"
    email: str
    former_email: str
