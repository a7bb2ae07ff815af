"""Recipients as they are kept: one spelling for each, and each once."""

from collections.abc import Iterable

from gatehouse.connectivity.subscriptions.models import SubscriptionChannel
from gatehouse.directory.users.service import normalize_email
from gatehouse.identity.text_messages.number import normalize_number
from gatehouse.identity.text_messages.service import refuse_unserved
from gatehouse.kit.resources import Resources


def normalize_recipients(
    resources: Resources, channel: SubscriptionChannel, recipients: Iterable[str]
) -> list[str]:
    """In their order. Raises `InvalidEmail`, `InvalidPhoneNumber` or `NumberNotServed`."""
    if channel is SubscriptionChannel.EMAIL:
        return list(dict.fromkeys(map(normalize_email, recipients)))
    numbers = list(dict.fromkeys(map(normalize_number, recipients)))
    for number in numbers:
        refuse_unserved(resources, number)
    return numbers
