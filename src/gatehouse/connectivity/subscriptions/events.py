from dataclasses import dataclass

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class SubscriptionEvent(Event):
    """`channel` is `email` or `sms`."""

    channel: str
    event_key: str


@dataclass(frozen=True, slots=True)
class EventSubscribed(SubscriptionEvent):
    event_name = "event_subscription.created"
    severity = "Medium"
    text = "Subscribed to {event_key} by {channel}"
    recipients: list[str]


@dataclass(frozen=True, slots=True)
class EventSubscriptionChanged(SubscriptionEvent):
    event_name = "event_subscription.updated"
    severity = "Medium"
    text = "Changed who is told of {event_key} by {channel}"
    recipients: list[str]
    enabled: bool


@dataclass(frozen=True, slots=True)
class EventChannelSwitched(SubscriptionEvent):
    event_name = "event_subscription.switched"
    severity = "Medium"
    text = "Switched telling of {event_key} by {channel} on or off"
    enabled: bool


@dataclass(frozen=True, slots=True)
class EventUnsubscribed(SubscriptionEvent):
    event_name = "event_subscription.deleted"
    severity = "Medium"
    text = "Deleted a subscription to {event_key} by {channel}"
