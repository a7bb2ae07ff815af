"""Events of changes that users make to subscriptions; their results are announced in `reading`."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class BillingSubscriptionEvent(Event):
    subscription_id: UUID
    plan: str


@dataclass(frozen=True, slots=True)
class SubscriptionCreated(BillingSubscriptionEvent):
    event_name = "billing.subscription_created"
    severity = "Medium"
    text = "Subscribed to {plan}"


@dataclass(frozen=True, slots=True)
class SubscriptionPlanChanged(BillingSubscriptionEvent):
    event_name = "billing.subscription_plan_changed"
    severity = "Medium"
    text = "Changed the subscription to {plan}"


@dataclass(frozen=True, slots=True)
class SubscriptionCardChanged(BillingSubscriptionEvent):
    event_name = "billing.subscription_card_changed"
    severity = "Medium"
    text = "Changed the card that pays for {plan}"


@dataclass(frozen=True, slots=True)
class SubscriptionCanceled(BillingSubscriptionEvent):
    event_name = "billing.subscription_canceled"
    severity = "High"
    text = "Canceled the subscription to {plan} at the end of its period"


@dataclass(frozen=True, slots=True)
class SubscriptionRenewed(BillingSubscriptionEvent):
    event_name = "billing.subscription_renewed"
    severity = "Medium"
    text = "The subscription to {plan} goes on"
