"""The card provider, where the vendor has one."""

from gatehouse.billing.errors import BillingNotConfigured
from gatehouse.billing.provider.port import Cards, CardsChoice
from gatehouse.kit.resources import Resources


def cards_of(resources: Resources) -> Cards:
    """Raises `BillingNotConfigured`."""
    cards = resources[CardsChoice].cards
    if cards is None:
        raise BillingNotConfigured("Payment provider not configured")
    return cards
