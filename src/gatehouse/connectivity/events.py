"""Events about connectivity itself, and what happened in the vendor's product."""

from dataclasses import field
from typing import Any, ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class EventTriggered(Event):
    """Something happened in the vendor's product. `details` are all its facts beside title and description;
    `channels` says how channels are to tell of it."""

    event_name = "event.triggered"
    text = "{title}"
    event_key: str
    title: str
    summary: str
    details: dict[str, Any] = field(default_factory=dict)
    channels: dict[str, Any] = field(default_factory=dict)


class ConnectivityEvent(Event):
    severity: ClassVar[Severity] = "Medium"


class SlackWorkspaceEvent(ConnectivityEvent):
    workspace: str


class SlackConnected(SlackWorkspaceEvent):
    event_name = "slack.connected"
    text = "Connected the Slack workspace {workspace}"


class SlackDisconnected(SlackWorkspaceEvent):
    event_name = "slack.disconnected"
    text = "Disconnected the Slack workspace {workspace}"


class SlackSubscriptionEvent(ConnectivityEvent):
    subscription_id: UUID


class SlackSubscribed(SlackSubscriptionEvent):
    event_name = "slack.subscription_created"
    text = "Added a Slack subscription"


class SlackSubscriptionChanged(SlackSubscriptionEvent):
    event_name = "slack.subscription_updated"
    text = "Changed a Slack subscription"
    is_active: bool


class SlackUnsubscribed(SlackSubscriptionEvent):
    event_name = "slack.subscription_deleted"
    text = "Deleted a Slack subscription"


class SubscriptionEvent(ConnectivityEvent):
    """`channel` is `email` or `sms`."""

    channel: str
    event_key: str


class EventSubscribed(SubscriptionEvent):
    event_name = "event_subscription.created"
    text = "Subscribed to {event_key} by {channel}"
    recipients: list[str]


class EventSubscriptionChanged(SubscriptionEvent):
    event_name = "event_subscription.updated"
    text = "Changed the {channel} recipients of {event_key}"
    recipients: list[str]
    enabled: bool


class EventChannelSwitched(SubscriptionEvent):
    event_name = "event_subscription.switched"
    text = "Turned {channel} notifications for {event_key} on or off"
    enabled: bool


class EventUnsubscribed(SubscriptionEvent):
    event_name = "event_subscription.deleted"
    text = "Deleted the {channel} subscription to {event_key}"


class WebhookEvent(ConnectivityEvent):
    webhook_id: UUID
    name: str


class WebhookCreated(WebhookEvent):
    event_name = "webhook.created"
    text = "Created the webhook {name}"


class WebhookUpdated(WebhookEvent):
    event_name = "webhook.updated"
    text = "Changed the webhook {name}"
    is_active: bool


class WebhookDeleted(WebhookEvent):
    event_name = "webhook.deleted"
    text = "Deleted the webhook {name}"


class WebhookTested(WebhookEvent):
    event_name = "webhook.tested"
    severity = "Info"
    text = "Sent a test event to {url}"
    url: str


class WebhookRedelivered(WebhookEvent):
    event_name = "webhook.redelivered"
    severity = "Info"
    text = "Resent an event to the webhook {name}"
    delivery_id: UUID


class WebhookDisabled(WebhookEvent):
    event_name = "webhook.disabled"
    severity = "High"
    text = "The webhook {name} was turned off because deliveries failed for days"
