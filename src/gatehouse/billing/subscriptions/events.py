"""Events of changes that users make to subscriptions; their results are announced in `reading`."""

from uuid import UUID

from gatehouse.kit.events import Event


class BillingSubscriptionEvent(Event):
    subscription_id: UUID
    plan: str


class SubscriptionCreated(BillingSubscriptionEvent):
    event_name = "billing.subscription_created"
    severity = "Medium"
    text = "Subscribed to {plan}"


class SubscriptionPlanChanged(BillingSubscriptionEvent):
    event_name = "billing.subscription_plan_changed"
    severity = "Medium"
    text = "Changed the subscription to {plan}"


class SubscriptionCardChanged(BillingSubscriptionEvent):
    event_name = "billing.subscription_card_changed"
    severity = "Medium"
    text = "Changed the card that pays for {plan}"


class SubscriptionCanceled(BillingSubscriptionEvent):
    event_name = "billing.subscription_canceled"
    severity = "High"
    text = "Canceled the subscription to {plan} at the end of its period"


class SubscriptionRenewed(BillingSubscriptionEvent):
    event_name = "billing.subscription_renewed"
    severity = "Medium"
    text = "The subscription to {plan} goes on"
