"""Refusals about subscriptions."""

from gatehouse.kit.errors import Conflict


class NoSubscription(Conflict):
    code = "subscriptions.none"


class SubscriptionEnded(Conflict):
    code = "subscriptions.ended"
