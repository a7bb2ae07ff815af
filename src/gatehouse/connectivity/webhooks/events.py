from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class WebhookEvent(Event):
    webhook_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class WebhookCreated(WebhookEvent):
    event_name = "webhook.created"
    severity = "Medium"
    text = "Created the webhook {name}"


@dataclass(frozen=True, slots=True)
class WebhookUpdated(WebhookEvent):
    event_name = "webhook.updated"
    severity = "Medium"
    text = "Changed the webhook {name}"
    is_active: bool


@dataclass(frozen=True, slots=True)
class WebhookDeleted(WebhookEvent):
    event_name = "webhook.deleted"
    severity = "Medium"
    text = "Deleted the webhook {name}"


@dataclass(frozen=True, slots=True)
class WebhookTested(WebhookEvent):
    event_name = "webhook.tested"
    text = "Sent a test event to {url}"
    url: str


@dataclass(frozen=True, slots=True)
class WebhookRedelivered(WebhookEvent):
    event_name = "webhook.redelivered"
    text = "Sent an event to the webhook {name} again"
    delivery_id: UUID


@dataclass(frozen=True, slots=True)
class WebhookDisabled(WebhookEvent):
    event_name = "webhook.disabled"
    severity = "High"
    text = "Switched off the webhook {name}, as nothing arrived for days"
