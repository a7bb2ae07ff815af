"""Events of changes that users make to cards; added and removed cards are announced in `reading`."""

from uuid import UUID

from gatehouse.kit.events import Event


class CardSetupBegun(Event):
    event_name = "billing.card_setup_begun"
    text = "Began to add a card"


class BillingDetailsChanged(Event):
    event_name = "billing.details_updated"
    severity = "Medium"
    text = "Changed the billing details of the card that ends in {last4}"
    payment_method_id: UUID
    last4: str
