"""Notification settings: a destination URL with its secret and its event types."""

from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.store.models import Body

EVENT_TYPES = [
    "address.created",
    "address.updated",
    "adjustment.created",
    "adjustment.updated",
    "customer.created",
    "customer.updated",
    "payment_method.deleted",
    "payment_method.saved",
    "subscription.activated",
    "subscription.canceled",
    "subscription.created",
    "subscription.past_due",
    "subscription.paused",
    "subscription.resumed",
    "subscription.trialing",
    "subscription.updated",
    "transaction.billed",
    "transaction.canceled",
    "transaction.completed",
    "transaction.created",
    "transaction.paid",
    "transaction.past_due",
    "transaction.payment_failed",
    "transaction.ready",
    "transaction.updated",
]


def event_type(name: str) -> Body:
    group, verb = name.split(".")
    words = f"{group.replace('_', ' ')} is {verb.replace('_', ' ')}"
    return {
        "name": name,
        "description": f"Occurs when a {words}.",
        "group": group.replace("_", " ").capitalize(),
        "available_versions": [1],
    }


def build_destination(
    destination_id: str, url: str, secret: str, description: str, events: list[str]
) -> Body:
    return {
        "id": destination_id,
        "description": description,
        "type": "url",
        "destination": url,
        "active": True,
        "api_version": 1,
        "include_sensitive_fields": False,
        "subscribed_events": [event_type(name) for name in events],
        "endpoint_secret_key": secret,
        "traffic_source": "all",
    }


def build_own_destination(origin: str, secret: str) -> Body:
    """This installation's receiver, at the address on which this process listens."""
    return build_destination(
        fixtures.DESTINATION_ID,
        origin + fixtures.WEBHOOK_PATH,
        secret,
        "Gatehouse",
        EVENT_TYPES,
    )
