from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class SlackConnected(Event):
    event_name = "slack.connected"
    severity = "Medium"
    text = "Connected the Slack workspace {workspace}"
    workspace: str


@dataclass(frozen=True, slots=True)
class SlackDisconnected(Event):
    event_name = "slack.disconnected"
    severity = "Medium"
    text = "Disconnected the Slack workspace {workspace}"
    workspace: str


@dataclass(frozen=True, slots=True)
class SlackSubscriptionEvent(Event):
    subscription_id: UUID


@dataclass(frozen=True, slots=True)
class SlackSubscribed(SlackSubscriptionEvent):
    event_name = "slack.subscription_created"
    severity = "Medium"
    text = "Subscribed Slack channels to events"


@dataclass(frozen=True, slots=True)
class SlackSubscriptionChanged(SlackSubscriptionEvent):
    event_name = "slack.subscription_updated"
    severity = "Medium"
    text = "Changed which Slack channels are told of events"
    is_active: bool


@dataclass(frozen=True, slots=True)
class SlackUnsubscribed(SlackSubscriptionEvent):
    event_name = "slack.subscription_deleted"
    severity = "Medium"
    text = "Deleted a subscription of Slack channels"
